import JSONSource
import Testing

extension Refusal {
  static let all: [Refusal] = [
    // A value.
    Refusal("«»", .empty),
    Refusal(" \n«»", .empty),
    Refusal("⟨EF BB BF⟩«»", .empty),
    Refusal("«x»", .expected(.value)),
    Refusal("«}»", .expected(.value)),
    Refusal("«]»", .expected(.value)),
    Refusal("«+»1", .expected(.value)),
    Refusal("«N»aN", .expected(.value)),
    Refusal("tru«»", .endsBefore(.value)),
    Refusal("fals«y»", .expected(.value)),
    Refusal("nul«⟨00⟩»", .expected(.value)),
    Refusal("«⟨00⟩»", .expected(.value)),
    Refusal("«⟨C2⟩»⟨A0⟩1", .expected(.value)),
    Refusal("⟨EF BB BF⟩«⟨EF⟩»⟨BB BF⟩1", .expected(.value)),
    Refusal(#"{"a":«»"#, .endsBefore(.value)),
    Refusal(#"{"a":«}»"#, .expected(.value)),
    Refusal("[1,«»", .endsBefore(.value)),
    Refusal("[1,«,»2]", .expected(.value)),
    // An array's first value.
    Refusal("[«»", .endsBefore(.valueOrBracket)),
    Refusal("[ «,»1]", .expected(.valueOrBracket)),
    Refusal("[n«i»l]", .expected(.valueOrBracket)),
    // A name.
    Refusal("{«»", .endsBefore(.nameOrBrace)),
    Refusal("{ «,»}", .expected(.nameOrBrace)),
    Refusal("{«1»:2}", .expected(.nameOrBrace)),
    Refusal(#"{"a":1, «»"#, .endsBefore(.name)),
    Refusal(#"{"a":1,«,»"b":2}"#, .expected(.name)),
    // A colon.
    Refusal(#"{‹"a"›«»"#) { .endsBefore(.colon(after: $0)) },
    Refusal(#"{‹"a"› «}»"#) { .expected(.colon(after: $0)) },
    Refusal(#"{‹"a"› «=» 1}"#) { .expected(.colon(after: $0)) },
    Refusal(#"{‹"\u0061"›«,» 1}"#) { .expected(.colon(after: $0)) },
    // A comma.
    Refusal("[1«»", .endsBefore(.commaOrBracket)),
    Refusal("[1 «2»]", .expected(.commaOrBracket)),
    Refusal("[1«}»", .expected(.commaOrBracket)),
    Refusal("[true«f»alse]", .expected(.commaOrBracket)),
    Refusal("[1.5«.»2]", .expected(.commaOrBracket)),
    Refusal(#"{‹"a"›:1«»"#) { .endsBefore(.commaOrBrace(afterValueOf: $0)) },
    Refusal(#"{‹"a"›:1 «"»b":2}"#) { .expected(.commaOrBrace(afterValueOf: $0)) },
    Refusal(#"{‹"a"›:1«]»"#) { .expected(.commaOrBrace(afterValueOf: $0)) },
    Refusal(#"{"a":{"c":[1]}, ‹"b"›:{"d":{}}«;»}"#) { .expected(.commaOrBrace(afterValueOf: $0)) },
    Refusal(#"{"a":1, ‹"b"›:[{"c":1}] «⟨00⟩»}"#) { .expected(.commaOrBrace(afterValueOf: $0)) },
    // A digit.
    Refusal("-«»", .endsBefore(.digit)),
    Refusal("-«I»nfinity", .expected(.digit)),
    Refusal("1.«»", .endsBefore(.digit)),
    Refusal("1.«e»1", .expected(.digit)),
    Refusal("1e«»", .endsBefore(.digit)),
    Refusal("1E+«»", .endsBefore(.digit)),
    Refusal("1e-«.»5", .expected(.digit)),
    Refusal("0.«⟨00⟩»", .expected(.digit)),
    // The end.
    Refusal("{} «x»", .expected(.end)),
    Refusal("1 «2»", .expected(.end)),
    Refusal("0«x»1F", .expected(.end)),
    Refusal("{}«⟨EF⟩»⟨BB BF⟩", .expected(.end)),
    // The others.
    Refusal("[1,«]»", .trailingComma),
    Refusal("[1 , \n«]»", .trailingComma),
    Refusal(#"{"a":1,«}»"#, .trailingComma),
    Refusal("0«1»", .leadingZero),
    Refusal("-0«1»2", .leadingZero),
    Refusal("\"«⟨00⟩»\"", .controlCharacter(0)),
    Refusal("\"abcdefgh«⟨1F⟩»\"", .controlCharacter(0x1F)),
    Refusal("\"a«\n»b\"", .controlCharacter(0x0A)),
    Refusal("\"a⟨00⟩", .controlCharacter(0)),
    Refusal("«\"»", .unterminatedString),
    Refusal("[«\"»abcdefghijkl]", .unterminatedString),
    Refusal(#"{«"»a\":1}"#, .unterminatedString),
    Refusal(#"[«"»a\"#, .unterminatedString),
    Refusal(#"[«"»a\u"#, .unterminatedString),
    Refusal(#"[«"»\u00e"#, .unterminatedString),
    Refusal(#"[«"»\ud83d\ude0"#, .unterminatedString),
    Refusal(#"["\«x»41"]"#, .unknownEscape),
    Refusal(#"["\«U»0041"]"#, .unknownEscape),
    Refusal(#"["\u«"»]"#, .unknownEscape),
    Refusal(#"["\u00«g»0"]"#, .unknownEscape),
    Refusal(#"["\u«+»041"]"#, .unknownEscape),
    Refusal(#"["\ud800\u12«x»4"]"#, .unknownEscape),
    Refusal("[\"\\«⟨00⟩»\"]", .unknownEscape),
    Refusal(#"["«\ud800»"]"#, .unpairedSurrogate),
    Refusal(#"["a«\uDBFF»x"]"#, .unpairedSurrogate),
    Refusal(#"["«\udc00»"]"#, .unpairedSurrogate),
    Refusal(#"["\ud83d\ude00«\ude00»"]"#, .unpairedSurrogate),
    Refusal(#"["«\ud800»\ud800\udc00"]"#, .unpairedSurrogate),
    Refusal(#"["«\ud800»\n"]"#, .unpairedSurrogate),
    Refusal(#"{"«\udfff»":1}"#, .unpairedSurrogate),
    Refusal("\"«⟨FF⟩»\"", .invalidUTF8),
    Refusal("[1 «⟨80⟩»]", .invalidUTF8),
    Refusal("«⟨EF⟩»⟨BB⟩", .invalidUTF8),
    Refusal("«⟨FF⟩»⟨FE⟩[⟨00⟩]⟨00⟩", .invalidUTF8),
    Refusal("1«⟨C3⟩»", .invalidUTF8),
    Refusal(#"{‹"a"›:1,«"a"»:2}"#) { .duplicateName(first: $0) },
    Refusal(#"{"x":1,‹"a"›:{"a":1},"b":[1],«"\u0061"»:2}"#) { .duplicateName(first: $0) },
    Refusal(#"{"b":1,‹"a"›:1,«"a"»:2,"b":3,"a":4}"#) { .duplicateName(first: $0) },
    Refusal(#"[{"o":{‹""›:1,«""»:2}}]"#) { .duplicateName(first: $0) },
    Refusal(#"{‹"$stop"›:[],«"$stop"»:[]}"#) { .duplicateName(first: $0) },
    Refusal(#"{‹"$$a"›:1,«"\u0024$a"»:2}"#) { .duplicateName(first: $0) },
    Refusal("«/»/ no\n1", .comment),
    Refusal("[1 «/»* no */]", .comment),
    Refusal("{«#» no\n}", .comment),
    Refusal("{\n«<<<<<<<» HEAD\n\"a\":1\n‹=======›\n}\n>>>>>>> b\n") { first in
      .mergeConflict(others: [first, ByteRange(first.start + 10, first.start + 17)])
    },
    Refusal("{\"a\":1\n«=======»\r\n‹>>>>>>>›") { .mergeConflict(others: [$0]) },
    Refusal("{\"a\":1\n«>>>>>>>» b\n=======\n", .mergeConflict(others: [])),
    Refusal("«<<<<<<<»", .mergeConflict(others: [])),
    // It ends with the line of '>', and has no more than three lines behind the first.
    Refusal("«<<<<<<<»\n‹>>>>>>>›\n=======\n") { .mergeConflict(others: [$0]) },
    Refusal("«<<<<<<<»\n‹|||||||›\n=======\n=======\n>>>>>>>\n") { first in
      .mergeConflict(
        others: [0, 8, 16].map { ByteRange(first.start + $0, first.start + $0 + 7) })
    },
    Refusal("«|||||||»\n‹=======›") { .mergeConflict(others: [$0]) },
    Refusal("{\n«<»<<<<<", .expected(.nameOrBrace)),
    Refusal("{\n«<»<<<<<<<", .expected(.nameOrBrace)),
    Refusal("{ «<»<<<<<<", .expected(.nameOrBrace)),
    Refusal(String(repeating: "[", count: 512) + "«[»", .tooDeep(limit: 512)),
    Refusal(
      String(repeating: #"[{"a":"#, count: 256) + "«{»", .tooDeep(limit: 512)),
  ]
}

@Suite struct SyntaxErrorTests {
  @Test(arguments: Refusal.all) func whatIsWrongIsToldWithItsPlace(_ refusal: Refusal) {
    refusal.expect()
  }

  @Test func aSourceAboveTheLimitIsRefusedUnread() {
    func blank(_ count: Int) -> [UInt8] {
      // Memory that nobody touches costs nothing; the first bytes are looked at for a byte order mark.
      [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, filled in
        for index in 0..<8 { buffer[index] = 0x78 }
        filled = count
      }
    }
    #expect(
      problem(in: blank(Source.largest + 1))
        == SyntaxError(.tooLarge(limit: 256 << 20), ByteRange(0, 0)))
    #expect(problem(in: blank(Source.largest))?.problem == .expected(.value))
  }
}
