import JSONSource
import TestSupport
import Testing

@Suite struct PrintTests {
  private static func print(_ text: String) throws -> UInt64 {
    var writer = JSONWriter(.compact)
    writer.value(try Document(Source(Array(text.utf8)), names: NameTable()), 0, asWritten: true)
    return JSONPrint.of(writer.take())
  }

  @Test(arguments: [
    ["1", "1.0", "10e-1", "0.1E1"], ["0", "-0", "0.0", "0e7"], ["100", "1e2", "100.00"],
    ["-2.5", "-25e-1"], ["{}", "{ }"], ["[]", "[ ]"],
    [#"{"a":{"c":[]},"b":[{},1]}"#, #"{ "b": [{}, 1.0], "a": {"c": []} }"#],
    [#""a/b\n""#, #""\u0061\/b\u000a""#], [#""12345678""#, #""1234567\u0038""#],
  ]) func whatIsEqualHasOnePrint(_ texts: [String]) throws {
    #expect(Set(try texts.map(Self.print)).count == 1)
  }

  @Test func whatDiffersMostlyHasAnother() throws {
    let texts = [
      "1", "10", "0.1", "-1", "11", #""1""#, "0", "true", "false", "null", "{}", "[]", "[[]]",
      "[{}]",
      "[1,2]", "[2,1]", "[12]", "[1,[2]]", #"{"a":1}"#, #"{"a":"1"}"#, #"{"a":{"b":1}}"#,
      #"{"a":{},"b":1}"#, #"{"b":{},"a":1}"#, #"{"b":1}"#, #""""#, #""a""#, #""aa""#, #""a\"""#,
      #""a\\""#, #""12345678""#, #""123456789""#, #""1234567""#, #""1234567\n""#,
    ]
    #expect(Set(try texts.map(Self.print)).count == texts.count)
  }
}
