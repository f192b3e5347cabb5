import Foundation
import TestSupport
import Testing

@Suite struct RenderingTests {
  private static let formats: [[String]] =
    [[], ["-c"], ["-S"], ["--own"], ["--origins"], ["--keys"], ["--strict"], ["--only-secrets"]]
    + [["--without-secrets"], ["--except", "**.port"], ["--set", "db.port=1"]]
    + ["flat", "nul", "yaml", "toml", "properties"].map { ["--format", $0] }
    + ["shell", "fish", "dotenv", "docker", "systemd", "github"].map {
      ["--format", $0, "--prefix", "X_"]
    }

  private static let trees =
    (try? FileManager.default.contentsOfDirectory(atPath: Harness.fixtures.path + "/trees").sorted())
    ?? []

  private static let files = [
    ("t/.heir", ""), ("t/a.json", #"{"db": {"host": "h", "port": 1}, "log": "x"}"#),
    ("t/prod/a.json", #"{"db": {"port": 2}}"#), ("t/prod/eu/a.json", #"{"log": "y"}"#),
    ("t/dev/a.json", "{}"),
  ]
  private let scratch = Scratch(Self.files)

  private func heir(_ line: String) -> Harness.Result { scratch.run(Transcript.words(line)) }

  private func render(_ rest: String = "") -> Harness.Result {
    heir("resolve / --root t --below -q -o out/{scope}.json \(rest)")
  }

  private func state(_ path: String = "out") -> [String: String] {
    let top = scratch.url.appending(path: path).path
    var state: [String: String] = [:]
    for name in FileManager.default.enumerator(atPath: top)?.compactMap({ $0 as? String }) ?? [] {
      var told = stat()
      lstat("\(top)/\(name)", &told)
      if told.st_mode & S_IFMT == S_IFDIR { continue }
      #if canImport(Darwin)
        let time = told.st_mtimespec
      #else
        let time = told.st_mtim
      #endif
      state[name] =
        "\(told.st_ino) \(time.tv_sec).\(time.tv_nsec) \(scratch.text("\(path)/\(name)") ?? "?")"
    }
    return state
  }

  @Test(arguments: Seeds.every(6, of: trees))
  func aFileHoldsWhatItsScopeAloneGets(tree: String) throws {
    let number = try #require(Self.trees.firstIndex(of: tree))
    let root = ["--root", "trees/\(tree)", "-q"]
    let names = Harness().run(["scopes"] + root + ["--abstract"]).output
    let shown = Set(
      Harness().run(["scopes"] + root).output.split(separator: "\n").map(String.init))
    for (index, format) in Self.formats.enumerated()
    where (index + number) % (Seeds.isLong ? 4 : 11) == 0 {
      let out = scratch.url.path + "/out-\(tree)-\(index)"
      let all = Harness().run(
        ["resolve", "/", "--below", "-o", "\(out)/{scope}.txt"] + format + root)
      var statuses: Set<Int32> = []
      for scope in names.split(separator: "\n").map(String.init) {
        let name = scope == "/" ? "/_root" : scope
        let file = try? String(contentsOfFile: "\(out)\(name).txt", encoding: .utf8)
        let alone = Harness().run(["resolve", scope] + format + root)
        let isAsked = shown.contains(scope) || shown.isEmpty
        // What nobody speaks of here is an error only where nobody does anywhere.
        if alone.errors.contains("'--except' has no effect") { continue }
        if isAsked { statuses.insert(alone.status) }
        let made = isAsked && alone.status == 0
        #expect(file == (made ? alone.output : nil), "\(tree) \(scope) \(format): \(all)")
      }
      let isWhole = !statuses.contains(2)
      #expect(all.status == 2 || isWhole, "\(tree) \(format): \(all) \(statuses)")
      let again = Harness().run(
        ["resolve", "/", "--below", "--verify", "-o", "\(out)/{scope}.txt"] + format + root)
      #expect(again.output == "" && again.status == all.status, "\(tree) \(format): \(again)")
    }
  }

  @Test func upToDateFilesAreNotWritten() {
    #expect(render() == .init())
    let before = state()
    #expect(before.count == 5)
    #expect(render() == .init() && state() == before)
    #expect(render("--prune") == .init() && state() == before)
    scratch.write("t/dev/a.json", Array(#"{"log": "z"}"#.utf8))
    chmod(scratch.url.path + "/out/dev.json", 0o600)
    #expect(render() == .init())
    let after = state()
    #expect(after.filter { before[$0.key] != $0.value }.map(\.key) == ["dev.json"])
    var told = stat()
    lstat(scratch.url.path + "/out/dev.json", &told)
    #expect(told.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: formats.filter { !$0.contains("--own") && !$0.contains("--keys") })
  func verifyNamesDifferencesInEveryFormat(format: [String]) throws {
    let harness = Harness()
    let root = ["--root", "trees/formats", "-q"]
    let format = format.filter {
      $0 != "--only-secrets" && !$0.hasPrefix("db.port") && $0 != "--set"
    }
    let out = ["--below", "-o", scratch.url.path + "/o/{scope}"] + format
    let rendered = harness.run(["resolve", "/"] + out + root)
    if rendered.status != 0 { return }
    for (key, value) in [
      ("name", "other"), ("db.host", "x.example"), ("limits.cpu", "7"), ("hosts", "[1]"),
      ("routes", "[{\"a\": 1}]"), ("enabled", "\"no\""),
    ] {
      if harness.run(["get", "/", key] + root).status != 0 { continue }
      let told = harness.run(["resolve", "/", "--verify", "--set", "\(key)=\(value)"] + out + root)
      let keys = Set(
        told.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
          String($0.dropFirst(2).prefix { $0 != " " })
        })
      let more: Set =
        key == "db.host" && format != ["--without-secrets"] ? ["db.host", "db.url"] : [key]
      #expect(told.status == 1 && keys == more, "\(format) \(key): \(told)")
    }
  }
}
