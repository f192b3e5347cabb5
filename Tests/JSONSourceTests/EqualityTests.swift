import JSONSource
import TestSupport
import Testing

@Suite struct EqualityTests {
  private static func equal(_ left: String, _ right: String) throws -> Bool {
    let names = NameTable()
    let (left, right) = (try read(left, names), try read(right, names))
    let forth = left.equal(0, right, 0)
    #expect(forth == right.equal(0, left, 0))
    return forth
  }

  @Test(arguments: [
    ("1", "1.0"), ("null", " null "), ("true", "true"), ("false", "false"), ("[]", "[ ]"),
    ("{}", "{\n}"),
    (#""é""#, #""\u00e9""#), (#""/""#, #""\/""#), (#""😀""#, #""\ud83D\uDe00""#),
    ("[1,[2]]", "[1.0,[20e-1]]"),
    (#"{"a":1,"b":{"c":[],"d":2}}"#, #"{"b":{"d":2,"c":[]},"a":1}"#),
    (#"{"\u0061":1}"#, #"{"a":1}"#),
    (#"{"$comment":"x","a":1}"#, #"{"a":1}"#), (#"[{"$comment":1}]"#, #"[{"$comment":2}]"#),
    (#"{"$ref":"x","$default":1}"#, #"{"$default":1.0,"$ref":"x"}"#),
    (#"{"$$a":1,"$a":2}"#, #"{"$a":2,"$$a":1}"#),
  ]) func valuesOfOneMeaningAreEqual(_ left: String, _ right: String) throws {
    #expect(try Self.equal(left, right))
  }

  @Test(arguments: [
    ("1", "2"), ("1", #""1""#), ("null", "false"), ("true", "false"), ("0", "false"),
    (#""""#, "null"),
    ("[]", "{}"), ("[]", "[[]]"), ("[1]", "[1,1]"), ("[1,2]", "[2,1]"), ("{}", #"{"a":null}"#),
    (#"{"a":1}"#, #"{"a":2}"#),
    (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#),
    (#"{"$a":1}"#, #"{"$$a":1}"#),
    (#"{"$$comment":1}"#, #"{}"#), (#"{"a":1,"b":1}"#, #"{"a":1,"$b":1}"#),
    ("\"é\"", "\"e\u{301}\""), ("{\"é\":1}", "{\"e\u{301}\":1}"), (#""a""#, #""A""#),
    (#""a\u0000""#, #""a""#),
    (#"{"a":{"b":{"c":[1,2,{"d":1}]}}}"#, #"{"a":{"b":{"c":[1,2,{"d":1.5}]}}}"#),
  ]) func valuesOfAnotherMeaningAreNot(_ left: String, _ right: String) throws {
    #expect(try !Self.equal(left, right))
  }

  @Test func partsOfOneDocumentCompareWithEachOther() throws {
    let document = try read(#"{"a":[1,{"b":2}],"c":[1.0,{"b":20e-1}],"d":[1]}"#)
    let values = document.members(0).map(\.value)
    #expect(document.equal(values[0], document, values[1]))
    #expect(!document.equal(values[0], document, values[2]))
    let name = Array(document.members(0))[0].nameIndex
    #expect(document.equal(name, document, name))
  }

  @Test func anotherOrderAndSpellingStaysEqualAndAnyOtherValueDoesNot() throws {
    var random = SplitMix64(seed: 21)
    for _ in 0..<300 {
      let names = NameTable()
      let value = PlainValue.random(&random, depth: 3)
      let original = try read(value.text(), names)
      let respelled = try read(value.shuffled(&random).text(respelling: &random), names)
      #expect(original.equal(0, respelled, 0) && respelled.equal(0, original, 0))
      let changed = try read(value.changed(&random).text(), names)
      #expect(!original.equal(0, changed, 0) && !changed.equal(0, respelled, 0))
    }
  }
}
