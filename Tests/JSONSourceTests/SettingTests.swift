import TestSupport
import Testing

#if DEBUG
  @testable import JSONSource
#else
#endif

@Suite struct SettingTests {
  @Test(
    arguments: EditCase.lines + EditCase.oneLine + EditCase.spacing + EditCase.empty)
  func newMembersFollowTheStyleAroundThem(_ sample: EditCase) throws {
    let after = try setting(path(sample.path), sample.argument, in: sample.before)
    #expect(shown(after) == shown(sample.after))
    guard sample.isUndone else { return }
    #expect(try shown(removing([path(sample.path)], in: after)) == shown(sample.before))
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
    #expect(refusal(path("b.c.0")) == .through(ByteRange(20, 24), names: 2, isComputed: false))
    #expect(refusal(path("d.x")) == .through(ByteRange(32, 45), names: 1, isComputed: true))
    #expect(refusal(path("d")) == nil && refusal(path("b.c")) == nil)
    #expect(throws: EditError.through(ByteRange(6, 7), names: 1, isComputed: false)) {
      try editor.removing(path("a.x"))
    }
    #expect(throws: EditError.through(ByteRange(32, 45), names: 1, isComputed: true)) {
      try editor.removing(path("d.$ref"))
    }
  }

  @Test func aValueThatIsWorkedOutIsNoExampleOfAnObject() throws {
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

  @Test func whatWouldBeTooDeepIsRefused() throws {
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
    @Test func whatCouldNotBeReadAgainIsRefused() throws {
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
}
