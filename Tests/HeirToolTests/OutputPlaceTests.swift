import Foundation
import Testing

@Suite struct OutputPlaceTests {
  private let scratch = Scratch([
    ("tree/.heir", #"{"files": ["*.json", "*.conf"], "ignore": ["build"]}"#),
    ("tree/a.json", #"{"k": 1}"#), ("tree/s/a.json", #"{"k": 2}"#), ("tree/build/x.json", ""),
    ("tree/_shared/x", ""), ("tree/_far/real", #"{"k": 3}"#), ("over/a.json", "{}"),
    ("over/own/a.json", "{}"), ("else/x", ""),
  ])

  init() throws {
    for (name, target) in [
      ("tree/s/link", "../_shared"), ("tree/s/far.json", "../_far/real"), ("way", "tree/s"),
      ("direct.json", "tree/s/new.json"),
    ] {
      symlink(target, scratch.url.path + "/" + name)
    }
    mkfifo(scratch.url.path + "/tree/pipe", 0o600)
  }

  private var all: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: scratch.url.path)) ?? []).sorted()
  }

  private func heir(_ line: String) -> Harness.Result {
    Harness(in: scratch.url).run(Transcript.words(line))
  }

  @Test(arguments: [
    ("tree/new.json", "/"), ("tree/a.json", "/"), ("./tree/../tree/s/new.conf", "/s"),
    ("way/new.json", "/s"), ("direct.json", "/s"), ("tree/s/link/new.json", "/s/link"),
    ("tree/_shared/new.json", "/s/link"), ("tree/_far/real", "/s"), ("tree/s/far.json", "/s"),
    ("over/own/new.conf", "/own"),
  ])
  func outputThatWouldBeAPropertyFileIsRefused(path: String, scope: String) {
    let before = all
    for line in ["resolve / -o \(path)", "get / none -o \(path)", "where / k --html \(path)"] {
      let result = heir("\(line) --root tree --overlay over")
      #expect(result.status == 2 && result.output == "", "\(line): \(result)")
      #expect(
        result.errors == """
          heir: error: '\(path)' would become a property file of \(scope)
          heir: note: write outside the tree, or choose a name that is not a property file's

          """, "\(line)")
    }
    #expect(all == before)
  }

  @Test(arguments: [
    "tree/out.txt", "tree/_x.json", "tree/.x.json", "tree/s/x.jsonc", "tree/build/x.json",
    "tree/_other/x.json", "tree/_far/other", "else/new.json", "new.json",
  ])
  func whatIsNoPropertyFileIsWritten(path: String) throws {
    scratch.write("tree/_other/y", [])
    #expect(heir("resolve /s -o \(path) --root tree --overlay over") == .init())
    #expect(FileManager.default.fileExists(atPath: scratch.url.path + "/" + path))
    #expect(
      heir("get / k --root tree").output == "1\n" && heir("get /s k --root tree").output == "3\n")
  }

  @Test(arguments: [
    ("resolve / -o json", "'--format json', or './json'"),
    ("resolve / -o yaml", "'--format yaml', or './yaml'"),
    ("explain / k --output json", "'--format json', or './json'"),
    ("files / -o json", "'--json', or './json'"), ("get / k -o sarif", "'./sarif'"),
  ])
  func aFormatIsNoFile(line: String, advice: String) {
    let before = all
    let result = heir(line + " --root tree")
    #expect(result.status == 2 && result.output == "" && all == before)
    #expect(
      result.errors == "heir: error: -o takes a file: use \(advice) for a file of that name\n",
      "\(result)")
  }

  @Test(arguments: [
    ("out", "./out"), ("else/../out", "out"), ("out", "toOut"), ("toOut", "out"),
    ("out", "way/../../out"),
  ])
  func aPageAndWhatIsPrintedAreTwoFiles(page: String, output: String) {
    symlink("out", scratch.url.path + "/toOut")
    let before = all
    let result = heir("where / k --root tree --html \(page) -o \(output)")
    #expect(result.status == 2 && result.errors.contains("name the same file"), "\(result)")
    #expect(all == before)
  }
}
