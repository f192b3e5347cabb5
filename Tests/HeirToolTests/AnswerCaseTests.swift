import Foundation
import Testing

/// Answers of whole command lines that were wrong once, told small.
@Suite struct AnswerCaseTests {
  private typealias Files = [(path: String, text: String)]

  private static func heir(
    _ files: Files, overlay: Files? = nil, _ arguments: String...
  ) -> Harness.Result {
    var all: Files = [("root/.heir", "")]
    for (path, text) in files { all.append(("root/" + path, text)) }
    for (path, text) in overlay ?? [] { all.append(("over/" + path, text)) }
    let scratch = Scratch(all)
    let options = ["--root", "root"] + (overlay == nil ? [] : ["--overlay", "over"])
    return Harness(in: scratch.url).run([arguments[0]] + options + arguments.dropFirst())
  }

  // MARK: The command line

  @Test func whatASettingReplacedIsNotBlamedOnALaterOneInIt() {
    let told = Self.heir(
      [("a.json", #"{"a":{"x":1},"b":5}"#)], "get", "/", "a.x", "--set", "a={}", "--set", "a.y=2")
    #expect(told.errors.contains("replaced by another object at --set[1]"))
    let scalar = Self.heir(
      [("a.json", #"{"a":5}"#)], "explain", "/", "a", "--set", "a={}", "--set", "a.y=2")
    #expect(scalar.output.contains("replaced at --set[1]"))
  }

  @Test func noStrategyTakesPartInASetting() {
    for (held, set) in [("[1]", "[2]"), (#"{"x":1}"#, #"{"y":2}"#)] {
      let told = Self.heir(
        [("a.json", #"{"$merge":{"k":"replace"},"k":\#(held)}"#)], "explain", "/", "k", "--json",
        "-c", "--set", "k=\(set)")
      #expect(told.output.contains(#""argument":{"k":"replace"},"outcome":"idle""#), "\(told)")
    }
  }

  @Test func whatCannotBeIncludedIsToldOnce() {
    let told = Self.heir(
      [("1.json", #"{"k":"v"}"#), ("2.json", #"{"k":{"o":{"$include":"_gone.json"}}}"#)], "get",
      "/",
      "k")
    #expect(told.errors.split(separator: "error:").count == 2 && told.status == 2)
  }

  @Test func aHeldDirectiveHasItsKey() {
    let files: Files = [
      ("new/a.json", #"{"$final":["k"],"k":1}"#), ("new/p/a.json", #"{"$stop":["k"]}"#),
      ("old/a.json", #"{"$final":["k"],"k":1}"#), ("old/p/a.json", "{}"),
    ]
    let scratch = Scratch(files)
    let told = Harness(in: scratch.url).run(
      "impact", "--root", "new", "--against", "old", "--json", "-c")
    #expect(
      told.output.contains(#"}],"key":"k","directive":"$stop","argument":"k","by":"refused""#))
  }

  @Test func whatAloneGoesDownIsNoKeyOfItsOwnInAnImpact() {
    let files: Files = [
      ("new/p.json", #"{"$pass":["a","b"],"a":1}"#), ("old/p.json", #"{"$pass":["a"],"a":1}"#),
    ]
    let scratch = Scratch(files)
    let told = Harness(in: scratch.url).run(
      "impact", "--root", "new", "--against", "old", "--json", "-c")
    #expect(told.output.contains(#""column":10,"directive":"$pass"}],"#), "\(told)")
  }

  @Test func rulesAtOnePlaceInTwoTimesAreToldInTheOrderOfTimes() {
    func settings(_ letter: String) -> String {
      let rules = (0..<10).map { #""/\#(letter)\#($0)": ["/"]"# }
      return #"{"inherit": {\#(rules.joined(separator: ", "))}}"#
    }
    let files: Files = [("old/.heir", settings("a")), ("new/.heir", settings("b"))]
    let scratch = Scratch(files)
    let told = Harness(in: scratch.url).run("impact", "--root", "new", "--against", "old").output
    let signs = told.split(separator: "\n").compactMap { line in
      line.hasSuffix("removed") ? "-" : line.hasSuffix("added") ? "+" : nil
    }
    #expect(signs.joined() == String(repeating: "-+", count: 10), "\(told)")
  }

  // MARK: Files beside the tree's

  @Test func anEmptyFileOfFactsIsNoPropertyFile() {
    let told = Self.heir([("_f.json", "")], "get", "/", "a", "--facts", "root/_f.json")
    #expect(told.status == 2)
    #expect(told.errors.contains("the file is empty; write at least '{}'"))
  }

  @Test func whatIsComputedIsNoObjectToInclude() {
    let told = Self.heir(
      [("p.json", #"{"o":{"$include":"_f.json#c"}}"#), ("_f.json", #"{"c":{"$ref":"a"},"a":1}"#)],
      "get", "/", "o")
    #expect(told.errors.contains("'$ref' cannot make an included object a computed value"))
  }

  @Test func aNewScopeIsOfferedWhereTheNameIsNoKey() {
    let note = "use '--create' to create the directories of a new scope"
    for (name, isOffered) in [("nope", true), ("prod/us", true), ("db", false), ("db.x", false)] {
      let told = Self.heir([("p.json", #"{"db":{"port":1}}"#)], "set", name, "k", "1")
      #expect(told.status == 2 && told.errors.contains(note) == isOffered, "\(told)")
    }
  }

  // MARK: Elements of arrays

  @Test func whatNamesAnElementByItsIndexIsIdleEverywhere() {
    let files: Files = [
      (
        "p.json",
        #"{"$secret":["s.1.port"],"s":[{"port":1},{"port":"open"}],"$deprecated":{"s.0.port":"dep"},"#
          + #""$about":{"s.*.port":"ab"},"$because":{"s.0.port":"why"}}"#
      )
    ]
    for arguments in [
      ["explain", "/", "s.1.port"], ["explain", "/", "s.1"], ["explain", "/"],
      ["where", "/", "s.1.port"], ["where", "/", "s.1.port", "--json"], ["where", "/", "s"],
    ] {
      let scratch = Scratch([(".heir", "")] + files)
      let told = withExtendedLifetime(scratch) { Harness(in: scratch.url).run(arguments) }
      #expect(told.output.contains("open") && !told.output.contains("secret"), "\(told)")
    }
    #expect(Self.heir(files, "get", "/", "s.0.port").errors.isEmpty)
    let told = Self.heir(files, "explain", "/", "s.0.port").output
    #expect(!told.contains("about:") && !told.contains("because:"), "\(told)")
    #expect(!Self.heir(files, "where", "/", "s.0.port").output.contains("why"))
    let found = Self.heir(files, "check").output
    #expect(found.split(separator: "\n").count == 3, "\(found)")
  }

  @Test func aStarStandsForElementsAndAMemberMayBeNamedByANumber() {
    let files: Files = [
      (
        "p.json",
        #"{"$secret":["s.*.port","o.1.port"],"s":[{"port":"SEC"},[{"port":2}]],"o":{"1":{"port":"SEC"}}}"#
      ), ("q/p.json", #"{"o":[0,{"port":"SEC"}]}"#),
    ]
    for arguments in [
      ["explain", "/", "s.0.port"], ["explain", "/", "s.0"], ["explain", "/", "s"],
      ["where", "/", "s.0.port"], ["explain", "/", "o.1.port"], ["where", "/", "o.1.port"],
    ] {
      let scratch = Scratch([(".heir", "")] + files)
      let told = withExtendedLifetime(scratch) { Harness(in: scratch.url).run(arguments) }
      #expect(!told.output.contains("SEC") && told.output.contains("<secret>"), "\(told)")
    }
  }

  // MARK: Overlays

  private static func check(_ files: Files, overlay: Files) -> [String] {
    heir(files, overlay: overlay, "check").output.split(separator: "\n").map(String.init)
  }

  @Test func aDateThatIsPastIsAnErrorOnlyWhereItsOverrideHolds() {
    let past = #""$until":{"k":"2001-01-01"}"#
    let kinds = [#"{"x":1}"#, "2", "[1]"]
    for (own, over) in kinds.flatMap({ one in kinds.map { (one, $0) } }) where own != over {
      let told = Self.check(
        [("a.json", #"{\#(past),"k":\#(own)}"#)], overlay: [("a.json", #"{"k":\#(over)}"#)])
      #expect(!told.contains { $0.contains("[expired]") }, "\(own) \(over)")
    }
    for over in [#"{"x":2}"#, #"{"$merge":{"k":"replace"},"k":{"y":1}}"#] {
      let told = Self.check(
        [("a.json", #"{\#(past),"k":{"x":1}}"#)],
        overlay: [("a.json", over.contains("merge") ? over : #"{"k":\#(over)}"#)])
      #expect(!told.contains { $0.contains("[expired]") }, "\(over)")
    }
    let told = Self.check(
      [("a.json", #"{\#(past),"k":{"x":1}}"#)], overlay: [("a.json", #"{"k":{"y":1}}"#)])
    #expect(told.filter { $0.contains("[expired]") }.count == 1)
  }

  @Test func everyTreeThatSetsADeprecatedKeyIsTold() {
    let declaring = #"{"$deprecated":{"k":"no"},"k":1}"#
    #expect(
      Self.check([("a.json", declaring)], overlay: [("a.json", #"{"k":2}"#)])
        .filter { $0.contains("[deprecated]") }.map { $0.prefix { $0 != ":" } } == [
          "root/a.json", "over/a.json",
        ])
    let below = [("a.json", declaring), ("p/a.json", "{}"), ("q/a.json", #"{"l":1}"#)]
    #expect(!Self.heir(below, "check").output.contains("scopes)"))
    // It holds from its level on, and the root stands before.
    #expect(
      Self.check([("a.json", #"{"k":2}"#)], overlay: [("a.json", declaring)])
        .filter { $0.contains("[deprecated]") }.map { $0.prefix { $0 != ":" } } == ["over/a.json"])
  }

  @Test func findingsStandByTreeThenFileThenPlace() {
    let idle = #"{"$stop":["x"],"o":{"$stop":["y"]}}"#
    let told = Self.check(
      [("b.json", idle), ("d.json", #"{"$stop":["z"]}"#)],
      overlay: [("a.json", idle), ("c.json", #"{"$stop":["z"]}"#)])
    #expect(
      told.filter { $0.contains("[idle-stop]") }.map { $0.prefix { $0 != " " } } == [
        "root/b.json:1:11:", "root/b.json:1:30:", "root/d.json:1:11:", "over/a.json:1:11:",
        "over/a.json:1:30:", "over/c.json:1:11:",
      ])
  }

  @Test(arguments: [true, false])
  func aNameThatIsNoDirectoryInOneTreeIsAScopeOfAnother(isOfRoot: Bool) throws {
    let scratch = Scratch([
      ("one/.heir", ""), ("one/a.json", #"{"k":1}"#), ("one/prod", "plain"), ("one/x/a.json", "{}"),
      ("two/prod/eu/a.json", #"{"k":2}"#), ("two/dev/a.json", #"{"k":3}"#),
    ])
    let harness = Harness(in: scratch.url)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url.path + "/one/dev", withDestinationPath: "nowhere")
    let trees =
      isOfRoot ? ["--root", "one", "--overlay", "two"] : ["--root", "two", "--overlay", "one"]
    let k = isOfRoot ? "2" : "1"
    #expect(harness.run(["get"] + trees + ["/prod/eu", "k"]) == .init(output: "\(k)\n"))
    #expect(
      harness.run(["resolve"] + trees + ["-c", "/dev"]).output
        == (isOfRoot ? #"{"k":3}"# : #"{"k":1}"#) + "\n")
    #expect(
      harness.run(["scopes"] + trees) == .init(output: "/\n/dev\n/prod\n/prod/eu\n/x\n"))
    #expect(harness.run(["check"] + trees).status == 0)
    let told = harness.run(["where"] + trees + ["/", "k"])
    #expect(told.status == 0 && told.errors == "")
    // What no tree has as a directory is no scope.
    #expect(harness.run("get", "--root", "one", "/prod", "k").status == 2)
    #expect(harness.run("get", "--root", "one", "/dev", "k").status == 2)
  }

  // MARK: Findings

  @Test func aReasonForWhatAnotherFileOfTheScopeTakesAwayIsIdle() {
    let told = Self.heir(
      [
        ("1.json", #"{"$until":{"a.x":"2999-01-01"},"$because":{"a.x":"b","a":"c"},"a":{"x":1}}"#),
        ("2.json", #"{"a":5}"#),
      ], "check", "--rules", "idle-attribute")
    #expect(
      told.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
        "root/1.json:1:12:", "root/1.json:1:44:",
      ])
  }

  @Test(arguments: [[], ["--json"], ["--keys"], ["--format", "patch"]])
  func anObjectThatCannotBeWorkedOutIsNotComparedWithWhatTookItsPlace(options: [String]) {
    let scratch = Scratch([
      (".heir", ""), ("p.json", #"{"c": {"b": {"$format": "${nope}"}}}"#),
      ("s/p.json", #"{"c": true}"#),
    ])
    let result = Harness(in: scratch.url).run(["diff", "/", "/s"] + options)
    #expect(result.status == 2 && result.output.isEmpty, "\(result)")
  }
}
