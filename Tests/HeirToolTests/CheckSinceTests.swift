import Foundation
import TestSupport
import Testing

@Suite(.needs("git")) struct CheckSinceTests {
  private static let files = [
    ("p.json", #"{"port": 1, "name": "x"}"#),
    ("a/p.json", #"{"port": 1, "$stop": ["gone"]}"#),
    ("b/p.json", "{\n  \"name\": \"y\"\n}"),
  ]

  private static func check(_ repository: Repository, _ more: String...) -> Harness.Result {
    repository.harness.run(["check", "--since", "HEAD"] + more)
  }

  private static func told(_ result: Harness.Result) -> [String] {
    result.output.split(separator: "\n").map { line in
      let place = line.split(separator: " ")[0].dropLast()
      return "\(place) \(line.split(separator: "[").last?.dropLast() ?? "")"
    }
  }

  @Test func whatWasThereIsLeftOutAndNotCounted() throws {
    let repository = try Repository(Self.files)
    let all = repository.heir("check")
    #expect(Self.told(all) == ["a/p.json:1:10 redundant", "a/p.json:1:23 idle-stop"])
    let none = Self.check(repository)
    #expect(none == .init(errors: "0 new errors, 0 new warnings in 3 scopes\n"))
    repository.write("b/p.json", #"{"name": "x", "$type": {"name": "integer"}}"#)
    let new = Self.check(repository)
    #expect(Self.told(new) == ["b/p.json:1:10 type", "b/p.json:1:10 redundant"])
    #expect(new.errors == "1 new error, 1 new warning in 3 scopes\n" && new.status == 1)
  }

  @Test func aFindingWhoseLineMovedIsNotNew() throws {
    let repository = try Repository(Self.files)
    repository.write(
      "a/p.json", "{\n\n  \"$stop\": [ \"gone\" ],\n  \"x\": 1,\n  \"port\": 1.0\n}\n")
    #expect(Self.told(repository.heir("check")).count == 2)
    #expect(Self.check(repository).output == "")
  }

  @Test func oneMoreTextThatLooksLikeAReferenceIsNew() throws {
    let texts = (0..<9).map { "\"k\($0)\": \"${a.b}\"" }
    let repository = try Repository([("p.json", "{\(texts.joined(separator: ",\n"))}")])
    #expect(Self.told(repository.heir("check")).count == 1)
    #expect(Self.check(repository).output == "")
    let more = texts.prefix(3) + ["\"new\": \"${a.b}\""] + texts.dropFirst(3)
    repository.write("p.json", "{\(more.joined(separator: ",\n"))}")
    repository.write("a/p.json", #"{"first": "${a.b}", "next": "${a.b}"}"#)
    let new = Self.check(repository)
    #expect(Self.told(new) == ["p.json:4:8 no-reference", "a/p.json:1:11 no-reference"])
    #expect(new.output.contains("a string in 'new'") && new.output.contains(": 2 strings"))
  }

  @Test func anEditAboveMakesANewFindingBelow() throws {
    let repository = try Repository(Self.files)
    repository.write("p.json", #"{"port": 1, "name": "y"}"#)
    let result = Self.check(repository)
    #expect(Self.told(result) == ["b/p.json:2:11 redundant"])
    // Seen from another scope there is nothing new.
    #expect(Self.check(repository, "/a").errors == "0 new errors, 0 new warnings in 1 scope\n")
  }

  @Test func whatTheScopeHadBeforeIsOldWhereverItsCauseIsNow() throws {
    let repository = try Repository([
      ("p.json", #"{"$type": {"k": "integer"}, "$required": ["r"], "k": "x"}"#),
      ("a/b/p.json", #"{"c": 1}"#), ("d/p.json", #"{"c": 1}"#),
    ])
    // The first scope that showed it has been mended, those below it say the same themselves.
    repository.write("p.json", #"{"$type": {"k": "integer"}, "$required": ["r"], "k": 1}"#)
    repository.write("a/b/p.json", #"{"c": 1, "k": "y", "r": 1}"#)
    repository.write("d/p.json", #"{"c": 1, "k": "y"}"#)
    #expect(Self.told(repository.heir("check")).count == 3)
    #expect(Self.told(Self.check(repository)) == [])
    // Another key, or another rule, is another finding.
    repository.write("d/p.json", #"{"c": 1, "r": 1, "$type": {"c": "string"}}"#)
    #expect(Self.told(Self.check(repository)) == ["d/p.json:1:7 type"])
  }

  @Test func aFailureThatScopesShareIsOldInEachOfThem() throws {
    let repository = try Repository([
      ("p.json", #"{"u": {"$ref": "n"}, "f": {"$format": "${m}"}}"#),
      ("a/p.json", #"{"c": 1}"#), ("b/p.json", #"{"c": 1}"#),
    ])
    #expect(Self.told(repository.heir("check")).count == 2)
    // It was told of the root, and is told of a scope now that had it from there.
    repository.write("p.json", #"{"u": {"$ref": "n"}, "f": {"$format": "${m}"}, "n": 1, "m": 1}"#)
    repository.write("b/p.json", #"{"c": 1, "$stop": ["n", "m"]}"#)
    #expect(Self.told(repository.heir("check")).count == 2)
    #expect(Self.check(repository).output == "")
    try repository.commit()
    // The scope that is told has it still, and another one has it now.
    repository.write("a/p.json", #"{"c": 1, "$stop": ["n", "m"]}"#)
    try FileManager.default.moveItem(
      at: repository.scratch.url.appending(path: "a"),
      to: repository.scratch.url.appending(path: "c"))
    repository.write("a/p.json", "{}")
    let new = Self.check(repository)
    #expect(Self.told(new).count == 2 && new.output.contains("in /c"), "\(new)")
    #expect(!new.output.contains("in /b") && !new.output.contains("b/p.json"), "\(new)")
    #expect(Self.told(Self.check(repository, "/c")).count == 2)
    #expect(Self.check(repository, "/b").output == "")
  }

  @Test func aNewScopeHasTheOldFailuresOfTheOneAbove() throws {
    let repository = try Repository([
      ("p.json", #"{"u": {"$ref": "n"}, "$type": {"k": "integer"}, "k": "x", "$required": ["r"]}"#),
      ("a/p.json", #"{"c": 1}"#),
    ])
    repository.write("b/c/p.json", #"{"c": 1}"#)
    // What is required is missing where nothing was before.
    let new = Self.check(repository)
    #expect(Self.told(new) == ["p.json:1:73 required"], "\(new)")
    #expect(new.output.contains("in /b/c"), "\(new)")
  }

  @Test func ofFindingsAlikeTheOnesThatSayTheSameAreOld() throws {
    // Neither is about a key, and both are about one file.
    let repository = try Repository([("p.json", #"{"$include": "_b", "x": {"$include": "_a"}}"#)])
    let old = repository.heir("check", "--rules", "reference,unreadable,directive")
    #expect(Self.told(old).count == 2, "\(old)")
    repository.write(
      "p.json", #"{"w": {"$include": "_c"}, "$include": "_b", "x": {"$include": "_a"}}"#)
    let new = Self.check(repository)
    #expect(new.output.contains("_c") && Self.told(new).count == 1, "\(new)")
    // A third one takes the place of a second one: neither the number nor what remains is new.
    repository.write("p.json", #"{"w": {"$include": "_c"}, "x": {"$include": "_a"}}"#)
    #expect(Self.check(repository).output == "")
  }

  @Test func syntaxIsKnownByItsFile() throws {
    let repository = try Repository([("p.json", "{"), ("a/p.json", "{}")])
    repository.write("p.json", "{\"port\": 1,\n}")
    #expect(Self.check(repository).output == "")
    repository.write("a/p.json", "{")
    let new = Self.check(repository)
    #expect(Self.told(new) == ["a/p.json:1:2 syntax"] && new.status == 1)
    repository.write("a/p.json", "{}")
    repository.write("q.json", "{")
    #expect(Self.told(Self.check(repository)) == ["q.json:1:2 syntax"])
  }

  @Test func whatABrokenFileHidIsNewAndThatIsSaid() throws {
    let repository = try Repository([("p.json", "{"), ("a/p.json", #"{"port": 1}"#)])
    repository.write("p.json", #"{"port": 1}"#)
    let result = Self.check(repository)
    #expect(Self.told(result) == ["a/p.json:1:10 redundant"])
    #expect(
      result.errors == """
        0 new errors, 1 new warning in 2 scopes
        heir: note: values of 2 scopes were not checked, because a file there or in an ancestor cannot be read \
        in 'HEAD'; findings there count as new

        """)
    repository.write("p.json", "[")
    let still = Self.check(repository)
    #expect(still.errors.split(separator: "\n").count == 3)
    #expect(still.output == "" && still.status == 0)
    #expect(Self.check(repository, "-q").errors == "")
  }

  @Test func aScopeThatTheRevisionDoesNotHaveIsAllNew() throws {
    let repository = try Repository(Self.files)
    repository.write("c/d/p.json", #"{"port": 1}"#)
    for scope in ["/c/d", "/c", "/"] {
      #expect(Self.told(Self.check(repository, scope)) == ["c/d/p.json:1:10 redundant"])
    }
    let gone = Self.check(repository, "/e")
    #expect(gone.status == 2 && gone.errors.hasPrefix("heir: error: scope '/e' does not exist\n"))
    try FileManager.default.removeItem(at: repository.scratch.url.appending(path: "a"))
    #expect(Self.check(repository, "/a").status == 2)
  }

  @Test func everyFormatAndTheStatusAreOfWhatIsNew() throws {
    let repository = try Repository(Self.files)
    repository.write("b/p.json", #"{"name": "x"}"#)
    let json = Self.check(repository, "--json", "-c")
    #expect(json.output.hasSuffix("],\"errors\":0,\"warnings\":1}\n"))
    #expect(json.output.components(separatedBy: "\"rule\":").count == 2)
    let sarif = Self.check(repository, "--format", "sarif", "-c")
    #expect(sarif.output.components(separatedBy: "\"ruleId\":").count == 2)
    #expect(sarif.output.contains(#""ruleScopeKey/v1":"redundant /b name""#))
    let github = Self.check(repository, "--format", "github")
    #expect(github.output.split(separator: "\n").count == 1)
    #expect(github.output.hasPrefix("::warning file=b/p.json,line=1,col=10,"))
    for result in [json, sarif, github] { #expect(result.status == 0) }
    #expect(Self.check(repository, "--strict").status == 1)
    try repository.commit()
    #expect(Self.check(repository, "--strict").status == 0)
  }

  @Test func overlaysAreTodaysOnBothSides() throws {
    let repository = try Repository([("base/.heir", ""), ("base/p.json", #"{"k": 1}"#)])
    repository.write("site/p.json", #"{"k": 1, "$stop": ["none"]}"#)
    repository.write("site/q.json", "{")
    let result = Self.check(repository, "--root", "base", "--overlay", "site")
    #expect(result.output == "" && result.status == 0, "\(result)")
    // A file of the root is none of the overlay, though both have one path.
    repository.write("base/q.json", "{")
    let new = Self.check(repository, "--root", "base", "--overlay", "site")
    #expect(Self.told(new) == ["base/q.json:1:2 syntax"])
  }
}
