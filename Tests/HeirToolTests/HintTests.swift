import Foundation
import TestSupport
import Testing

@testable import HeirTool

/// Every command line that a hint offers is one that is answered.
@Suite struct HintTests {
  /// The command lines in what was said on standard error: those that stand behind a colon, to be pasted,
  /// and those in quotes that have no placeholder.
  private func offered(_ errors: String) -> [[String]] {
    var lines: [[String]] = []
    for line in errors.split(separator: "\n") where line.hasPrefix("heir: ") {
      if let range = line.range(of: ": heir "), line.hasPrefix("heir: note: ") {
        lines.append(Transcript.words(String(line[range.upperBound...])))
      }
      for piece in line.split(separator: "'").dropFirst() where piece.hasPrefix("heir ") {
        let words = Transcript.words(String(piece)).dropFirst()
        let hasPlaceholder = words.contains { $0.allSatisfy { $0.isUppercase } && !$0.isEmpty }
        let isWhole = words.contains("help") || words.contains("--version")
        if isWhole && !hasPlaceholder { lines.append(Array(words)) }
      }
    }
    return lines
  }

  /// Runs what is offered in a place where a line was wrong; the status of each.
  private func check(_ arguments: [String], _ harness: Harness) -> Int {
    let result = harness.run(arguments)
    let lines = offered(result.errors)
    for line in lines where line.first != "watch" {
      // What writes is only to say that it would.
      let writes = ["set", "unset", "stop", "resume"].contains(line.first)
      let end = line.firstIndex(of: "--") ?? line.count
      let more = ["--dry-run", "--reveal"].filter { !line.contains($0) }
      let tried = writes ? line[..<end] + more + line[end...] : line[...]
      let answer = harness.run(Array(tried))
      #expect(
        answer.status == 0 || answer.status == 1,
        "\(arguments) offered \(line), which says \(answer.errors)")
    }
    return lines.count
  }

  @Test func whatOtherProgramsCallACommandIsNone() {
    let names = Tool.otherNames.flatMap(\.names)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: Harness.commands + ["help"]))
  }

  /// Every line that is given for another program's command is answered, and says if it writes.
  @Test func aLineForAnotherNameIsAnsweredAndSaysWhetherItWrites() throws {
    let repository = try Repository([
      ("tree/.heir", ""), ("tree/a.json", #"{"k": 1}"#), ("tree/prod/a.json", #"{"k": 2}"#),
      ("out/x", ""),
    ])
    var harness = repository.harness
    harness.directory.append(path: "tree")
    let placeholders = [
      ("SCOPE", "/prod"), ("KEY", "k"), ("VALUE", "3"), ("FILE", "../out/f"), ("DIR", "../out"),
      ("REV", "HEAD"), ("TYPE", "number"), ("TEXT", "t"), ("COMMAND", "true"),
    ]
    let writing = ["set", "unset", "stop", "resume", "declare", "tidy"]
    var count = 0
    for other in Tool.otherNames {
      let pieces = other.answer.split(separator: "'", omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() where piece.hasPrefix("heir ") {
        count += 1
        var text = String(piece.dropFirst(5))
        for (name, value) in placeholders { text = text.replacing(name, with: value) }
        var words = text.components(separatedBy: " ")
        let writes = writing.contains(words[0]) && !words.contains("--dry-run")
        let behind = pieces.indices.contains(index + 1) ? pieces[index + 1] : ""
        #expect(behind.contains("(writes)") == writes, "\(other.answer)")
        if writes { words += ["--dry-run", "--reveal"] }
        if words[0] == "watch" { continue }
        let result = harness.run(words)
        #expect((0...1).contains(result.status), "\(words): \(result.errors)")
      }
    }
    #expect(count > 40)
  }

  /// What a person may call a thing never leads to a command that writes without saying so.
  @Test(arguments: [
    "history", "blame", "tree", "unused", "lock", "final", "exclude", "secret", "migrate",
    "hiera", "html", "render", "build", "template", "status", "describe", "override", "remove",
    "clean", "ste", "unst", "tidey", "stpo", "reset", "store", "clear", "resum", "untidy",
  ])
  func aGuessedNameLeadsToWritingOnlyIfItSaysSo(name: String) {
    let result = Harness().run([name])
    #expect(result.status == 2)
    let writing = ["set", "unset", "stop", "resume", "declare", "tidy"]
    for piece in result.errors.components(separatedBy: "'") {
      let words = piece.components(separatedBy: " ")
      let isLine = words.count > 1 && words[0] == "heir" && writing.contains(words[1])
      guard isLine && !words.contains("--dry-run") || writing.contains(piece) else { continue }
      #expect(result.errors.contains("writes"), "\(result.errors)")
    }
  }

  @Test func aScopeWithoutADirectoryIsOfferedBesideTheNearest() throws {
    let tree = Scratch([
      (".heir", ""), ("a.json", #"{"k": 1}"#), ("prod/web-01/a.json", "{}"), ("_x/a.json", "{}"),
    ])
    let harness = Harness(in: tree.url)
    let note = "heir: note: use '--virtual' for a scope without a directory\n"
    let near = "heir: note: the nearest is '/prod/web-01'\n"
    let found = harness.run("get", "/prod/web-02", "k")
    #expect(
      found.status == 2
        && found.errors == "heir: error: scope '/prod/web-02' does not exist\n" + near + note)
    #expect(harness.run("get", "/prod/web-02", "k", "--virtual").output == "1\n")
    for line in [
      ["explain", "prod/web-02", "k"], ["diff", "/", "/prod/web-02"], ["log", "/web", "k"],
      ["files", "/web"], ["schema", "/web"], ["exec", "/web", "--prefix", "A_", "--", "true"],
      ["watch", "/web"], ["get", "/web", "k", "--overlay", "prod"],
    ] where line[0] != "log" {
      #expect(harness.run(line).errors.contains(note), "\(line)")
    }
    // The parent is missing, the name cannot be a scope's, the command takes no such option.
    for line in [
      ["get", "/prd/web-02", "k"], ["get", "/_x", "k"], ["get", "/a.json", "k"],
      ["where", "/prod/web-02", "k"], ["check", "/web"], ["set", "/web", "k", "2"],
      ["resolve", "/web", "--below", "-o", "{scope}"],
    ] {
      let result = harness.run(line)
      #expect(result.status == 2 && !result.errors.contains("--virtual"), "\(result.errors)")
    }
  }

  @Test(arguments: Harness.commands.filter { $0 != "help" })
  func harmlessOptionsAreOptionsOfTheirCommand(name: String)
    throws
  {
    let tool = try #require(Tool.command(name))
    let options = tool.command.describe().options.map(\.name)
    #expect(tool.foresight().harmless.filter { !options.contains($0) } == [])
  }

  @Test func impactIsOfferedARevision() throws {
    let repository = try Repository([(".heir", ""), ("prod/a.json", #"{"k": 1}"#)])
    func lines(_ arguments: String...) -> [String] {
      offered(repository.harness.run(arguments).errors).map { $0.joined(separator: " ") }
    }
    #expect(lines("impact", "prod") == ["impact prod --since HEAD"])
    #expect(lines("impact", "/", "HEAD") == ["impact / --since HEAD"])
    #expect(lines("impact", "HEAD") == ["impact --since HEAD"])
    #expect(lines("impact", "none") == [])
  }

  @Test func helpTakesAWordInCapitalsOrInThePlural() {
    let heir = Harness()
    for (one, other) in [
      ("Set", "heir set [OPTIONS]"), ("types", "$type"), ("comments", "$comment"),
    ] {
      let result = heir.run("help", one)
      #expect(result.status == 0 && result.output.contains(other), "\(result)")
    }
    #expect(heir.run("help", "arrays").errors.contains("'LIST.+' appends to an array"))
  }

  /// A clone has no directory that nobody put a file into, and `--virtual` asks for it all the same.
  @Test func whatGitMayHaveDroppedIsTold() throws {
    let repository = try Repository([("config/.heir", ""), ("config/prod/p.json", #"{"k": 1}"#)])
    let note = "git does not keep empty directories"
    for root in ["config", "config/prod"] {
      let result = repository.harness.run("get", "/web-07", "k", "--root", root)
      #expect(result.errors.contains(note) && result.status == 2, "\(result.errors)")
    }
    // Neither where a name is meant that is there, nor outside of a repository.
    #expect(!repository.harness.run("get", "/prd", "k", "--root", "config").errors.contains(note))
    let tree = Scratch([(".heir", ""), ("prod/p.json", "{}")])
    let outside = Harness(in: tree.url).run("get", "/web-07", "k")
    #expect(outside.status == 2 && !outside.errors.contains(note), "\(outside.errors)")
    let virtual = repository.harness.run(
      "get", "/prod/web-07", "k", "--root", "config", "--virtual")
    #expect(virtual.output == "1\n")
  }

  @Test func aConflictOfAMergeIsToldWithItsPlaces() {
    let conflict = "{\n<<<<<<< HEAD\n\"a\": 1\n=======\n\"a\": 2\n>>>>>>> branch\n}\n"
    let trees = [
      ("p.json", [("p.json", conflict)]),
      ("_f.json", [("p.json", #"{"$include": "_f.json"}"#), ("_f.json", conflict)]),
      (".heir", [(".heir", conflict)]),
    ]
    for (name, files) in trees {
      for line in [["get", "/", "a"], ["check"]] {
        let scratch = Scratch(tree: files)
        let result = Harness(in: scratch.url).run(line)
        let told = result.output + result.errors
        #expect(told.contains("\(name):2:1: error: unresolved merge conflict"), "\(told)")
        #expect(told.contains("\(name):4:1") && told.contains("\(name):6:1"), "\(told)")
        #expect(result.status != 0)
      }
    }
  }

  /// What cannot be is told before how it should be spelled.
  @Test(arguments: [
    ["k", "x"], ["k.z", "2"], ["k", "--json", "\"x\""], ["o", "3"], ["o.a", "x"], ["old", "x"],
    ["f.x", #"{"$ref": "k"}"#], ["k", "2", "--file", "none.json"],
  ]) func thatAKeyIsFinalComesFirst(edit: [String]) {
    let scratch = Scratch([
      (".heir", ""), ("below/a.json", #"{"o": {}}"#), ("below/b.json", #"{"o": {}}"#),
      (
        "p.json",
        #"""
        {"$final": ["k", "o.a", "old"], "k": 1, "o": {"a": 1}, "$type": {"k": "integer"},
         "$deprecated": {"old": "gone"}, "old": true, "f": {"$final": true, "x": 1}}
        """#
      ),
    ])
    let result = Harness(in: scratch.url).run(["set", "/below"] + edit)
    #expect(result.errors.contains("is final: /below cannot change it"), "\(result.errors)")
    #expect(result.errors.hasPrefix("heir: error: ") && result.status == 2)
  }

  @Test func whateverATranscriptOffersIsAnswered() throws {
    var count = 0
    for topic in TranscriptTests.topics {
      let text = try String(
        contentsOf: TranscriptTests.folder.appending(path: topic), encoding: .utf8)
      guard text.contains(": heir ") else { continue }
      _ = Transcript(text).replayed { harness, arguments in
        guard arguments.first != "watch" else { return }
        count += check(arguments, harness)
      }
    }
    #expect(count > 20)
  }

  @Test func whateverAWrongLineIsOfferedIsAnswered() throws {
    var random = SplitMix64(seed: 11)
    let right: [[String]] = [
      ["get", "/prod", "db.port"], ["get", "/prod/eu", "db.port", "db.host"],
      ["get", "/prod", "db.replicas.0"], ["resolve", "/prod/us", "db"], ["resolve", "/dev"],
      ["explain", "/prod/eu/web", "db.pool.max"], ["diff", "/dev", "/prod", "db"],
      ["where", "/prod", "http.proxy"], ["set", "/prod", "db.port", "7"],
      ["unset", "/prod", "db.port"], ["stop", "/prod/us", "http.proxy"],
      ["exec", "/prod", "db.port", "--prefix", "P_", "--", "true"], ["scopes", "/prod"],
      ["get", "/prod", "db.port", "--default", "3", "--type", "integer"],
      ["resolve", "/prod", "db", "--format", "flat"], ["files", "/prod/eu"],
    ]
    var harness = Harness(in: Harness.fixtures.appending(path: "trees/fleet/prod"))
    var count = 0
    for round in 0..<1200 {
      harness.directory = Harness.fixtures.appending(
        path: round % 2 == 0 ? "trees/fleet" : "trees/fleet/prod")
      var line = right[random.upTo(right.count - 1)]
      for _ in 0...random.upTo(1) { mutate(&line, &random) }
      // Nothing is to be written should the line be right after all.
      if ["set", "unset", "stop"].contains(line.first) { line.append("--dry-run") }
      if line.first == "watch" || line.first == "completion" { continue }
      count += check(line, harness)
    }
    #expect(count > 50)
  }

  private func mutate(_ line: inout [String], _ random: inout SplitMix64) {
    let place = random.upTo(line.count - 1)
    switch random.upTo(7) {
    case 0: line.swapAt(place, random.upTo(line.count - 1))
    case 1 where line.count > 1: line.remove(at: place)
    case 2: line.insert(line[random.upTo(line.count - 1)], at: place)
    case 3: line[place] = line[place].replacing("/", with: ".")
    case 4: line[place] = line[place].replacing(".", with: "/")
    case 5: line[place] = line[place].uppercased()
    case 6:
      line[place] = line[place].replacing(".0", with: "[0]").replacing("/prod", with: "prod")
    default:
      guard let letter = line[place].indices.randomElement(using: &random) else { return }
      line[place].remove(at: letter)
    }
  }
}
