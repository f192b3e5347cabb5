import Foundation
import Testing

@Suite struct CheckFindingTests {
  private static func check(_ files: [(path: String, text: String)], _ more: String...) -> [String]
  {
    Scratch(tree: files).run(["check"] + more).output
      .split(separator: "\n").map(String.init)
  }

  private static func check(_ root: String, _ others: (path: String, text: String)...) -> [String] {
    check([("p.json", root)] + others)
  }

  private static func rules(_ lines: [String]) -> [Substring] {
    lines.map { line in
      line.prefix { $0 != ":" } + " " + (line.split(separator: "[").last?.dropLast() ?? "")
    }
  }

  // MARK: What passes

  @Test func aKeyThatPassesIsToldWhereNoScopeHasIt() {
    let found = Self.check(
      #"{"$pass": ["a", "b", "c.d", "e*", "**.f", "g"], "a": 1, "c": {}, "x": 1}"#,
      ("p/p.json", #"{"b": 1}"#), ("p/q/p.json", #"{"c": {"d": 1}, "efg": 2}"#))
    #expect(
      found == [
        "p.json:1:35: warning: '$pass' names '**.f', which has no value in this scope or a descendant "
          + "[idle-exclude]",
        "p.json:1:43: warning: '$pass' names 'g', which has no value in this scope or a descendant "
          + "[idle-exclude]",
      ])
  }

  // MARK: Redundant

  @Test func aSubtreeInVainIsOneFinding() {
    let found = Self.check(
      #"{"db": {"port": 1, "pool": {"min": 1, "max": 2}, "log": {}}, "x": 1}"#,
      ("a/p.json", #"{"db": {"$comment": "", "pool": {"max": 2, "min": 1}, "port": 1}}"#),
      ("b/p.json", #"{"db": {"port": 2, "pool": {"max": 2, "min": 1}}}"#),
      ("c/p.json", #"{"$because": {"db": "so"}, "db": {"port": 1, "pool": {"max": 2}}}"#),
      ("d/p.json", #"{"db": {"$about": {"port": "x"}, "port": 1, "log": {}}}"#))
    let keys = found.compactMap { $0.split(separator: "'").dropFirst().first }
    #expect(keys == ["db", "db.pool", "db.port", "db.pool", "db.port", "db.log"], "\(found)")
    #expect(found.first?.contains("only repeats 3 inherited values") == true)
  }

  // MARK: References

  @Test func onlyAWantIsExcused() {
    let found = Self.check(
      #"{"f": {"$file": "no.txt"}, "l": {"$format": "${h}"}, "h": []}"#,
      ("a/p.json", #"{"f": 1, "h": 1}"#))
    #expect(Self.rules(found) == ["p.json reference", "p.json reference"], "\(found)")
  }

  // MARK: Strategies

  @Test func whoDeclaresThatItReplacesIsTakenAtItsWord() {
    let found = Self.check(
      #"{"$merge": {"o": "replace", "s": "deep"}, "o": {"a": 1}, "s": {"a": 1}}"#,
      ("a/p.json", #"{"o": "none", "s": "none"}"#))
    #expect(Self.rules(found) == ["a/p.json kind-clash", "a/p.json merge-kind"], "\(found)")
    #expect(found.allSatisfy { $0.contains("'s'") })
  }

  // MARK: Idle markers

  @Test func anIdleMarkerNamesTheNearestKey() {
    func nearest(_ line: String) -> Substring? {
      line.components(after: "the nearest key is '")?.prefix { $0 != "'" }
    }
    let found = Self.check(
      #"{"$about": {"db.hots": "x", "prot": "x"}, "$exclude": ["db.pasword"], "port": 1}"#,
      ("a/p.json", #"{"db": {"host": 1}, "$stop": ["prt"], "$remove": {"por": [1]}}"#),
      ("a/b/p.json", #"{"db": {"password": 1}}"#))
    #expect(found.map(nearest) == ["db.host", "port", "db.password", "port", "port"], "\(found)")
    // What is not inherited cannot be taken.
    let own = Self.check(#"{"$stop": ["prot"], "port": 1}"#)
    #expect(own.count == 1 && nearest(own[0]) == nil)
  }

  @Test func aMisspeltProtectionIsAnError() {
    let found = Self.check(
      #"{"$secret": ["pasword", "u.*.pw", "nothing"], "$final": ["hots", "a.b"], "host": 1, "#
        + #""u": {"x": {"pwd": 1}}, "a.b": 1}"#, ("a/p.json", #"{"password": "x"}"#))
    let severities = found.map { $0.contains(": error: ") }
    #expect(severities == [true, false, false, true, true], "\(found)")
    #expect(found.last?.contains(#"the nearest key is '"a.b"'"#) == true)
    #expect(Self.rules(found).allSatisfy { $0 == "p.json idle-attribute" })
  }

  // MARK: Names and texts

  @Test(arguments: [
    (#"{"k": "x ${db.host} y"}"#, true), (#"{"k": ["${.a}"]}"#, true), (#"{"k": "$host"}"#, false),
    (#"{"k": "${PATH}:x"}"#, false), (#"{"PATH": 1, "k": "${PATH}"}"#, true),
    (#"{"k": "${a b}"}"#, false), (#"{"k": "${"}"#, false), (#"{"k": "\u0024{a}"}"#, false),
    (#"{"k": {"$ref": "j", "default": "${a}"}, "j": 1}"#, true),
    (#"{"$about": {"k": "${a}"}, "k": 1}"#, false),
    (#"{"k": {"$format": "http://$host/"}}"#, true), (#"{"k": {"$format": "{host}"}}"#, true),
    (#"{"k": {"$format": "$5 {} $${host} $$host"}}"#, false),
    (#"{"k": {"$format": "${j} {x}"}, "j": 1}"#, false),
    (#"{"k": "${a|b}"}"#, true), (#"{"k": {"$format": "${none|} {x}"}}"#, false),
  ]) func whatLooksLikeAReferenceAndIsNone(text: String, isFound: Bool) {
    let found = Self.check(text)
    #expect(Self.rules(found) == (isFound ? ["p.json no-reference"] : []), "\(found)")
  }

  @Test(arguments: [
    ("%{x}", "Hiera"), ("a %{facts.os.family} b", "Hiera"), ("%{::fqdn}", "Hiera"),
    ("%{lookup('k')}", "Hiera"), (#"%{ lookup(\"k\") }"#, "Hiera"), ("{{ x }}", "Jinja or Helm"),
    ("{{x|default(1)}}", "Jinja or Helm"), ("{{- .Values.port }}", "Jinja or Helm"),
  ]) func aTemplateOfAnotherProgramIsTold(text: String, program: String) {
    for value in ["\"\(text)\"", "[1, \"\(text)\"]", "{\"$format\": \"${j}\(text)\"}"] {
      let found = Self.check([("p.json", "{\"j\": 1, \"k\": \(value)}")], "--rules", "no-reference")
      #expect(Self.rules(found) == ["p.json no-reference"], "\(found)")
      #expect(found.first?.contains("looks like a \(program) template; ") == true, "\(found)")
    }
  }

  @Test(arguments: [
    "%{HTTP_HOST}", "%{User-Agent}i", "%{}", "%{IP:client}", "%{[host]}", "{{ $labels.x }}", "{{}}",
    "{{",
    "%{x", "\\u0025{x}", "{\\u007b x }}", "100%", "}}{{",
  ]) func whatIsNoTemplateIsLeftAlone(text: String) {
    #expect(Self.check("{\"k\": \"\(text)\"}") == [])
  }

  @Test func templatesAreToldOncePerFileAndHierasOptionsOnce() {
    let texts = (0..<9).map { "\"k\($0)\": \"%{a}{{ b }}\"" }.joined(separator: ",\n")
    let found = Self.check(
      [
        ("p.json", "{\"lookup_options\": {\"x\": {\"merge\": \"deep\"}},\n\(texts)}"),
        ("q/q.json", #"{"lookup_options": 1, "x": {"lookup_options": {"y": 1}}}"#),
      ], "--rules", "no-reference")
    #expect(
      found == [
        "p.json:1:20: warning: 'lookup_options' has no effect; set merge strategies with '$merge' "
          + "(see 'heir help coming-from') [no-reference]",
        "p.json:2:7: warning: 9 strings look like Hiera templates, the first in 'k0'; "
          + "write {\"$format\": TEXT} with '${KEY}' instead of '%{KEY}' (also here: p.json:3:7; "
          + "also here: p.json:4:7; also here: p.json:5:7) [no-reference]",
        "p.json:2:7: warning: 9 strings look like Jinja or Helm templates, the first in 'k0'; "
          + "write {\"$format\": TEXT} with '${KEY}' instead of '{{ KEY }}' (also here: p.json:3:7; "
          + "also here: p.json:4:7; also here: p.json:5:7) [no-reference]",
      ], "\(found.joined(separator: "\n"))")
  }

  @Test func aPatternThatIsVeryLongIsCutAmongWordsAtWholeCharacters() {
    for (start, end) in [("", ""), ("x", ""), ("", "x"), ("x", "x")] {
      let name = start + String(repeating: "é", count: 3000) + end
      let scratch = Scratch([(".heir", ""), ("p.json", "{\"$stop\": [\"\(name).*\"]}")])
      let found = Harness(in: scratch.url).run("check", "--rules", "idle-stop").output
      #expect(found.contains("éé… (") && found.contains(" bytes more) …é"), "\(found)")
      #expect(found.utf8.count < 2000 && !found.contains("\u{FFFD}") && !found.contains("\\x"))
    }
  }

  @Test func ofManyFilesThreeAreNamed() throws {
    let files = (1...6).map { (path: "\($0).json", text: #"{"k": \#($0)}"#) }
    let found = try #require(Self.check(files).first)
    #expect(
      found.hasSuffix("another one: 2.json:1:7; another one: 3.json:1:7; and 2 more) [set-twice]"))
  }

  @Test(arguments: [
    ("$delete", "'$stop' removes"), ("$Unset", "'$stop' removes"),
    ("$extends", "'$include' inserts"),
    ("$import", "'$include' inserts"), ("$inherits", "'$inherit' lists"),
    ("$parent", "'$inherit' lists"),
    ("$super", "'${$inherited}'"),
    ("$null", "'$stop' removes"), ("$override", "'$merge' with"), ("$append", "'$merge' sets"),
    ("$lock", "'$final' prevents"), ("$const", "'$final' prevents"), ("$var", "'$ref' takes"),
  ]) func whatOthersCallADirectiveIsAnswered(name: String, answer: String) {
    let found = Self.check(#"{"\#(name)": ["k"]}"#)
    #expect(found.count == 1 && found[0].contains("unknown directive '\(name)'; "), "\(found)")
    #expect(found[0].contains(answer))
  }
}

extension String {
  fileprivate func components(after start: String) -> Substring? {
    range(of: start).map { self[$0.upperBound...] }
  }
}
