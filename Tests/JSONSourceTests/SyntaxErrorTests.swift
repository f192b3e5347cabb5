import JSONSource
import Testing

extension Refusal {
  private static let plain: [(SyntaxError.Problem, [String])] = [
    (.empty, ["«»", " \n«»", "⟨EF BB BF⟩«»"]),
    (
      .expected(.value),
      [
        "«x»", "«}»", "«]»", "«+»1", "«N»aN", "fals«y»", "nul«⟨00⟩»", "«⟨00⟩»", "«⟨C2⟩»⟨A0⟩1",
        "⟨EF BB BF⟩«⟨EF⟩»⟨BB BF⟩1", #"{"a":«}»"#, "[1,«,»2]",
      ]
    ),
    (.endsBefore(.value), ["tru«»", #"{"a":«»"#, "[1,«»"]),
    (.endsBefore(.valueOrBracket), ["[«»"]),
    (.expected(.valueOrBracket), ["[ «,»1]", "[n«i»l]"]),
    (.endsBefore(.nameOrBrace), ["{«»"]),
    (
      .expected(.nameOrBrace), ["{ «,»}", "{«1»:2}", "{\n«<»<<<<<", "{\n«<»<<<<<<<", "{ «<»<<<<<<"]
    ),
    (.endsBefore(.name), [#"{"a":1, «»"#]),
    (.expected(.name), [#"{"a":1,«,»"b":2}"#]),
    (.endsBefore(.commaOrBracket), ["[1«»"]),
    (.expected(.commaOrBracket), ["[1 «2»]", "[1«}»", "[true«f»alse]", "[1.5«.»2]"]),
    (.endsBefore(.digit), ["-«»", "1.«»", "1e«»", "1E+«»"]),
    (.expected(.digit), ["-«I»nfinity", "1.«e»1", "1e-«.»5", "0.«⟨00⟩»"]),
    (.expected(.end), ["{} «x»", "1 «2»", "0«x»1F", "{}«⟨EF⟩»⟨BB BF⟩"]),
    (.trailingComma, ["[1,«]»", "[1 , \n«]»", #"{"a":1,«}»"#]),
    (.leadingZero, ["0«1»", "-0«1»2"]),
    (.controlCharacter(0), ["\"«⟨00⟩»\"", "\"a⟨00⟩"]),
    (.controlCharacter(0x1F), ["\"abcdefgh«⟨1F⟩»\""]),
    (.controlCharacter(0x0A), ["\"a«\n»b\""]),
    (
      .unterminatedString,
      [
        "«\"»", "[«\"»abcdefghijkl]", #"{«"»a\":1}"#, #"[«"»a\"#, #"[«"»a\u"#, #"[«"»\u00e"#,
        #"[«"»\ud83d\ude0"#,
      ]
    ),
    (
      .unknownEscape,
      [
        #"["\«x»41"]"#, #"["\«U»0041"]"#, #"["\u«"»]"#, #"["\u00«g»0"]"#, #"["\u«+»041"]"#,
        #"["\ud800\u12«x»4"]"#, "[\"\\«⟨00⟩»\"]",
      ]
    ),
    (
      .unpairedSurrogate,
      [
        #"["«\ud800»"]"#, #"["a«\uDBFF»x"]"#, #"["«\udc00»"]"#, #"["\ud83d\ude00«\ude00»"]"#,
        #"["«\ud800»\ud800\udc00"]"#, #"["«\ud800»\n"]"#, #"{"«\udfff»":1}"#,
      ]
    ),
    (.invalidUTF8, ["\"«⟨FF⟩»\"", "[1 «⟨80⟩»]", "«⟨EF⟩»⟨BB⟩", "«⟨FF⟩»⟨FE⟩[⟨00⟩]⟨00⟩", "1«⟨C3⟩»"]),
    (.comment, ["«/»/ no\n1", "[1 «/»* no */]", "{«#» no\n}"]),
    (.mergeConflict(others: []), ["{\"a\":1\n«>>>>>>>» b\n=======\n"]),
  ]

  static let all: [Refusal] =
    plain.flatMap { problem, texts in texts.map { Refusal($0, problem) } } + [
      Refusal(#"{‹"a"›«»"#) { .endsBefore(.colon(after: $0)) },
      Refusal(#"{‹"a"› «}»"#) { .expected(.colon(after: $0)) },
      Refusal(#"{‹"a"› «=» 1}"#) { .expected(.colon(after: $0)) },
      Refusal(#"{‹"\u0061"›«,» 1}"#) { .expected(.colon(after: $0)) },
      Refusal(#"{‹"a"›:1«»"#) { .endsBefore(.commaOrBrace(afterValueOf: $0)) },
      Refusal(#"{‹"a"›:1 «"»b":2}"#) { .expected(.commaOrBrace(afterValueOf: $0)) },
      Refusal(#"{‹"a"›:1«]»"#) { .expected(.commaOrBrace(afterValueOf: $0)) },
      Refusal(#"{"a":{"c":[1]}, ‹"b"›:{"d":{}}«;»}"#) {
        .expected(.commaOrBrace(afterValueOf: $0))
      },
      Refusal(#"{"a":1, ‹"b"›:[{"c":1}] «⟨00⟩»}"#) { .expected(.commaOrBrace(afterValueOf: $0)) },
      Refusal(#"{‹"a"›:1,«"a"»:2}"#) { .duplicateName(first: $0) },
      Refusal(#"{"x":1,‹"a"›:{"a":1},"b":[1],«"\u0061"»:2}"#) { .duplicateName(first: $0) },
      Refusal(#"{"b":1,‹"a"›:1,«"a"»:2,"b":3,"a":4}"#) { .duplicateName(first: $0) },
      Refusal(#"[{"o":{‹""›:1,«""»:2}}]"#) { .duplicateName(first: $0) },
      Refusal(#"{‹"$stop"›:[],«"$stop"»:[]}"#) { .duplicateName(first: $0) },
      Refusal(#"{‹"$$a"›:1,«"\u0024$a"»:2}"#) { .duplicateName(first: $0) },
      Refusal("{\n«<<<<<<<» HEAD\n\"a\":1\n‹=======›\n}\n>>>>>>> b\n") { first in
        .mergeConflict(others: [first, ByteRange(first.start + 10, first.start + 17)])
      },
      Refusal("{\"a\":1\n«=======»\r\n‹>>>>>>>›") { .mergeConflict(others: [$0]) },
      Refusal("«<<<<<<<»", .mergeConflict(others: [])),
      // It ends with the line of '>', and has no more than three lines behind the first.
      Refusal("«<<<<<<<»\n‹>>>>>>>›\n=======\n") { .mergeConflict(others: [$0]) },
      Refusal("«<<<<<<<»\n‹|||||||›\n=======\n=======\n>>>>>>>\n") { first in
        .mergeConflict(
          others: [0, 8, 16].map { ByteRange(first.start + $0, first.start + $0 + 7) })
      },
      Refusal("«|||||||»\n‹=======›") { .mergeConflict(others: [$0]) },
      Refusal(String(repeating: "[", count: 512) + "«[»", .tooDeep(limit: 512)),
      Refusal(
        String(repeating: #"[{"a":"#, count: 256) + "«{»", .tooDeep(limit: 512)),
    ]
}

@Suite struct SyntaxErrorTests {
  @Test(arguments: Refusal.all) func errorsHaveAPlace(_ refusal: Refusal) {
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
