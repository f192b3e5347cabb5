import Foundation
import Testing

/// What `check` finds in small trees, and what it leaves alone.
@Suite struct CheckFindingTests {
  /// The findings in a tree, a line each.
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

  @Test func aKeyThatPassesIsMeantForTheScopesBelowAndNoOthers() {
    let found = Self.check([
      ("a/p.json", #"{"k": 1}"#), ("b/p.json", #"{"$pass": ["k", "kk"], "x": 1}"#),
      ("b/c/p.json", #"{"kkk": 1}"#), ("c/p.json", #"{"kk": 1}"#),
    ])
    #expect(Self.rules(found) == ["b/p.json idle-exclude", "b/p.json idle-exclude"], "\(found)")
    #expect(found.last?.contains("'kk'") == true)
  }

  @Test func aKeyThatPassesMayBeThatOfAScopeThatInheritsFromElsewhere() {
    let found = Self.check([
      ("b/p.json", #"{"$pass": ["k", "l", "m"], "x": 1}"#),
      ("c/p.json", #"{"$inherit": ["/b"], "k": 1}"#), ("c/d/p.json", #"{"l": 1}"#),
    ])
    #expect(found.count == 1 && found[0].contains("'m'"), "\(found)")
  }

  // MARK: How many scopes

  @Test func aCauseIsToldOnceWithItsScopes() {
    let found = Self.check(
      #"{"u": {"$format": "${h}"}, "v": {"$ref": "u"}}"#, ("a/p.json", "{}"),
      ("a/b/p.json", "{}"), ("c/p.json", #"{"h": 1}"#), ("d/p.json", #"{"x": 1}"#))
    #expect(
      found == [
        "p.json:1:19: error: 'h' has no value in /a; add a value or a 'default' "
          + "(in 3 scopes) [reference]"
      ])
  }

  @Test func aScopeThatInheritsABadValueShowsIt() {
    let found = Self.check(
      #"{"$type": {"k": "integer"}, "k": "x"}"#, ("a/p.json", #"{"y": 1}"#),
      ("a/b/p.json", #"{"k": 1}"#), ("a/b/c/p.json", "{}"), ("a/d/p.json", #"{"$stop": ["k"]}"#),
      ("e/f/p.json", #"{"k": "z"}"#))
    #expect(found.count == 2)
    #expect(found.first?.contains("in /, not an integer") == true)
    #expect(found.first?.hasSuffix("(in 3 scopes) [type]") == true, "\(found)")
    #expect(found.last?.hasSuffix(":11) [type]") == false && found.last?.contains("(in ") == false)
  }

  @Test func whatIsRequiredIsCountedInTheScopesThatMissIt() {
    let found = Self.check(
      #"{"$required": ["k", "o.*.m"], "o": {"x": {}}}"#, ("a/b/p.json", "{}"),
      ("c/p.json", #"{"k": 1, "$stop": ["o.x"]}"#), ("d/p.json", "{}"))
    #expect(found.map { $0.contains("'k'") } == [true, false])
    #expect(found.allSatisfy { $0.hasSuffix("in /a/b (in 2 scopes) [required]") }, "\(found)")
  }

  @Test func jsonCountsTheScopes() {
    let json = Self.check(
      [("p.json", #"{"a": {"$ref": "b"}}"#)], "--json", "-c")
    #expect(json.first?.contains(#""key":"a","scopes":1,"related""#) == true, "\(json)")
    let both = Self.check(
      [("p.json", #"{"a": {"$ref": "a"}}"#), ("x/p.json", "{}")], "--json", "-c")
    #expect(both.first?.contains(#""key":"a","scopes":2,"related""#) == true, "\(both)")
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

  @Test func anEqualObjectThatReplacesIsRedundant() {
    let found = Self.check(
      #"{"$merge": {"o": "replace"}, "o": {"a": 1, "b": {"c": [1]}}}"#,
      ("same/p.json", #"{"o": {"b": {"c": [1.0]}, "a": 1}}"#),
      ("less/p.json", #"{"o": {"a": 1}}"#), ("more/p.json", #"{"o": {"a": 1, "b": {"c": [2]}}}"#))
    #expect(Self.rules(found) == ["same/p.json redundant"], "\(found)")
  }

  // MARK: References

  @Test func aScopeMayLeaveAKeyToThoseBelow() {
    let template = #"{"url": {"$format": "http://${host}/"}, "all": [{"$ref": "url"}]}"#
    #expect(
      Self.check(
        template, ("a/p.json", #"{"host": "x"}"#), ("b/c/p.json", #"{"host": "y"}"#)
      ).isEmpty)
    // Each that has none below is held to it.
    let one = Self.check(template, ("a/p.json", #"{"host": "x"}"#), ("b/c/p.json", "{}"))
    #expect(
      one.count == 1 && one[0].contains("in /b;") && one[0].contains("(in 2 scopes)"), "\(one)")
    // Who puts another value in its place completes nothing.
    let other = Self.check(template, ("a/p.json", #"{"url": "x", "all": []}"#))
    #expect(other.count == 1 && other[0].contains("in /;"), "\(other)")
    // A middle scope that completes it, and those below who break it again.
    let broken = Self.check(
      template, ("a/p.json", #"{"host": "x"}"#), ("a/b/p.json", #"{"$stop": ["host"]}"#))
    #expect(broken.count == 1 && broken[0].contains("(in 2 scopes)"), "\(broken)")
  }

  @Test func onlyAWantIsExcused() {
    let found = Self.check(
      #"{"f": {"$file": "no.txt"}, "l": {"$format": "${h}"}, "h": []}"#,
      ("a/p.json", #"{"f": 1, "h": 1}"#))
    #expect(Self.rules(found) == ["p.json reference", "p.json reference"], "\(found)")
  }

  @Test func aScopeOfAnotherTreeIsBelow() {
    let scratch = Scratch([
      ("base/p.json", #"{"url": {"$format": "${host}"}}"#), ("over/a/p.json", #"{"host": 1}"#),
    ])
    let harness = Harness(in: scratch.url)
    #expect(harness.run("check", "--root", "base").status == 1)
    #expect(harness.run("check", "--root", "base", "--overlay", "over").output == "")
  }

  // MARK: Strategies

  @Test func whoDeclaresThatItReplacesIsTakenAtItsWord() {
    let found = Self.check(
      #"{"$merge": {"o": "replace", "s": "deep"}, "o": {"a": 1}, "s": {"a": 1}}"#,
      ("a/p.json", #"{"o": "none", "s": "none"}"#))
    #expect(Self.rules(found) == ["a/p.json kind-clash", "a/p.json merge-kind"], "\(found)")
    #expect(found.allSatisfy { $0.contains("'s'") })
  }

  @Test func aStrategyThatMeetsNothingIsIdle() {
    let found = Self.check(
      #"{"$merge": {"met": "append", "alone": "append", "rid": "union", "*": "deep"}, "#
        + #""met": [1], "alone": [1], "rid": [1]}"#,
      ("a/p.json", #"{"met": [2], "$remove": {"rid": [1]}, "other": [2]}"#))
    #expect(found.count == 2 && found.allSatisfy { $0.contains("'$merge' of") }, "\(found)")
    #expect(found.map { $0.contains("'alone'") } == [true, false])
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

  @Test func aReasonNeedsAnOverrideBesideIt() {
    let found = Self.check(
      #"{"k": 1, "l": 1, "m": 1, "o": {"p": 1}}"#,
      (
        "a/p.json",
        #"{"$because": {"k": "x", "l": "x", "m": "x", "o.*": "x"}, "#
          + #""$until": {"n": "9999-12-31"}, "l": 2, "$stop": ["m"], "o": {"q": 1}}"#
      ))
    #expect(found.count == 2, "\(found)")
    #expect(found.first?.contains(#"'$because' names 'k', which this scope does not set"#) == true)
    #expect(found.last?.contains(#"'$until' names 'n', which this scope does not set"#) == true)
  }

  @Test func whatIsRequiredOfNothingIsIdle() {
    let found = Self.check(#"{"$required": ["pools.*.max"], "pool": {"w": {}}}"#)
    #expect(Self.rules(found) == ["p.json idle-attribute"], "\(found)")
    #expect(Self.rules(Self.check(#"{"$required": ["max"]}"#)) == ["p.json required"])
  }

  @Test func aTypeThatNeverCountsIsIdle() {
    let found = Self.check(#"{"$type": {"*": "string", "port": "integer"}, "port": 1}"#)
    #expect(found.count == 1 && found[0].contains("'*'"), "\(found)")
  }

  // MARK: Names and texts

  @Test func aDottedNameBesideTheKeyIsTold() {
    let found = Self.check(
      #"{"db": {"port": 1}, "a": {"b": {"c": 1}}, "x.y": 1}"#,
      ("e/p.json", #"{"db.port": 2, "a": {"b.c": 2}, "db.host": 2, ".db": 1}"#))
    #expect(Self.rules(found) == ["e/p.json dotted-name", "e/p.json dotted-name"])
    #expect(
      found.first?.contains(#"'"db.port"' contains a dot, so it does not set 'db.port'"#) == true)
    #expect(found.last?.contains(#"'a."b.c"' contains a dot, so it does not set 'a.b.c'"#) == true)
    #expect(found.first?.hasPrefix("e/p.json:1:2: ") == true)
  }

  @Test(arguments: [
    (#"{"k": "x ${db.host} y"}"#, true), (#"{"k": ["${.a}"]}"#, true), (#"{"k": "$host"}"#, false),
    (#"{"k": "${PATH}:x"}"#, false), (#"{"PATH": 1, "k": "${PATH}"}"#, true),
    (#"{"k": "${a b}"}"#, false), (#"{"k": "${"}"#, false), (#"{"k": "\u0024{a}"}"#, false),
    (#"{"k": {"$ref": "j", "default": "${a}"}, "j": 1}"#, true),
    (#"{"$about": {"k": "${a}"}, "k": 1}"#, false),
    (#"{"k": {"$format": "http://$host/"}}"#, true), (#"{"k": {"$format": "{host}"}}"#, true),
    (#"{"k": {"$format": "$5 {} $${host} $$host"}}"#, false),
    (#"{"k": {"$format": "${j} {x}"}, "j": 1}"#, false),
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
          + "write {\"$format\": TEXT} with '${KEY}' instead of '%{KEY}' (another one: p.json:3:7; "
          + "another one: p.json:4:7; another one: p.json:5:7) [no-reference]",
        "p.json:2:7: warning: 9 strings look like Jinja or Helm templates, the first in 'k0'; "
          + "write {\"$format\": TEXT} with '${KEY}' instead of '{{ KEY }}' (another one: p.json:3:7; "
          + "another one: p.json:4:7; another one: p.json:5:7) [no-reference]",
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

  @Test func textsThatLookLikeReferencesAreToldOncePerFile() {
    let texts = (0..<40).map { "\"k\($0)\": \"${a.b}\"" }.joined(separator: ",\n")
    let scratch = Scratch([
      (".heir", ""), ("p.json", "{\(texts)}"), ("q.json", #"{"x": "${a.b}"}"#),
      ("r.json", #"{"y": {"$format": "{a}"}, "z": ["${a.b}", {"$format": "{b}"}]}"#),
    ])
    let harness = Harness(in: scratch.url)
    let found = harness.run("check", "--rules", "no-reference")
    let lines = found.output.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "p.json:1:8: warning: 40 strings look like references, the first in 'k0'; "
          + "references work only in {\"$format\": TEXT} (another one: p.json:2:7; another one: "
          + "p.json:3:7; another one: p.json:4:7) [no-reference]",
        "q.json:1:7: warning: a string in 'x' looks like a reference; "
          + "references work only in {\"$format\": TEXT} [no-reference]",
        "r.json:1:19: warning: 2 '$format' strings contain no '${KEY}', the first in 'y'; "
          + "'$name' and '{name}' are not references (another one: r.json:1:55) [no-reference]",
        "r.json:1:33: warning: a string in 'z.0' looks like a reference; "
          + "references work only in {\"$format\": TEXT} [no-reference]",
      ], "\(found.output)")
    #expect(found.errors == "0 errors, 4 warnings in 1 scope\n")
    for format in ["json", "sarif", "github"] {
      let output = harness.run("check", "--format", format).output
      #expect(output.contains("40 strings look like references"), "\(output)")
      #expect(!output.contains("k4"), "\(output)")
    }
  }

  @Test func whatSettingsNameAndNobodyHasIsTold() {
    let scratch = Scratch([
      (".heir", #"{"files": ["*.json", "*.conf"], "ignore": ["node_modules", "build", "f"]}"#),
      ("a/p.json", "{}"), ("a/node_modules/p.json", "{"), ("f", ""),
    ])
    let harness = Harness(in: scratch.url)
    let found = harness.run("check").output.split(separator: "\n").map(String.init)
    #expect(
      Self.rules(found) == [".heir settings", ".heir settings", ".heir settings"], "\(found)")
    #expect(found.first?.hasPrefix(".heir:1:22: warning: no property file") == true)
    #expect(found.dropFirst().allSatisfy { $0.contains("no directory") })
    #expect(harness.run("check", "/a").output == "")
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
