import Foundation
import Testing

/// What only a tracer, or a mount, can bring about.
@Suite struct FaultTests {
  private let scratch = Scratch([
    (".heir", ""), ("a.json", #"{"k": 1, "l": 1}"#), ("s/a.json", #"{"k": 1, "m": 1}"#),
  ])

  private func text(_ path: String) -> String? {
    try? String(contentsOf: scratch.url.appending(path: path), encoding: .utf8)
  }

  private func traced(_ injection: String, _ line: String) throws -> Program.Result {
    try Program.shell(
      "strace -f -qq -o /dev/null -e inject='\(injection)' $HEIR \(line)", in: scratch.url)
  }

  #if os(Linux)
    @Test func outputToADiskThatIsStaleForGoodComesToAnEnd() throws {
      scratch.write("out", Array("old".utf8))
      let result = try traced("/^rename:error=ESTALE", "resolve / -o out")
      #expect(result.status == 2 && result.errors.contains("changed by somebody else"), "\(result)")
      #expect(text("out") == "old")
    }

    @Test func aLinkedFileOfALowerLayerIsWrittenAtOnce() throws {
      let script = """
        mkdir disk && mount -t tmpfs tmpfs disk && cd disk && mkdir low up work tree &&
        echo '{"k": 1}' >low/a.json && ln low/a.json low/other &&
        mount -t overlay overlay -o lowerdir=low,upperdir=up,workdir=work tree || exit 77
        "$0" set / k 2 --root tree; echo $?; cat tree/a.json tree/other; ls -A tree
        """
      let mounts = getuid() == 0 ? "-m" : "-Urm"
      let result = try Program.run(
        "/usr/bin/env", ["unshare", mounts, "sh", "-c", script, Program.heir], in: scratch.url)
      // Not every system lets a test stack directories.
      if ![0, 2].contains(result.status) { return }
      #expect(
        result.output == "0\n{\"k\": 2}\n{\"k\": 1}\na.json\nother\n", "\(result)")
    }
  #endif

  @Test func tidyMakesFilesOfTheNamesOfOne() throws {
    let folder = scratch.url.path
    try FileManager.default.createDirectory(
      atPath: folder + "/t", withIntermediateDirectories: true)
    link(folder + "/s/a.json", folder + "/t/a.json")
    let result = Harness(in: scratch.url).run(["tidy"])
    #expect(result.status == 0, "\(result)")
    #expect(text("s/a.json") == #"{"m": 1}"# && text("t/a.json") == #"{"m": 1}"#)
    for path in ["s/a.json", "t/a.json"] {
      #expect(
        result.errors.contains(
          "warning: \(path) is no longer the same file as its other names (hard links)"),
        "\(result)")
    }
  }
}
