import Foundation
import Testing

/// `-o FILE` of the real program: links, pipes, devices, signals.
@Suite struct OutputProcessTests {
  private let scratch = Scratch([(".heir", ""), ("a.json", #"{"k": 1, "l": [1, 2]}"#)])

  /// What a line of shell prints, with the status behind it.
  private func shell(_ line: String) throws -> String {
    let result = try Program.shell(line + "; echo $?", in: scratch.url)
    return result.output + result.errors
  }

  @Test func makeStaysQuietWhereNothingChanged() throws {
    let line =
      "$HEIR resolve / -o _out; touch -t 200001010000 _out; $HEIR resolve / -o _out; [ _out -ot a.json ]"
    #expect(try shell(line) == "0\n")
    #expect(
      try shell("echo '{\"k\": 2}' >a.json; $HEIR resolve / -co _out; cat _out; ls") == """
        {"k":2}
        _out
        a.json
        0

        """)
  }

  @Test func aLinkIsWrittenThrough() throws {
    let line = "mkdir _d; ln -s _d/real _out; echo old >_d/real; chmod 640 _d/real; "
    #expect(
      try shell(line + "$HEIR get / k -o _out; cat _d/real; readlink _out; ls -A _d")
        == "1\n_d/real\nreal\n0\n")
    #expect(try Program.shell("ls -l _d", in: scratch.url).output.contains("-rw-r----- "))
  }

  @Test func whatIsOpenAlreadyIsAFileToo() throws {
    #expect(try shell("$HEIR get / k -o /dev/stdout | cat") == "1\n0\n")
    #expect(try shell("$HEIR get / k -o /dev/stdout") == "1\n0\n")
    #expect(try shell("echo a >_o; $HEIR get / k -o /dev/stdout >>_o; cat _o") == "a\n1\n0\n")
    #expect(
      try shell("{ echo a; $HEIR get / k -o /dev/fd/3; echo b; } 3>&1 >_o; cat _o")
        == "1\na\nb\n0\n")
    #expect(try shell("$HEIR get / k -o /dev/stderr 2>&1 >/dev/null | cat") == "1\n0\n")
    #expect(try shell("mkfifo _p; cat _p & $HEIR get / k -o _p; wait") == "1\n0\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDeviceIsAnError() throws {
    #expect(
      try shell("$HEIR get / k -o /dev/full")
        == "2\nheir: error: cannot write '/dev/full': no space left on device\n")
    #expect(
      try shell("$HEIR get / k -o /dev/stdout >/dev/full")
        == "2\nheir: error: cannot write '/dev/stdout': no space left on device\n")
    #expect(
      try shell("$HEIR get / k -o /dev/stdout >&-").hasPrefix(
        "2\nheir: error: cannot write '/dev/stdout': "))
  }

  @Test func aFileThatDoesNotFitLeavesTheOldOne() throws {
    let numbers = (0..<1_000).map(String.init).joined(separator: ",")
    scratch.write("a.json", Array("{\"a\":[\(numbers)]}".utf8))
    let line = "echo old >_out; trap '' XFSZ; ulimit -f 1; $HEIR get / a -o _out 2>/dev/null; "
    #expect(try shell(line + "echo $?; cat _out; ls -A") == "2\nold\n.heir\n_out\na.json\n0\n")
  }
}
