import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite struct DescriptorTests {
  private func trees(levels: Int = 512) -> Scratch {
    let path = String(repeating: "d/", count: levels)
    return Scratch([
      ("base/.heir", ""), ("base/a.json", "{\"k\":1}"), ("base/\(path)a.json", "{\"l\":1}"),
      ("over/a.json", "{\"o\":1}"), ("over/\(path)a.json", "{\"m\":1}"),
      ("former/a.json", "{\"k\":2}"), ("former/\(path)a.json", "{\"l\":1}"), ("path", path),
    ])
  }

  @Test(
    arguments: Seeds.every(
      2, of: ["resolve $p -c", "check", "exec $p --prefix P_ -- sh -c 'ulimit -Sn'"]))
  func aDeepTreeWithAnOverlayFitsTheUsualLimit(line: String) throws {
    let trees = trees(levels: Seeds.isLong ? 512 : 256)
    let result = try Program.shell(
      "p=/$(cat path); p=${p%/}; ulimit -Sn 200; $HEIR \(line) --root base --overlay over"
        .replacingOccurrences(
          of: "exec $p --prefix P_ -- sh -c 'ulimit -Sn' --root base --overlay over",
          with: "exec $p --root base --overlay over --prefix P_ -- sh -c 'ulimit -Sn'"),
      in: trees.url)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.errors.contains("open files"))
    if line.hasPrefix("resolve") { #expect(result.output == "{\"k\":1,\"l\":1,\"o\":1,\"m\":1}\n") }
    // Another program gets what its caller had.
    if line.hasPrefix("exec") { #expect(result.output == "200\n") }
  }

  @Test(
    arguments: Seeds.first(
      1,
      of: [
        "get $p m", "check", "impact --against former --exit-zero", "set $p l 7 --dry-run",
      ]))
  func withFewDescriptorsTheAnswerIsTheSameOrAnError(line: String) throws {
    let trees = trees()
    // Something to take out, from all that one has to know.
    trees.write("base/d/a.json", Array("{\"k\":1}".utf8))
    func run(_ limit: String) throws -> Program.Result {
      try Program.shell(
        "p=/$(cat path); p=${p%/}; \(limit) $HEIR \(line) --root base --overlay over", in: trees.url
      )
    }
    let free = try run("")
    #expect(free.status < 2, "\(free.errors)")
    for limit in Seeds.first(1, of: [1024, 1060, 64]) {
      let result = try run("ulimit -n \(limit);")
      if result.status == free.status && !(result.errors + result.output).contains("open files") {
        #expect(result.output == free.output, "\(limit)")
      } else {
        #expect(
          result.status == (line == "check" ? 1 : 2)
            && (result.errors + result.output).contains("too many open files"),
          "\(limit): \(result)")
      }
    }
  }

  @Test(arguments: [
    "get / k", "get / none", "get /none k", "resolve / --below -o out/{scope}", "explain / k",
    "check",
    "where / '**'", "diff / /s", "set / k 2", "set / k 3 --dry-run", "tidy", "impact --against s",
    "schema /", "get / k --bogus",
  ])
  func aCommandClosesAllItsDescriptors(line: String) {
    let tree = Scratch(tree: [("a.json", #"{"k": 1}"#), ("s/a.json", "{}")])
    _ = tree.run(Transcript.words(line))
    #expect(openDescriptors(below: tree.url.path) == 0)
  }
}
