import Foundation
import TestSupport
import Testing

#if DEBUG
  @testable import JSONSource
#else
  import JSONSource
#endif

/// An edit, and a text before and after it.
struct EditCase: CustomTestStringConvertible {
  let testDescription: String
  let edit: String
  let before: CommentedText
  let after: String

  static let all: [EditCase] = {
    let bytes = (try? AcceptanceTests.fixture("edits.txt")) ?? []
    return String(decoding: bytes.dropLast(), as: UTF8.self).components(separatedBy: "\n== ")
      .dropFirst().map(EditCase.init)
  }()

  private init(_ text: String) {
    let parts = text.components(separatedBy: "\n--- before\n")
    let lines = parts[0].split(separator: "\n", maxSplits: 1).map(String.init)
    let texts = parts[1].components(separatedBy: "\n--- after\n").map {
      CommentedText(bytes: MarkedText($0.replacing("␍", with: "\r")).bytes)
    }
    (testDescription, edit) = (lines[0], lines[1])
    (before, after) = (texts[0], texts[1].text)
  }

  /// The edit that restores the text; nil if there is none.
  var opposite: String? {
    let words = edit.split(separator: " ", maxSplits: 2).map(String.init)
    if testDescription.hasSuffix("(final)") { return nil }
    return words[0] == "set"
      ? "unset \(words[1])" : words[0] == "stop" ? "resume \(words[1]) \(words[2])" : nil
  }

  /// The same edit with the keys in the opposite order.
  var reordered: String {
    let words = edit.split(separator: " ").map(String.init)
    return words[0] == "unset"
      ? (words[..<1] + words[1...].reversed()).joined(separator: " ") : edit
  }
}

@Suite struct EditTests {
  @Test func allEditsOfTheFixtureAreRead() { #expect(EditCase.all.count > 90) }

  @Test(arguments: EditCase.all) func anEditChangesItsMembersAndTheirCommentsOnly(
    _ sample: EditCase
  ) throws {
    let before = sample.before
    let after = try before.edited(sample.edit)
    #expect(shown(after.text) == shown(sample.after))
    #expect(try after.edited(sample.edit).text == after.text)
    #expect(try before.edited(sample.reordered).text == after.text)
    #expect(after.comments == before.comments.filter { !$0.contains("own") })
    #expect(after.value == (try before.stripped.edited(sample.edit)).value)
    #expect(after.value != nil && problem(in: after.bytes, allowsComments: true) == nil)
    guard let opposite = sample.opposite else { return }
    #expect(shown(try after.edited(opposite).text) == shown(before.text))
  }

  @Test(arguments: [
    "{}", "{ }", #"{"a": 1}"#, #"{"a": 1, "b": {"c": 1}}"#, "{\n  \"a\": 1,\n  \"b\": 2\n}\n",
    "{\n    \"a\": 1\n  , \"b\": 2\n}", "{\n\t\"a\" : 1\n}", "{\n}",
  ]) func membersAddedAtOnceAreLikeMembersAddedInOrder(text: String) throws {
    let document = try read(text)
    let members: [(MemberName, [UInt8])] = ["x", "y", "z"].map {
      (.ordinary(Array($0.utf8)), [0x31])
    }
    let atOnce = try DocumentEditor(document).adding(members, toObjectAt: [])
      .applied(to: document.source)
    let inOrder = try ["x", "y", "z"].reduce(text) { try setting(path($1), "1", in: $0) }
    #expect(shown(String(decoding: atOnce, as: UTF8.self)) == shown(inOrder))
  }

  @Test func namesMeanTheirUnescapedBytes() throws {
    #expect(try setting(path("a"), "2", in: #"{"\u0061":1}"#) == #"{"\u0061":2}"#)
    #expect(try setting(path("$$a"), "2", in: #"{"$\u0024a":1}"#) == #"{"$\u0024a":2}"#)
    #expect(
      try setting(path("$$ref"), "2", in: #"{"$stop": true}"#) == #"{"$stop": true, "$$ref": 2}"#)
    #expect(
      try setting([.ordinary(Array("$$".utf8))], "2", in: #"{"$$": 1}"#)
        == #"{"$$": 1, "$$$": 2}"#)
    #expect(
      try setting([.ordinary(Array("a\"\\\n\u{1}é".utf8)), .ordinary([])], "2", in: #"{"b":1}"#)
        == #"{"b":1,"a\"\\\n\u0001é":{"":2}}"#)
    #expect(try setting([.ordinary([])], "2", in: #"{"":1}"#) == #"{"":2}"#)
  }

  @Test func aPathLeadsThroughObjectsOnly() throws {
    let text = #"{"a": 1, "b": {"c": [{}]}, "d": {"$ref": "a"}}"#
    let document = try read(text)
    let computed = document.members(0).first { document.spelling($0.value).count == 13 }?.value
    let editor = DocumentEditor(document) { $0 == computed }
    let one = try read("1")
    func refusal(_ path: [MemberName]) -> EditError? {
      do throws(EditError) {
        _ = try editor.setting(one, at: path)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal(path("a.x")) == .through(ByteRange(6, 7), names: 1, isComputed: false))
    #expect(
      refusal(path("b.c") + [.ordinary(bytes("0"))])
        == .through(ByteRange(20, 24), names: 2, isComputed: false))
    #expect(refusal(path("d.x")) == .through(ByteRange(32, 45), names: 1, isComputed: true))
    #expect(refusal(path("d")) == nil && refusal(path("b.c")) == nil)
    #expect(throws: EditError.through(ByteRange(6, 7), names: 1, isComputed: false)) {
      try editor.removing(path("a.x"))
    }
    #expect(throws: EditError.through(ByteRange(32, 45), names: 1, isComputed: true)) {
      try editor.removing(path("d.$ref"))
    }
  }

  @Test func aComputedValueIsNoModelOfALayout() throws {
    let document = try read("{\n  \"a\": {\"$ref\": \"x\"}\n}")
    for isComputed in [true, false] {
      let editor = DocumentEditor(document) { isComputed && document.range($0).start > 0 }
      let after = try editor.setting(read("1"), at: path("b.c")).applied(to: document.source)
      let made = isComputed ? "{\n    \"c\": 1\n  }" : "{\"c\": 1}"
      #expect(
        String(decoding: after, as: UTF8.self)
          == "{\n  \"a\": {\"$ref\": \"x\"},\n  \"b\": \(made)\n}")
    }
  }

  @Test func anEditThatNestsTooDeepIsAnError() throws {
    let document = try read("{}")
    let value = try read("[[1]]")
    let fits = (0..<510).map { MemberName.ordinary(Array("n\($0)".utf8)) }
    let splices = try DocumentEditor(document).setting(value, at: fits)
    #expect(problem(in: splices.applied(to: document.source)) == nil)
    #expect(throws: EditError.tooDeep(limit: 512)) {
      try DocumentEditor(document).setting(value, at: fits + [.ordinary([])])
    }
  }

