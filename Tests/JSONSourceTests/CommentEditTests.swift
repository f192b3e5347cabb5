import JSONSource
import TestSupport
import Testing

/// A text with comments, and edits of it.
struct CommentedText {
  static let stop = Array("$stop".utf8)
  let bytes: [UInt8]

  func edited(
    _ edit: (DocumentEditor) throws(EditError) -> [Splice]
  ) throws -> CommentedText {
    let document = try Document(Source(bytes), allowsComments: true, names: NameTable())
    return CommentedText(bytes: try edit(DocumentEditor(document)).applied(to: document.source))
  }

  func edited(_ edit: String) throws -> CommentedText {
    let words = edit.split(separator: " ", maxSplits: 2).map(String.init)
    func place(_ text: String) -> [MemberName] { text == "." ? [] : path(text) }
    switch words[0] {
    case "set":
      let value = try read(Array(words[2].utf8))
      return try edited { (editor) throws(EditError) in
        try editor.setting(value, at: path(words[1]))
      }
    case "unset":
      let paths = edit.split(separator: " ").dropFirst().map { path(String($0)) }
      return try edited { (editor) throws(EditError) in
        try editor.removing(paths)
      }
    case "stop":
      return try edited { (editor) throws(EditError) in
        try editor.adding(
          Array(words[2].utf8), toList: Self.stop, inObjectAt: place(words[1]))
      }
    default:
      return try edited { (editor) throws(EditError) in
        try editor.removing(
          [Array(words[2].utf8)], fromList: Self.stop, inObjectAt: place(words[1]))
      }
    }
  }

  /// What undoes an edit that puts something in.
  static func opposite(of edit: String) -> String? {
    let words = edit.split(separator: " ", maxSplits: 2).map(String.init)
    return words[0] == "set"
      ? "unset \(words[1])" : words[0] == "stop" ? "resume \(words[1]) \(words[2])" : nil
  }

  /// The text without comments, and so strict.
  var stripped: CommentedText { CommentedText(bytes: CommentStripper(bytes).stripped) }

  var comments: [String] { CommentStripper(bytes).comments }
  var value: PlainJSON? { CommentStripper(bytes).value }
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

@Suite struct CommentEditTests {
  /// Of the comments those that hold `own` go, and all others stay. The path is the edit: `set PATH VALUE`,
  /// `unset PATH…`, `stop PATH KEY`, `resume PATH KEY`; `.` is the top object.
  @Test(arguments: EditCase.put + EditCase.replaced + EditCase.taken + EditCase.lists)
  func editsKeepTheCommentsThatAreNotTheirMembersOwn(_ sample: EditCase) throws {
    let before = CommentedText(bytes: MarkedText(sample.before).bytes)
    let after = try before.edited(sample.path)
    #expect(shown(after.text) == shown(CommentedText(bytes: MarkedText(sample.after).bytes).text))
    #expect(after.comments == before.comments.filter { !$0.contains("own") })
    #expect(after.value == (try before.stripped.edited(sample.path)).value)
    #expect(after.value != nil && problem(in: after.bytes, allowsComments: true) == nil)
    guard sample.isUndone, let opposite = CommentedText.opposite(of: sample.path) else { return }
    if before.value != after.value, !sample.name.hasPrefix("replaced") {
      #expect(shown(try after.edited(opposite).text) == shown(before.text))
    }
  }
}
