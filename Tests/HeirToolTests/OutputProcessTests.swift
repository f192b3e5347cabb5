import Foundation
import TestSupport
import Testing

@Suite struct OutputProcessTests {
  private let scratch = Scratch([(".heir", ""), ("a.json", #"{"k": 1, "l": [1, 2]}"#)])

  /// What a line of shell prints, with the status behind it.
  private func shell(_ line: String) throws -> String {
    let result = try Program.shell(line + "; echo $?", in: scratch.url)
    return result.output + result.errors
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

  @Test(.needs(.fullDevice))
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
}