  #if DEBUG
    @Test func anEditThatCouldNotBeReadIsAnError() throws {
      let editor = DocumentEditor(try read("{}"))
      let room = Source.largest - 1
      let most = Splice(ByteRange(0, 1), [UInt8](repeating: 0x20, count: room))
      // A failure shows no splice of this size.
      func isRefused(_ splice: Splice) -> Bool { (try? editor.checked([splice])) == nil }
      let fits = !isRefused(most)
      #expect(fits)
      let isTooLarge = isRefused(Splice(ByteRange(1, 1), most.bytes))
      #expect(isTooLarge)
    }
  #endif

  @Test func removingAMissingMemberChangesNothing() throws {
    let editor = DocumentEditor(try read(#"{"a": {"b": 1}, "$stop": ["x"]}"#))
    for path in [path("b"), path("a.c"), path("$a"), []] {
      #expect(try editor.removing(path).isEmpty, "\(path)")
    }
    #expect(editor.removing(items: []).isEmpty)
  }

  @Test func overlappingRemovalsAreMadeOnce() {
    let source = Source(Array("0123456789".utf8))
    let splices = [
      Splice(ByteRange(6, 8), Array("x".utf8)), Splice(ByteRange(1, 4), []),
      Splice(ByteRange(2, 5), Array("y".utf8)), Splice(ByteRange(2, 3), []),
      Splice(ByteRange(8, 8), Array("z".utf8)), Splice(ByteRange(8, 8), Array("!".utf8)),
    ]
    #expect(String(decoding: splices.applied(to: source), as: UTF8.self) == "0y5xz!89")
    #expect([Splice]().applied(to: source) == Array("0123456789".utf8))
  }

  @Test func aListThatIsNoArrayIsAnError() throws {
    for text in [#"{"$stop": "a"}"#, #"{"$stop": false}"#, #"{"$stop": {"a": 1}}"#] {
      let editor = DocumentEditor(try read(text))
      let place = ByteRange(10, text.utf8.count - 1)
      #expect(throws: EditError.notAList(place)) {
        try editor.adding(Array("a".utf8), toList: CommentedText.stop, inObjectAt: [])
      }
    }
    let editor = DocumentEditor(try read(#"{"a": 1}"#))
    #expect(throws: EditError.through(ByteRange(6, 7), names: 1, isComputed: false)) {
      try editor.adding(Array("a".utf8), toList: CommentedText.stop, inObjectAt: path("a"))
    }
  }
}
