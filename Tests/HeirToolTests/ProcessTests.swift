import Foundation
import TestSupport
import Testing

@Suite struct ProcessTests {
  private let fleet = Harness.fixtures.appending(path: "trees/fleet")

  @Test func aReaderThatGoesAwayEndsTheProgramQuietly() throws {
    let scratch = Scratch([(".heir", "")])
    let numbers = (0..<100_000).map(String.init).joined(separator: ",")
    scratch.write("a.json", Array("{\"a\":[\(numbers)]}".utf8))
    let script = "( $HEIR get / a --lines; echo $? >status ) | head -c 1 >/dev/null; cat status"
    let result = try Program.shell(script, in: scratch.url)
    #expect(result.output == "141\n")
    #expect(result.errors == "")
  }

  @Test func whereTheSignalIsIgnoredABrokenPipeIsAnError() throws {
    let scratch = Scratch([(".heir", "")])
    let numbers = (0..<100_000).map(String.init).joined(separator: ",")
    scratch.write("a.json", Array("{\"a\":[\(numbers)]}".utf8))
    let script =
      "trap '' PIPE; ( $HEIR get / a --lines; echo $? >status ) | head -c 1 >/dev/null; cat status"
    let result = try Program.shell(script, in: scratch.url)
    #expect(result.output == "2\n")
    #expect(result.errors.contains("cannot write the output"))
  }

  @Test(.needs(.fullDevice))
  func aFullDeviceIsAnError() throws {
    for command in ["resolve /prod", "get /prod db.port", "help", "--version", "scopes"] {
      let result = try Program.shell("$HEIR \(command) >/dev/full; echo $?", in: fleet)
      #expect(result.output == "2\n")
      #expect(result.errors.contains("cannot write the output"))
    }
  }

  @Test(.needs(.fullDevice))
  func whatGoesOnPieceByPieceFailsOnce() throws {
    let scratch = Scratch([(".heir", ""), ("p.json", "[]")])
    let keys = (0..<3_000).map { "\"key\($0)\": \($0)" }.joined(separator: ",")
    scratch.write("p.json", Array("{\(keys)}".utf8))
    let line = "$HEIR where / '*' --json"
    let full = try Program.shell(line + " >/dev/full; echo $?", in: scratch.url)
    #expect(full.output == "2\n")
    #expect(full.errors.split(separator: "\n").count == 1, "\(full.errors)")
    let gone = try Program.shell(
      "( \(line); echo $? >status ) | head -c 1 >/dev/null; cat status", in: scratch.url)
    #expect(gone.output == "141\n" && gone.errors == "")
  }

  @Test func aClosedOutputIsAnError() throws {
    let result = try Program.shell("$HEIR get /prod db.port >&-; echo $?", in: fleet)
    #expect(result.output == "2\n")
  }

  @Test func argumentsAreBytes() throws {
    let result = try Program.shell("$HEIR get \"$(printf '/\\377')\" k; echo $?", in: fleet)
    #expect(result.output == "2\n")
    #expect(result.errors.contains("not UTF-8"))
  }
}
