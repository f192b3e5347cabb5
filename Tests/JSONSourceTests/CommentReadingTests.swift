import JSONSource
import TestSupport
import Testing

@Suite struct CommentReadingTests {
  @Test(arguments: [
    "//", "//\n{}", "{}//", "{}// at the end", "/**/{}", "/***/{}", "/* // */{}", "// /* \n{}",
    "/*/ */{}", "{/**/}", "{//\n}", "[/**/]", "[//\r]", "[/**/1/**/,/**/2/**/,/**/]", "[1,]",
    "[1 , \n]", "[[],]", "[{},]", "{\"a\":1,}", "{\"a\":{\"b\":[1,],},}",
    "{/**/\"a\"/**/:/**/1/**/}",
    "{//\n\"a\"//\n://\n1//\n,//\n\"b\"//\n://\n2//\n,//\n}",
    "[\"//\", \"/*\", \"*/\", \"\\\"//\",]",
    "⟨EF BB BF⟩// first\r\n{\"a\": 1} // last\r\n", "{\"a\": 1 /* é😀 */ /* two *//* three */}",
    "[1/**/,-2.5e3//\n,true/**/,false/**/,null/**/,\"\"/**/]", "// a\r{}// b\r", "{}/*\t\r\n*/",
    "[/**/{/**/},/**/[/**/],]",
  ]) func commentsAreWhiteSpace(_ text: String) throws {
    let bytes = MarkedText(text).bytes
    let document = try? Document(Source(bytes), allowsComments: true, names: NameTable())
    let plain = CommentStripper(bytes)
    #expect(document?.plain() == plain.value)
    #expect(document?.isStrict != true)
    #expect(problem(in: bytes) != nil)
    // Behind white space and nothing else there is no value.
    if document == nil { #expect(problem(in: bytes, allowsComments: true)?.range.start == 2) }
  }

  static let refusals: [Refusal] = [
    Refusal("{ «/» }", .noComment),
    Refusal("/* */ «/»", .noComment),
    Refusal("/**/«#» no\n{}", .noComment),
    Refusal("«/*»", .unterminatedComment),
    Refusal("«/*»/", .unterminatedComment),
    Refusal("{\"a\": 1 // no end\n, «/*» \"b\": 2}\n", .unterminatedComment),
    Refusal("/* /* no nesting */ «*»/ {}", .expected(.value)),
    Refusal("{\"a\": /* */ «*»/ 1}", .expected(.value)),
    Refusal("{} // end\n«x»", .expected(.end)),
    Refusal("tru«/»**/e", .expected(.value)),
    Refusal("-«/»/\n1", .expected(.digit)),
    Refusal("{«,»}", .expected(.nameOrBrace)),
    Refusal("{/**/«,»}", .expected(.nameOrBrace)),
    Refusal("[/**/«,»]", .expected(.valueOrBracket)),
    Refusal("[1,/**/«,»]", .expected(.value)),
    Refusal("[1,«}»", .expected(.value)),
    Refusal("{\"a\":1,/**/«,»}", .expected(.name)),
    Refusal("{\"a\":/**/«]»", .expected(.value)),
    Refusal("[1 /* two */ «2»]", .expected(.commaOrBracket)),
    Refusal("// nothing\n«»", .empty),
    Refusal("[1, // more\n«»", .endsBefore(.value)),
    Refusal("{‹\"a\"› // é\n «=» 1}") { .expected(.colon(after: $0)) },
    Refusal("{‹\"a\"›: 1 /* é */ «\"»b\": 2}") { .expected(.commaOrBrace(afterValueOf: $0)) },
    Refusal("{‹\"a\"›:1, /* x */ «\"a\"»:2}") { .duplicateName(first: $0) },
    Refusal("// «⟨FF⟩»\n{}", .invalidUTF8),
    Refusal("/* «⟨C3⟩»*/{}", .invalidUTF8),
    Refusal("// «⟨00⟩»\n{}", .controlInComment),
    Refusal("{} /* «⟨1B⟩»[2J */", .controlInComment),
    Refusal("\"a«\n»// no comment\"", .controlCharacter(0x0A)),
  ]

  @Test(arguments: refusals) func errorsHaveAPlace(_ refusal: Refusal) {
    refusal.expect(allowsComments: true)
  }

  @Test func strictTextsAreReadAlikeAndMarkedAsStrict() throws {
    for refusal in Refusal.all {
      let bytes = MarkedText(refusal.text).bytes
      let strict = problem(in: bytes)
      switch strict?.problem {
      case .comment, .trailingComma: continue
      default: #expect(problem(in: bytes, allowsComments: true) == strict, "\(refusal.text)")
      }
    }
    let text = try AcceptanceTests.fixture("every-token.json")
    let document = try Document(Source(text), allowsComments: true, names: NameTable())
    #expect(document.isStrict)
    #expect(document.plain() == NaiveReader.read(text))
  }

  @Test func everyTokenMayHaveCommentsAroundIt() throws {
    let text = try AcceptanceTests.fixture("every-token-with-comments.jsonc")
    let document = try Document(Source(text), allowsComments: true, names: NameTable())
    #expect(document.plain() == CommentStripper(text).value)
    // What was cut off anywhere is no JSON, and no crash.
    for end in 0..<text.count where end < text.count - 200 || end % 7 == 0 {
      _ = problem(in: Array(text[..<end]), allowsComments: true)
    }
  }
}
