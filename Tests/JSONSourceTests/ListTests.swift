import JSONSource
import Testing

@Suite struct ListTests {
  private static let stop = Array("$stop".utf8)

  private static func keys(_ text: String) -> [[UInt8]] {
    text.split(separator: " ").map { Array($0.utf8) }
  }

  private static func adding(_ names: String, at place: String, in text: String) throws -> String {
    try keys(names).reduce(text) { text, key in
      try edited(text) { (editor) throws(EditError) in
        try editor.adding(key, toList: stop, inObjectAt: path(place))
      }
    }
  }

  private static func removing(_ names: String, at place: String, in text: String) throws -> String
  {
    try edited(text) { (editor) throws(EditError) in
      try editor.removing(keys(names), fromList: stop, inObjectAt: path(place))
    }
  }

  @Test(arguments: EditCase.fresh + EditCase.grown)
  func listsGrowInTheirStyle(_ sample: EditCase) throws {
    let after = try Self.adding(sample.argument, at: sample.path, in: sample.before)
    #expect(shown(after) == shown(sample.after))
    #expect(try Self.adding(sample.argument, at: sample.path, in: after) == after)
    guard sample.isUndone else { return }
    let undone = try Self.removing(sample.argument, at: sample.path, in: after)
    #expect(shown(undone) == shown(sample.before))
  }

  @Test(arguments: [
    ("", "\u{61}", "{ \"$stop\": [\"\\u0061\", \"b\"] }", "{ \"$stop\": [\"b\"] }"),
    (
      "", "b a", "{\n  \"$stop\": [\n    \"a\",\n    \"b\"\n  ],\n  \"c\": 1\n}", "{\n  \"c\": 1\n}"
    ),
    ("x", "a", "{ \"x\": { \"$stop\": [\"a\"] }, \"y\": 1 }", "{ \"y\": 1 }"),
    (
      "x", "a", "{ \"x\": { \"$stop\": [\"a\"], \"$final\": true } }",
      "{ \"x\": { \"$final\": true } }"
    ),
    ("", "a", "{ \"$stop\": true }", "{ \"$stop\": true }"),
    ("", "a a", "{ \"$stop\": [\"a\", 1, \"a\"] }", "{ \"$stop\": [1] }"),
  ]) func namesLeaveAListAndAnEmptyOneGoes(
    _ place: String, _ names: String, _ before: String, _ after: String
  ) throws {
    #expect(try shown(Self.removing(names, at: place, in: before)) == shown(after))
  }

  @Test func whatIsNoListIsRefused() throws {
    for text in [#"{"$stop": "a"}"#, #"{"$stop": false}"#, #"{"$stop": {"a": 1}}"#] {
      let editor = DocumentEditor(try read(text))
      let place = ByteRange(10, text.utf8.count - 1)
      #expect(throws: EditError.notAList(place)) {
        try editor.adding(Array("a".utf8), toList: Self.stop, inObjectAt: [])
      }
    }
    let editor = DocumentEditor(try read(#"{"a": 1}"#))
    #expect(throws: EditError.through(ByteRange(6, 7), names: 1, isComputed: false)) {
      try editor.adding(Array("a".utf8), toList: Self.stop, inObjectAt: path("a"))
    }
  }
}

extension EditCase {
  static let fresh = [
    EditCase(
      "first in many lines", "", "db", "{\n  \"a\": 1,\n\n  \"b\": 2\n}\n",
      "{\n  \"$stop\": [\"db\"],\n  \"a\": 1,\n\n  \"b\": 2\n}\n"),
    EditCase(
      "dense", "", "db x", "{\"a\":1,\"b\":2}", "{\"$stop\":[\"db\",\"x\"],\"a\":1,\"b\":2}"),
    EditCase(
      "commas first", "", "db", "{ \"a\": 1\n, \"b\": 2\n}",
      "{ \"$stop\": [\"db\"]\n, \"a\": 1\n, \"b\": 2\n}"),
    EditCase("in nothing", "", "db", "{}\n", "{\n  \"$stop\": [\"db\"]\n}\n"),
    EditCase(
      "where no object is", "b.c", "x", "{\n  \"a\": 1\n}",
      "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": {\n      \"$stop\": [\"x\"]\n    }\n  }\n}"),
  ]

  static let grown = [
    EditCase("dense", "", "b", "{\"$stop\":[\"a\"]}", "{\"$stop\":[\"a\",\"b\"]}"),
    EditCase(
      "filled lines", "", "d", "{\n  \"$stop\": [\n    \"a\", \"b\",\n    \"c\"\n  ]\n}",
      "{\n  \"$stop\": [\n    \"a\", \"b\",\n    \"c\",\n    \"d\"\n  ]\n}"),
    EditCase(
      "commas first", "", "c", "{ \"$stop\":\n  [ \"a\"\n  , \"b\"\n  ]\n}",
      "{ \"$stop\":\n  [ \"a\"\n  , \"b\"\n  , \"c\"\n  ]\n}"),
    EditCase(
      "only those it lacks", "", "b a c b", "{ \"$stop\": [\"\\u0061\"] }",
      "{ \"$stop\": [\"\\u0061\", \"b\", \"c\"] }", isUndone: false),
    EditCase("true is all", "", "b", "{ \"$stop\": true }", "{ \"$stop\": true }"),
    EditCase("empty", "", "b c", "{\"$stop\": []}", "{\"$stop\": [\"b\", \"c\"]}", isUndone: false),
  ]
}
