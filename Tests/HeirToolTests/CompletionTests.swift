import Foundation
import Testing

/// The completion scripts in the shells that they are for.
@Suite struct CompletionTests {
  private static let fleet = Harness.fixtures.appending(path: "trees/fleet")

  /// Lines, what is offered among others, and what is not.
  private static let table: [(line: String, offered: [String], missing: [String])] = [
    (
      "heir ", ["get", "resolve", "explain", "diff", "scopes", "completion", "help"], ["keys", "/"]
    ),
    ("heir re", ["resolve"], ["get"]),
    ("heir -q re", ["resolve"], []),
    ("heir --root . re", ["resolve"], []),
    ("heir --", ["--root", "--color", "--help", "--version"], ["--json"]),
    ("heir get --ex", ["--exists", "--export"], ["--json"]),
    ("heir get / --l", ["--lines"], ["--overlay", "--set"]),
    ("heir get --root . / --l", ["--lines"], []),
    ("heir get /prod/e", ["/prod/eu/"], ["/prod/us/", "/prod/", "/prod/eu/web/"]),
    ("heir get /prod/eu/web/w", ["/prod/eu/web/web-01"], ["/prod/eu/web/web-01/"]),
    ("heir get prod/e", ["prod/eu/"], ["/prod/eu/"]),
    ("heir get ./prod/e", ["./prod/eu/"], ["/prod/eu/"]),
    ("heir get '/prod/e", ["/prod/eu/"], []),
    ("heir get \"/prod/e", ["/prod/eu/"], []),
    ("heir get -- /prod/e", ["/prod/eu/"], []),
    ("heir resolve -c /prod/e", ["/prod/eu/"], []),
    ("heir get /prod db.po", ["db.port", "db.pool", "db.pool.min"], ["db.host"]),
    ("heir get --default x /prod db.po", ["db.port"], ["/prod"]),
    ("heir get /prod db.host db.po", ["db.port"], []),
    ("heir get '/prod' db.po", ["db.port"], []),
    ("heir get prod/ db.po", ["db.port"], []),
    ("heir get /nowhere db.po", [], ["db.port"]),
    ("heir --root ../ciccone get /to", ["/tony/"], []),
    ("heir get --root ../ciccone /to", ["/tony/"], []),
    ("heir --root=../ciccone get /tony first", ["firstName"], []),
    ("heir get --root '../ciccone' /tony first", ["firstName"], []),
    ("heir get --root ../ciccone/ /tony first", ["firstName"], []),
    ("heir diff /prod/eu /prod/u", ["/prod/us/"], []),
    ("heir diff /prod /staging db.po", ["db.port"], []),
    ("heir resolve --format ", ["json", "flat", "shell", "dotenv", "nul"], ["text"]),
    ("heir explain --format ", ["json", "text"], ["dotenv"]),
    ("heir get --type b", ["boolean"], ["string"]),
    ("heir --color ", ["auto", "always", "never"], []),
    ("heir completion ", ["bash", "zsh", "fish"], ["line", "/"]),
    ("heir help res", ["resolve"], []),
    ("heir scopes --root prod/us/w", [], ["/prod"]),
    ("heir get / --out", ["--output"], []),
    ("heir check -o prod/us/w", [], ["/prod"]),
    ("heir get -o x /prod/e", ["/prod/eu/"], []),
    ("heir resolve -co x /prod/e", ["/prod/eu/"], []),
  ]

