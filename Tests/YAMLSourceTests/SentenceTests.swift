import JSONSource
import Testing

@testable import YAMLSource

@Suite struct SentenceTests {
  /// Texts with their values in both dialects, or with the second value for Psych.
  private static let values: [(text: String, python: String, ruby: String)] = [
    ("", "null", "null"),
    ("\u{FEFF}a: 1\r\nb: 'x'\r\n", #"{"a":1,"b":"x"}"#, #"{"a":1,"b":"x"}"#),
    ("a:\n- b\n-\n  c: d\n  e:\nf:", #"{"a":["b",{"c":"d","e":null}],"f":null}"#, ""),
    ("- - a\n  - b\n- ? k\n  : v\n", #"[["a","b"],{"k":"v"}]"#, ""),
    ("{a: b, c, \"d\":1, ? e : [f: g,]}", #"{"a":"b","c":null,"d":1,"e":[{"f":"g"}]}"#, ""),
    ("a: one\n  two\n\n  three\nb: 'x\n\n  y'", #"{"a":"one two\nthree","b":"x\ny"}"#, ""),
    (
      "a: |\n  x\n   y\nb: >-\n  x\n  y\n\n  z\nc: |2+\n    q\n\n",
      #"{"a":"x\n y\n","b":"x y\nz","c":"  q\n\n"}"#, ""
    ),
    (
      #""\x41\u00e9\U0001F600\ud83d\ude00\/\e\_""#, "\"Aé😀😀/\\u001b\u{A0}\"",
      "error 1:22 the escape is not a Unicode character"
    ),
    (
      "a: &x {k: 1, l: 2}\nb: {k: 3, <<: *x, m: 4}",
      #"{"a":{"k":1,"l":2},"b":{"k":3,"l":2,"m":4}}"#,
      #"{"a":{"k":1,"l":2},"b":{"k":1,"l":2,"m":4}}"#
    ),
    (
      "- &x {k: 1}\n- &y {k: 2, j: 0}\n- {i: 5, <<: [*x, *y]}",
      #"[{"k":1},{"k":2,"j":0},{"k":1,"j":0,"i":5}]"#,
      #"[{"k":1},{"k":2,"j":0},{"i":5,"k":1,"j":0}]"#
    ),
    ("'<<': {a: 1}", #"{"<<":{"a":1}}"#, #"{"a":1}"#),
    ("<<: 1", "left out 1:1 '<<' needs a mapping or a sequence of mappings", #"{"<<":1}"#),
    (
      "[+1, 0755, 1., .5, -.5, 1_0.5, 1_000, 0x_FF, 0b11, 08]",
      #"[1,493,1.0,0.5,"-.5",10.5,1000,255,3,"08"]"#, #"[1,493,1.0,0.5,-0.5,10.5,1000,255,3,"08"]"#
    ),
    ("[1:30, -1:30, 1:30:20.5]", "[90,-90,5420.5]", "[5400,-1800,5420.5]"),
    ("0xdead_beef_dead_beef_dead", "1051570404382037444124333", ""),
    ("0xde0b6b3a7640000", "1000000000000000000", ""),
    ("- 1,000\n- 1,0.5", #"["1,000","1,0.5"]"#, "[1000,10.5]"),
    (
      "[yes, Yes, yEs, ~, nUll, off, y]", #"[true,true,"yEs",null,"nUll",false,"y"]"#,
      #"[true,true,true,null,null,false,"y"]"#
    ),
    (
      "~: a\n1.10: b\nyes: c\n0x10: d", #"{"null":"a","1.1":"b","true":"c","16":"d"}"#,
      #"{"":"a","1.1":"b","true":"c","16":"d"}"#
    ),
    ("1.0e+20: a", #"{"1e+20":"a"}"#, #"{"1.0e+20":"a"}"#),
    ("- :a\n- :\"b c\"\n- ':d'", #"[":a",":\"b c\"",":d"]"#, #"["a","b c",":d"]"#),
    (
      "- !!str 1\n- !!int '2'\n- !!float 3\n- !!float 1e5\n- ! '4'\n- !<tag:yaml.org,2002:str> yes",
      #"["1",2,3.0,100000.0,4,"yes"]"#, ""
    ),
    ("%TAG !y! tag:yaml.org,2002:\n--- !y!str 1", "\"1\"", ""),
    ("a: 1\n---\nb: 2\n", #"{"a":1}"#, ""),
    ("&a a: 1\nb: *a\n*a : 2", #"{"a":2,"b":"a"}"#, ""),
  ]

  @Test func readsValues() {
    for (text, python, ruby) in Self.values {
      #expect(JSON.outcome(of: text, .python) == python, "\(text)")
      #expect(JSON.outcome(of: text, .ruby) == (ruby.isEmpty ? python : ruby), "\(text)")
    }
  }

  private static let errors: [(text: String, place: String, words: String)] = [
    ("a: b: c", "1:5", "a mapping cannot start here; write it on its own lines, or quote the text"),
    ("a: - b", "1:4", "a sequence cannot start here; write it on its own lines"),
    ("a:\n\tb: 1", "2:1", "a tab cannot indent; use spaces"),
    ("a: |\n  \tb", "2:3", "a tab cannot indent; use spaces"),
    (
      "a:\n  b:\n   '\n' c: 1", "4:3",
      "unexpected text after a value; remove it, or quote the whole value"
    ),
    (
      "a: 1\n  b: 2", "2:4",
      "a mapping cannot start here; write it on its own lines, or quote the text"
    ),
    ("a:\n    b: 1\n  c: 2", "3:3", "wrong indentation; align it with the lines before"),
    ("a: 'b' c", "1:8", "unexpected text after a value; remove it, or quote the whole value"),
    ("a: 'b", "1:4", "''' is never closed"),
    ("a: [1, 2", "1:4", "'[' is never closed"),
    ("a: ['1' x]", "1:9", "expected ',' or ']' after a value"),
    ("a: 1\nb\nc: 2", "2:1", "expected ':' and a space after a key"),
    ("a: @b", "1:4", "unexpected '@'; put text that starts with it in quotes"),
    ("a: \"\\q\"", "1:5", "unknown escape in a string; write \\\\ for a backslash"),
    ("a: \"\\u12\"", "1:9", "expected 4 hexadecimal digits"),
    ("a: \"\\ud800\"", "1:5", "the escape is not a Unicode character"),
    ("a: \"b\n--- c\"", "2:1", "a line '---' or '...' in a value; close the value before it"),
    ("a: |x\n b", "1:5", "expected the end of the line after '|' or '>'"),
    ("a: *b", "1:4", "unknown alias; add the anchor before it, or quote the text"),
    ("a: !!", "1:4", "wrong tag; remove it, or quote text that begins with '!'"),
    ("a: !! b", "1:4", "wrong tag; remove it, or quote text that begins with '!'"),
    ("[!!, b]", "1:2", "wrong tag; remove it, or quote text that begins with '!'"),
    ("a: !b! c", "1:4", "wrong tag; remove it, or quote text that begins with '!'"),
    ("a: !b!c d", "1:4", "wrong tag; remove it, or quote text that begins with '!'"),
    ("a: !<> b", "1:4", "wrong tag; remove it, or quote text that begins with '!'"),
    ("a: !<b", "1:4", "wrong tag; remove it, or quote text that begins with '!'"),
    ("a: !b{ c", "1:4", "wrong tag; remove it, or quote text that begins with '!'"),
    ("a: !é b", "1:4", "wrong tag; remove it, or quote text that begins with '!'"),
    ("a: &b &c d", "1:7", "second anchor or tag for one value; remove one"),
    ("%YAML 1.3\n---\na", "1:1", "wrong directive; write '%YAML 1.1' or remove the line"),
    ("%YAML 2.0\n---\na", "1:1", "wrong directive; write '%YAML 1.1' or remove the line"),
    (
      "%TAG !y! a:\n%TAG !y! b:\n--- 1", "2:1",
      "wrong directive; write '%YAML 1.1' or remove the line"
    ),
    ("%YAML 1.1\na", "2:1", "expected a line '---' before the document"),
    ("a: \u{7}", "1:4", "control character; remove it, or escape it in double quotes"),
    ("\"a\nb\": c", "1:1", "a key must be on one line; write '?' before it"),
    (
      String(repeating: "é", count: 1025) + ": a", "1:1",
      "a key has more than 1024 characters; write '?' before it"
    ),
  ]

  @Test func refusesWithPlaceAndWords() {
    for (text, place, words) in Self.errors {
      #expect(JSON.outcome(of: text, .ruby) == "error \(place) \(words)", "\(text)")
      #expect(JSON.outcome(of: text, .python) == "error \(place) \(words)", "\(text)")
    }
  }

  private static let leftOut: [(text: String, place: String, words: String)] = [
    ("a: &b [*b]", "1:8", "an alias is inside its own anchor; JSON cannot express that"),
    ("a: !Ref b", "1:9", "unsupported tag '!Ref'; write the value without it"),
    ("a: !Ref {b: 1}", "1:9", "unsupported tag '!Ref'; write the value without it"),
    ("a: !!int b", "1:10", "the value does not fit its tag"),
    ("a: !!map b", "1:10", "the value does not fit its tag"),
    ("a: .inf", "1:4", "JSON has no infinity and no NaN; write a string"),
    ("- {[a]: b, c: d}", "1:3", "a key cannot be a sequence or mapping; write text"),
    ("a: {{ b }}", "1:4", "a key cannot be a sequence or mapping; write text"),
    ("a: &b .inf\nc: [*b]", "1:7", "JSON has no infinity and no NaN; write a string"),
    ("!Ref a: b", "1:1", "unsupported tag '!Ref'; write the value without it"),
    (
      "%TAG !! tag:own.example:\n--- !!str 1", "2:11",
      "unsupported tag; write the value without it, or quote text that begins with '!'"
    ),
  ]

  @Test func leavesValuesOutAndReadsOn() {
    for (text, place, words) in Self.leftOut {
      #expect(JSON.outcome(of: text, .ruby) == "left out \(place) \(words)", "\(text)")
      #expect(JSON.outcome(of: text, .python) == "left out \(place) \(words)", "\(text)")
    }
  }

  @Test func readsChartsAsHelmDoes() {
    let values = [
      ("[1:30, 0755, 08, 0o17, 0x_ff, -0b11, 1_000, +5]", #"[1:30,493,8.0,15,255,-3,1000,5]"#),
      ("[y, N, yes, oFF, on, ~, Null]", #"[true,false,true,"oFF",true,null,null]"#),
      (
        "[1e3, 1.50, .5, -.5, 1., 1.e2, 1e, 1.2.3, ._5]",
        #"[1000.0,1.5,0.5,-0.5,1.0,100.0,"1e","1.2.3","._5"]"#
      ),
      (
        "[18446744073709551615, 18446744073709551616, 1e999, 2020-01-02]",
        #"[18446744073709551615,1.8446744073709552e+19,"1e999","2020-01-02"]"#
      ),
      ("{on: 1, 0x10: 2, 1.0: 3}", #"{"true":1,"16":2,"1":3}"#),
      (
        "{a: &x {k: 1}, b: {k: 2, <<: *x}, c: {'<<': 1}}",
        #"{"a":{"k":1},"b":{"k":1},"c":{"<<":1}}"#
      ),
      ("{a:, b: [c:, d:e], f:g}", #"{"a:":null,"b":["c:","d:e"],"f:g":null}"#),
      (#"[! 1, ! y, ! ~, ! '2', "\'"]"#, #"["1","y","~","2","'"]"#),
    ]
    for (text, json) in values {
      #expect(JSON.outcome(of: text, .go) == json.replacing("1:30", with: "\"1:30\""), "\(text)")
    }
  }

  @Test func refusesWhatHelmRefuses() {
    for text in ["%YAML 1.2\n---\na: 1", "%FOO\n---\na: 1", #"a: "\/""#, "{a?: b}", "[a?]"] {
      #expect(JSON.outcome(of: text, .go).hasPrefix("error "), "\(text)")
    }
  }

  @Test func refusesOtherEncodings() {
    let utf16 = Source([0xFF, 0xFE, 0x61, 0])
    #expect(throws: YAMLError(.isUTF16, ByteRange(0, 2))) { try YAMLDocument(utf16, .ruby) }
    let latin1 = Source([0x61, 0x3A, 0x20, 0xE9])
    #expect(throws: YAMLError(.invalidUTF8, ByteRange(3, 4))) { try YAMLDocument(latin1, .ruby) }
  }

  @Test func notesPlaces() throws {
    let text = "a: 2020-01-02\nb: :s\na: 1\n---\n"
    let document = try YAMLDocument(Source(Array(text.utf8)), .ruby)
    #expect(document.notes.map(\.kind) == [.timestamp, .symbol, .duplicateName, .furtherDocuments])
    #expect(document.notes.map(\.start) == [3, 17, 20, 25])
  }

  @Test func placesAreThoseOfValues() throws {
    let text = "k: &a !!str v\nl: *a\nm:\n  - [x]\n"
    let document = try YAMLDocument(Source(Array(text.utf8)), .python)
    guard case .mapping(let members) = document.root.content else { return #expect(Bool(false)) }
    #expect(members.map(\.start) == [0, 14, 20])
    #expect(members.map(\.value.start) == [12, 17, 25])
    guard case .sequence(let elements) = members[2].value.content else {
      return #expect(Bool(false))
    }
    #expect(elements.map(\.start) == [27])
  }
}
