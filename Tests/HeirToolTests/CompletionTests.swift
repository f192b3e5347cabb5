import Foundation
import TestSupport
import Testing

@Suite struct CompletionTests {
  private static let fleet = Harness.fixtures.appending(path: "trees/fleet")

  private static let table: [(line: String, offered: [String], missing: [String])] = [
    (
      "heir ", ["get", "resolve", "explain", "diff", "scopes", "completion", "help"], ["keys", "/"]
    ),
    ("heir --root . re", ["resolve"], []),
    ("heir get --ex", ["--exists", "--export"], ["--json"]),
    ("heir get /prod/e", ["/prod/eu/"], ["/prod/us/", "/prod/", "/prod/eu/web/"]),
    ("heir get '/prod/e", ["/prod/eu/"], []),
    ("heir get \"/prod/e", ["/prod/eu/"], []),
    ("heir get /prod db.po", ["db.port", "db.pool", "db.pool.min"], ["db.host"]),
    ("heir get --root ../ciccone /to", ["/tony/"], []),
    ("heir resolve --format ", ["json", "flat", "shell", "dotenv", "nul"], ["text"]),
    ("heir scopes --root prod/us/w", [], ["/prod"]),
    ("heir check -o prod/us/w", [], ["/prod"]),
  ]

  @Test(.needs("bash")) func bashCompletesAndRunsNothingOfTheTree() throws {
    try offersWhatFitsAndRunsNothing(.bash)
  }

  @Test(.needs("zsh")) func zshCompletesAndRunsNothingOfTheTree() throws {
    try offersWhatFitsAndRunsNothing(.zsh)
  }

  @Test(.needs("fish")) func fishCompletesAndRunsNothingOfTheTree() throws {
    try offersWhatFitsAndRunsNothing(.fish)
  }

  private func offersWhatFitsAndRunsNothing(_ shell: CompletingShell) throws {
    try commandsOptionsScopesKeysAndWordsAreOffered(shell)
    try hostileScopesAreOfferedAsTheyAreAndRunNothing(shell)
    try hostileKeysAreOfferedAsHeirSpellsThemAndRunNothing(shell)
    try whatTheLineHoldsIsNotRunEither(shell)
  }

  private func commandsOptionsScopesKeysAndWordsAreOffered(_ shell: CompletingShell) throws {
    let offers = try shell.offers(for: Self.table.map(\.line), in: Self.fleet)
    for (row, offer) in zip(Self.table, offers) {
      let lacking = row.offered.filter { !offer.words.contains($0) }
      let wrong = row.missing.filter(offer.words.contains)
      #expect(
        lacking.isEmpty && wrong.isEmpty,
        "\(row.line): \(offer.words.sorted()) lacks \(lacking), has \(wrong); \(offer.errors)")
    }
  }

  /// Names that mean something to shells, each with a letter of its own before it.
  private static let names: [String] = {
    let nasty = [
      "$(touch canary)", "`touch canary`", "';touch canary;'", "\";touch canary;\"",
      ";touch canary",
      "&&touch canary", "|touch canary", "$HOME", "${HOME}", "two words", "it's", "*", "?[a-z]",
      "{x,y}", "a=b", "a:b", "#no", "!!", "~", "\\", "\\n", "é", "e\u{301}", "(touch canary)",
      "<(touch canary)",
    ]
    return zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", nasty).map { "\($0)\($1)" }
  }()

  private static func nastyTree() throws -> Scratch {
    let members = try names.map { name in
      String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        .replacing("\\/", with: "/") + ":1"
    }
    let scratch = Scratch([(".heir", ""), ("a.json", "{\(members.joined(separator: ","))}")])
    for name in names + ["0\ntouch canary\n$(touch canary)"] {
      scratch.write(name + "/a.json", Array("{}".utf8))
    }
    return scratch
  }

  private func hostileScopesAreOfferedAsTheyAreAndRunNothing(_ shell: CompletingShell) throws {
    let tree = try Self.nastyTree()
    let names = Seeds.every(3, of: Self.names)
    let lines = names.map { "heir get /\($0.prefix(1))" }
    for (name, offer) in zip(names, try shell.offers(for: lines, in: tree.url)) {
      #expect(offer.words.count == 1, "\(name): \(offer.words)")
      #expect(offer.arguments == ["/" + name], "\(name): \(offer.arguments), \(offer.words)")
    }
    #expect(!tree.hasCanary)
  }

  private func hostileKeysAreOfferedAsHeirSpellsThemAndRunNothing(_ shell: CompletingShell) throws {
    let tree = try Self.nastyTree()
    let keys = Harness(in: tree.url).run("completion", "keys", "/").output
      .split(separator: "\0").map(String.init)
    #expect(keys.count == Self.names.count)
    let asked = keys.prefix(1) + Seeds.every(3, of: Array(keys.dropFirst()))
    let lines = asked.map { key in
      let isQuoted = key.hasPrefix("\"")
      return "heir get / " + (isQuoted ? "\\\"" + key.dropFirst().prefix(1) : key.prefix(1))
    }
    for (key, offer) in zip(asked, try shell.offers(for: lines, in: tree.url)) {
      #expect(offer.arguments == [key], "\(key): \(offer.arguments), \(offer.words)")
      // What is offered is a key that heir takes.
      #expect(Harness(in: tree.url).run("get", "/", key).output == "1\n")
    }
    #expect(!tree.hasCanary)
  }

  private func whatTheLineHoldsIsNotRunEither(_ shell: CompletingShell) throws {
    let tree = try Self.nastyTree()
    let lines = [
      "heir get /A$(touch canary) ", "heir get /B`touch canary` ",
      "heir get \"/A$(touch canary)\" ",
      "heir --root $(touch canary) get /", "heir --root=`touch canary` get /",
      "heir get --root \"$(touch canary)\" / ", "heir get '/C'\\'';touch canary;'\\''' ",
      "heir get /E\\;touch\\ canary ", "heir $(touch canary) ", "heir get / a=$(touch canary)",
      "heir get / --type $(touch canary)", "heir get ./$(touch canary)/",
    ]
    _ = try shell.offers(for: lines, in: tree.url)
    #expect(!tree.hasCanary)
  }

  @Test(.needs("bash"))
  func anAnswerInBashBeginsWhereReadlineDoes() throws {
    let tree = Scratch([(".heir", ""), ("a:b=c d/a.json", "{}")])
    let lines = [
      "heir get /a:", "heir get /a:b=", "heir get /a\\:b=", "heir get '/a:b=", "heir get /'a:b=",
      "heir get $'/a:b=", "heir get /'a:'", "heir get \"/a\":b",
    ]
    let offers = try CompletingShell.bash.offers(for: lines, in: tree.url).map(\.words)
    #expect(
      offers == [
        ["b=c\\ d"], ["c\\ d"], ["c\\ d"], ["/a:b=c d"], ["a:b=c d"], [], ["/a:b=c\\ d"],
        ["b=c\\ d"],
      ])
  }
}

extension Scratch {
  var hasCanary: Bool {
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    return files?.contains { ($0 as? URL)?.lastPathComponent == "canary" } ?? true
  }
}
