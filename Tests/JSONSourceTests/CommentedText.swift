import TestSupport
import Testing

@testable import JSONSource

/// A text with comments, and edits of it.
struct CommentedText: Sendable {
  static let stop = Array("$stop".utf8)
  let bytes: [UInt8]

  func edited(
    _ edit: (DocumentEditor) throws(EditError) -> [Splice]
  ) throws -> CommentedText {
    let document = try Document(Source(bytes), allowsComments: true, names: NameTable())
    return CommentedText(bytes: try edit(DocumentEditor(document)).applied(to: document.source))
  }

  /// Edits by `set PATH VALUE`, `unset PATH…`, `stop PATH KEY…` or `resume PATH KEY…`; `.` is the top object.
  func edited(_ edit: String) throws -> CommentedText {
    let words = edit.split(separator: " ", maxSplits: 2).map(String.init)
    let keys = edit.split(separator: " ").map { Array($0.utf8) }.dropFirst(2)
    let place = words[1] == "." ? [] : path(words[1])
    switch words[0] {
    case "set":
      let value = try read(Array(words[2].utf8))
      return try edited { (editor) throws(EditError) in try editor.setting(value, at: place) }
    case "unset":
      let paths = edit.split(separator: " ").dropFirst().map { path(String($0)) }
      return try edited { (editor) throws(EditError) in try editor.removing(paths) }
    case "stop":
      return try keys.reduce(self) { text, key in
        try text.edited { (editor) throws(EditError) in
          try editor.adding(key, toList: Self.stop, inObjectAt: place)
        }
      }
    default:
      return try edited { (editor) throws(EditError) in
        try editor.removing(Array(keys), fromList: Self.stop, inObjectAt: place)
      }
    }
  }

  /// The text without comments, and so strict.
  var stripped: CommentedText { CommentedText(bytes: CommentStripper(bytes).stripped) }

  var comments: [String] { CommentStripper(bytes).comments }
  var value: PlainValue? { CommentStripper(bytes).value }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether some comments are among others, in the same order.
  static func isPart(_ some: [String], of all: [String]) -> Bool {
    var rest = all[...]
    return some.allSatisfy { one in
      guard let place = rest.firstIndex(of: one) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  /// The text with comments, each unlike the others, between its tokens, and commas behind last items.
  static func commented(_ text: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var output: [UInt8] = []
    var count = 0
    let often = [3, 10, 40].randomElement(using: &random) ?? 10
    func space(_ random: inout SplitMix64) {
      while Int.random(in: 0..<100, using: &random) < often {
        count += 1
        let comments = [
          "/* \(count) */", "/*\(count)*/", " /* , \(count) */ ", " // \(count)\n",
          "// } \(count)\r\n",
          "\n// \(count) \"a\": 1\n  ", "/* \(count)\n */", "\n\n  /* \(count)\n\n \" */\n\n  ",
          "// {\(count)\r",
        ]
        output += Array((comments.randomElement(using: &random) ?? "").utf8)
      }
    }
    var at = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    output += text[..<at]
    space(&random)
    while at < text.count {
      let start = at
      let byte = text[at]
      at += 1
      if byte == 0x22 {
        while text[at] != 0x22 { at += text[at] == 0x5C ? 2 : 1 }
        at += 1
      } else if byte == 0x5D || byte == 0x7D {
        let last = CommentStripper(output).stripped.last { ![0x20, 9, 10, 13].contains($0) }
        if last != 0x5B, last != 0x7B, Int.random(in: 0..<100, using: &random) < often {
          output.append(0x2C)
          space(&random)
        }
      } else if ![0x20, 9, 10, 13, 0x2C, 0x3A, 0x7B, 0x5B].contains(byte) {
        while at < text.count, ![0x20, 9, 10, 13, 0x2C, 0x3A, 0x7D, 0x5D].contains(text[at]) {
          at += 1
        }
      }
      output += text[start..<at]
      space(&random)
    }
    return output
  }
}

/// A path as tests write it: names and indexes with dots between; one that begins with a single `$` is a directive's.
func path(_ text: String) -> [MemberName] {
  text.split(separator: ".").map { step in
    if let index = Int(step) { return .element(index) }
    if step.hasPrefix("$$") { return .ordinary(Array(step.utf8.dropFirst())) }
    return step.hasPrefix("$") ? .directive(Array(step.utf8)) : .ordinary(Array(step.utf8))
  }
}

/// The text after an edit.
func edited(
  _ text: String, _ edit: (DocumentEditor) throws(EditError) -> [Splice]
) throws -> String {
  let document = try read(Array(text.utf8))
  let splices = try edit(DocumentEditor(document))
  return String(decoding: splices.applied(to: document.source), as: UTF8.self)
}

func setting(_ path: [MemberName], _ value: String, in text: String) throws -> String {
  let value = try read(Array(value.utf8))
  return try edited(text) { (editor) throws(EditError) in try editor.setting(value, at: path) }
}

func removing(_ paths: [[MemberName]], in text: String) throws -> String {
  try edited(text) { (editor) throws(EditError) in
    try editor.removing(paths)
  }
}

extension DocumentEditor {
  func removing(_ paths: [[MemberName]]) throws(EditError) -> [Splice] {
    var items: Set<Int> = []
    for path in paths {
      guard let value = try trail(path).value, let last = path.last else { continue }
      items.insert(last.isElement ? value : value - 1)
    }
    return removing(items: items)
  }

  func removing(
    _ keys: [[UInt8]], fromList directive: [UInt8], inObjectAt path: [MemberName]
  ) throws(EditError) -> [Splice] {
    guard let list = try trail(path + [.directive(directive)]).value else { return [] }
    return removing(
      items: Set(document.elements(list).filter { keys.contains(document.string($0) ?? []) }))
  }
}

/// A text made visible for a failure's message.
func shown(_ text: String) -> String {
  text.replacing("\r", with: "␍").replacing("\t", with: "→")
}
