import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite struct CompletionLineTests {
  private static let trees = Harness.fixtures.appending(path: "trees")

  private func words(
    _ line: String, _ harness: Harness = Harness(in: trees.appending(path: "fleet"))
  )
    -> [String]
  {
    let breaks = " \t\n\"'><;|&("
    let result = harness.run("completion", "line", "--", "bash", line, breaks)
    #expect(result.status == 0 && result.errors == "")
    return result.output.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test(arguments: [
    ("heir get ", ["/", "/dev/", "/prod/", "/staging/"]),
    ("heir get /", ["/dev/", "/prod/", "/staging/"]),
    ("heir get ./p", ["./prod/"]),
    ("heir get .", ["./"]),
    ("heir get /.", []),
    ("heir get /prod/eu/web/web-01/", []),
    ("heir get /nowhere/", []),
    ("heir get --root=../ciccone /", ["/tony/"]),
    ("heir get --root '../ciccone' \"/", ["/tony/"]),
    ("heir get --overlay ../ciccone /", ["/dev/", "/prod/", "/staging/", "/tony/"]),
    ("heir get --overlay ../ciccone --overlay ../potter /j", ["/james/"]),
    ("heir get --overlay ../ciccone /tony first", ["firstName"]),
    ("heir get --overlay ../nowhere /", []),
    ("heir get /prod db.pool.m", ["db.pool.min", "db.pool.max"]),
    ("heir get /prod /db/pool/m", ["/db/pool/min", "/db/pool/max"]),
    ("heir get /prod --shell pool=db.pool.m", ["pool=db.pool.min", "pool=db.pool.max"]),
    ("heir get /prod --shell db.pool.m", []),
    ("heir get /prod --optional pool=/db/pool/mi", ["pool=/db/pool/min"]),
    ("heir get /prod --set db.pool.m", ["db.pool.min=", "db.pool.max="]),
    ("heir get --set=db.pool.mi", ["--set=db.pool.min="]),
    ("heir check --rules sy", ["syntax"]),
    ("heir check --rules syntax,dir", ["syntax,directive"]),
    ("heir check --ignore=syntax,s", ["--ignore=syntax,set-twice", "--ignore=syntax,settings"]),
    ("heir diff /prod /st", ["/staging/"]),
    ("heir diff /prod --since HEAD db.pool.mi", ["db.pool.min"]),
    ("heir diff --against ../ciccone /prod db.pool.mi", ["db.pool.min"]),
    ("heir help exp", ["explain"]),
    ("heir --root ../ciccone res", ["resolve", "resume"]),
    ("heir resolve / --j", ["--json"]),
    ("heir resolve / --format json --j", []),
    ("heir get --root . --root", []),
    ("heir get --overlay . --overl", ["--overlay"]),
    ("heir get -- --", []),
    ("heir set /prod db.pool.min -", ["--help"]),
    ("heir nothing ", []),
    ("heir get --json=", []),
    ("heir exec /prod db.pool.mi", ["db.pool.min"]),
    ("heir exec /prod -- ls prod/us/w", ["prod/us/web/", "prod/us/worker/"]),
    ("heir get --root prod/us/w", ["prod/us/web/", "prod/us/worker/"]),
    ("heir get / k -o prod/us/region", ["prod/us/region.json"]),
  ])
  func whatIsOfferedInALine(line: String, expected: [String]) {
    let found = words(line)
    // Of many options one is enough.
    if line.hasSuffix(" -") {
      #expect(found.contains(expected[0]), "\(line)")
    } else {
      #expect(found == expected, "\(line)")
    }
  }

  @Test func theRootAndOverlaysOfTheEnvironmentCount() {
    let tree = Scratch([(".heir", ""), ("b/a.json", #"{"base": 1}"#)])
    let overlay = Scratch([(".heir", ""), ("o/a.json", #"{"over": 1}"#)])
    var harness = Harness()
    harness.environment = ["HEIR_ROOT": tree.url.path, "HEIR_OVERLAYS": overlay.url.path]
    #expect(words("heir get /", harness) == ["/b", "/o"])
    #expect(words("heir get /o ", harness) == ["over"])
    harness.environment["HOME"] = overlay.url.path
    #expect(words("heir get --root ~/o /", harness) == ["/a", "/o"].filter { $0 == "/o" })
    #expect(words("heir get --root ~/", harness) == ["~/o/"])
  }

  @Test func ofManyKeysOneLevelIsOffered() {
    let members = (0..<60).map { "\"k\($0)\": {\"x\": 1, \"y\": {\"z\": 2}}" }
    let tree = Scratch([
      (".heir", ""), ("a.json", "{\"one\": 1, \(members.joined(separator: ","))}"),
    ])
    let harness = Harness(in: tree.url)
    let level = words("heir get / ", harness)
    #expect(level.count == 121 && level.prefix(3) == ["one", "k0", "k0."])
    #expect(words("heir get / k7", harness) == ["k7", "k7.x", "k7.y", "k7.y.z"])
    #expect(words("heir get / k7.", harness) == ["k7.x", "k7.y", "k7.y.z"])
    #expect(words("heir get / /", harness).prefix(3) == ["/one", "/k0", "/k0/"])
    #expect(words("heir get / --set k", harness).prefix(3) == ["k0=", "k0.", "k1="])
  }

  @Test func pointersAreOfferedWithTheirEscapes() {
    let tree = Scratch([(".heir", ""), ("a.json", #"{"a/b": {"c~d": 1}, "": {"x": 1}}"#)])
    let harness = Harness(in: tree.url)
    for key in words("heir get / /", harness) {
      let plain = key.replacing("\\", with: "")
      #expect(harness.run("get", "/", plain).status == 0, "\(key)")
    }
    #expect(words("heir get / /a~1b/", harness) == ["/a\\~1b/c\\~0d"])
  }

  @Test(.needs("git")) func branchesAndTagsAreOfferedForARevision() throws {
    let tree = Scratch([("tree/.heir", ""), ("tree/a.json", #"{"k": 1}"#)])
    let made = try Program.shell(
      """
      git init -q -b trunk . && git add . && git commit -q -m c &&
      git tag v1 && git branch 'a;b'
      """, in: tree.url)
    #expect(made.status == 0, "\(made.errors)")
    let harness = Harness(in: tree.url.appending(path: "tree"))
    #expect(words("heir diff / --since ", harness) == ["HEAD", "a\\;b", "trunk", "v1"])
    #expect(words("heir check --since=t", harness) == ["--since=trunk"])
    let outside = Scratch([(".heir", "")])
    #expect(words("heir diff / --since ", Harness(in: outside.url)) == [])
  }

  @Test func whatCannotBeReadIsNotOffered() {
    let broken = Harness(in: Self.trees.appending(path: "broken"))
    #expect(words("heir get /syntax ", broken) == [])
    #expect(words("heir get --root nowhere /", broken) == [])
    for arguments in [[], ["tcsh", "get"], ["bash"], ["bash", "heir", " ", "x"]] {
      let result = broken.run(["completion", "line", "--"] + arguments)
      #expect(result == .init(status: 2), "\(arguments)")
    }
  }

  @Test func wordsThatSteerATerminalAreSpelledInBash() {
    let tree = Scratch([(".heir", ""), ("a\u{1B}[31m/a.json", "{}"), ("b\u{202E}é/a.json", "{}")])
    let harness = Harness(in: tree.url)
    #expect(words("heir get /", harness) == ["$'/a\\033[31m'", "$'/b\\342\\200\\256\\303\\251'"])
    #expect(words("heir get '/", harness) == [])
    #expect(words("heir get $'/a\\033[31m' ", harness) == [])
    #expect(words("heir get $'/a\\x1b\\u005b' ", harness) == [])
  }
}
