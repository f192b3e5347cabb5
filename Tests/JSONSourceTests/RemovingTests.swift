import JSONSource
import Testing

@Suite struct RemovingTests {
  @Test(arguments: EditCase.single + EditCase.many + EditCase.emptied)
  func membersGoWithTheirCommaAndTheirSpace(_ sample: EditCase) throws {
    let paths = sample.path.split(separator: " ").map { path(String($0)) }
    #expect(try shown(removing(paths, in: sample.before)) == shown(sample.after))
    #expect(try shown(removing(paths.reversed(), in: sample.before)) == shown(sample.after))
  }

  @Test func whatIsNotThereIsNoSplice() throws {
    let editor = DocumentEditor(try read(#"{"a": {"b": 1}, "$stop": ["x"]}"#))
    for path in [path("b"), path("a.c"), path("$a"), []] {
      #expect(try editor.removing(path).isEmpty, "\(path)")
    }
    #expect(editor.removing(items: []).isEmpty)
  }

  @Test func whatSeveralSplicesTakeOutIsTakenOutOnce() {
    let source = Source(Array("0123456789".utf8))
    let splices = [
      Splice(ByteRange(6, 8), Array("x".utf8)), Splice(ByteRange(1, 4), []),
      Splice(ByteRange(2, 5), Array("y".utf8)), Splice(ByteRange(2, 3), []),
      Splice(ByteRange(8, 8), Array("z".utf8)), Splice(ByteRange(8, 8), Array("!".utf8)),
    ]
    #expect(String(decoding: splices.applied(to: source), as: UTF8.self) == "0y5xz!89")
    #expect([Splice]().applied(to: source) == Array("0123456789".utf8))
  }
}

extension EditCase {
  static let single = [
    EditCase("last", "b", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{\n  \"a\": 1\n}\n"),
    EditCase(
      "the end of a group leaves the blank line", "b",
      "{\n  \"a\": 1,\n  \"b\": 2,\r\n\r\n  \"c\": 3\n}", "{\n  \"a\": 1,\r\n\r\n  \"c\": 3\n}"),
    EditCase(
      "last behind a blank line", "b", "{\n  \"a\": 1,  \n\n  \"b\": 2\n}", "{\n  \"a\": 1\n}"),
    EditCase(
      "last on a shared line", "b", "{\n  \"a\": 1, \"b\": 2,\n  \"c\": 3\n}",
      "{\n  \"a\": 1,\n  \"c\": 3\n}"),
    EditCase(
      "commas first, middle", "b", "{ \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}",
      "{ \"a\": 1\n, \"c\": 3\n}"),
    EditCase("a name with a dollar", "$$b", #"{"$b":1,"$$b":2}"#, #"{"$b":1}"#),
    EditCase("a value of many lines", "b", "{\n\"a\":1,\n\"b\":[\n1\n]\n}", "{\n\"a\":1\n}"),
  ]

  static let many = [
    EditCase(
      "every other", "a c e", "{\n\"a\":1,\n\"b\":2,\n\"c\":3,\n\"d\":4,\n\"e\":5}",
      "{\n\"b\":2,\n\"d\":4}"),
    EditCase("one in the other", "a a.b", "{\"a\":{\"b\":1,\"c\":2},\"b\":2}", "{\"b\":2}"),
    EditCase("what is there of them", "x a y.z", "{\"a\":1,\"b\":2}", "{\"b\":2}"),
  ]

  static let emptied = [
    EditCase("the top object stays, padded", "a", "{ \"a\": 1 }", "{ }"),
    EditCase("objects go", "a.b.c", "{\"a\": {\"b\": {\"c\": 1}}, \"d\": 1}", "{\"d\": 1}"),
    EditCase(
      "one that two removals empty", "a.b a.c", "{\"a\": {\"b\": 1, \"c\": 1}, \"d\": 1}",
      "{\"d\": 1}"),
    EditCase(
      "a directive keeps its object", "a.b", "{\"a\": {\"b\": 1, \"$final\": true}}",
      "{\"a\": {\"$final\": true}}"),
    EditCase(
      "what was empty before stays", "a.b", "{\"a\": {\"b\": {}, \"c\": {}}}",
      "{\"a\": {\"c\": {}}}"),
  ]
}