  @Test(arguments: CompletingShell.available)
  func commandsOptionsScopesKeysAndWordsAreOffered(shell: CompletingShell) throws {
    let offers = try shell.offers(for: Self.table.map(\.line), in: Self.fleet)
    for (row, offer) in zip(Self.table, offers) {
      let lacking = row.offered.filter { !offer.words.contains($0) }
      let wrong = row.missing.filter(offer.words.contains)
      #expect(
        lacking.isEmpty && wrong.isEmpty,
        "\(row.line): \(offer.words.sorted()) lacks \(lacking), has \(wrong); \(offer.errors)")
    }
  }

  @Test(arguments: CompletingShell.available)
  func directoriesAreOfferedForARoot(shell: CompletingShell) throws {
    let offer = try shell.offers(for: ["heir scopes --root prod/us/w"], in: Self.fleet)[0]
    let names = Set(offer.words.map { $0.split(separator: "/").last.map(String.init) ?? "" })
    #expect(names == ["web", "worker"])
  }

  @Test(arguments: CompletingShell.available)
  func filesAreOfferedForOutput(shell: CompletingShell) throws {
    let lines = ["get / k -o prod/eu/d", "check -o prod/eu/d", "resolve -co prod/eu/d"]
    for offer in try shell.offers(for: lines.map { "heir " + $0 }, in: Self.fleet) {
      #expect(offer.words.contains { $0.hasSuffix(".json") }, "\(offer)")
    }
  }

  @Test(arguments: CompletingShell.available)
  func whatFollowsAnEqualsSignIsCompleted(shell: CompletingShell) throws {
    let lines = [
      "heir get / --type=bo", "heir get /prod --shell port=db.po",
      "heir get /prod --optional=port=db.po", "heir get --root=../ciccone /to",
    ]
    let ends = ["boolean", "db.port", "db.port", "/tony/"]
    for (offer, end) in zip(try shell.offers(for: lines, in: Self.fleet), ends) {
      #expect(offer.words.contains { $0.hasSuffix(end) }, "\(offer.words) lacks \(end)")
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

  /// A tree whose scopes and keys have these names; the root has a newline in a name, too.
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

  @Test(arguments: CompletingShell.available)
  func hostileScopesAreOfferedAsTheyAreAndRunNothing(shell: CompletingShell) throws {
    let tree = try Self.nastyTree()
    let lines = Self.names.map { "heir get /\($0.prefix(1))" }
    for (name, offer) in zip(Self.names, try shell.offers(for: lines, in: tree.url)) {
      #expect(offer.words.count == 1, "\(name): \(offer.words)")
      #expect(offer.arguments == ["/" + name], "\(name): \(offer.arguments), \(offer.words)")
    }
    #expect(!tree.hasCanary)
  }

  @Test(arguments: CompletingShell.available)
  func hostileKeysAreOfferedAsHeirSpellsThemAndRunNothing(shell: CompletingShell) throws {
    let tree = try Self.nastyTree()
    let keys = Harness(in: tree.url).run("completion", "keys", "/").output
      .split(separator: "\0").map(String.init)
    #expect(keys.count == Self.names.count)
    let lines = keys.map { key in
      let isQuoted = key.hasPrefix("\"")
      return "heir get / " + (isQuoted ? "\\\"" + key.dropFirst().prefix(1) : key.prefix(1))
    }
    for (key, offer) in zip(keys, try shell.offers(for: lines, in: tree.url)) {
      #expect(offer.arguments == [key], "\(key): \(offer.arguments), \(offer.words)")
      // What is offered is a key that heir takes.
      #expect(Harness(in: tree.url).run("get", "/", key).output == "1\n")
    }
    #expect(!tree.hasCanary)
  }

  @Test(arguments: CompletingShell.available)
  func whatTheLineHoldsIsNotRunEither(shell: CompletingShell) throws {
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

  @Test(arguments: CompletingShell.available)
  func allScopesTogetherRunNothing(shell: CompletingShell) throws {
    let tree = try Self.nastyTree()
    let lines = [
      "heir get /", "heir get '/", "heir get \"/", "heir get ", "heir get / ", "heir get ./",
    ]
    let offers = try shell.offers(for: lines, in: tree.url)
    #expect(offers[0].words.count >= Self.names.count)
    #expect(!tree.hasCanary)
    guard shell == .bash else { return }
    let scopes = Set(Self.names.map { "/" + $0 })
    #expect(offers[0].arguments.isSuperset(of: scopes))
    #expect(offers[0].arguments.contains("/0\ntouch canary\n$(touch canary)"))
    // Inside quotes, readline puts what is offered behind the one that stands there.
    #expect(offers[1].arguments == scopes)
    #expect(offers[2].arguments == scopes.filter { !$0.contains("!") })
  }

  @Test(.enabled(if: CompletingShell.isInstalled("bash")))
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

  @Test func aScriptRefusesWhatItCannotUse() {
    #expect(Harness().run("completion", "bash", "/").status == 2)
    #expect(Harness().run("completion", "fish", "--root", ".").status == 2)
    #expect(Harness().run("completion", "tcsh").errors.contains("'bash', 'zsh', 'fish'"))
  }

  @Test func keysAreThoseOfAllScopesAndObjectsToo() {
    let harness = Harness(in: Self.fleet)
    let one = harness.run("completion", "keys", "/prod").output.split(separator: "\0")
    #expect(Set(one).count == one.count)
    #expect(one.contains("db") && one.contains("db.pool.min"))
    let both = harness.run("completion", "keys", "/prod", "/staging").output.split(separator: "\0")
    let other = harness.run("completion", "keys", "/staging").output.split(separator: "\0")
    #expect(Set(both) == Set(one).union(other))
  }

  @Test func keysThatCannotBeReadPrintNothing() {
    let broken = Harness(in: Harness.fixtures.appending(path: "trees/broken"))
    for scope in ["/nowhere", "/syntax", "../x"] {
      #expect(broken.run("completion", "keys", scope) == .init(status: 2))
    }
    #expect(broken.run("completion", "keys") == .init(status: 2))
  }
}

extension Scratch {
  /// Whether something ran that should not have.
  var hasCanary: Bool {
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    return files?.contains { ($0 as? URL)?.lastPathComponent == "canary" } ?? true
  }
}
