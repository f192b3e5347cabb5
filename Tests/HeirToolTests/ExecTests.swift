import Foundation
import TestSupport
import Testing

@Suite struct ExecTests {
  static func tree(_ json: String) -> Scratch { Scratch([(".heir", ""), ("a.json", json)]) }

  @Test func theCommandIsTheSameProcess() throws {
    let tree = Self.tree("{\"k\": 1}")
    let result = try Program.shell(
      "echo $$; exec \"$HEIR\" exec / --prefix P_ -- sh -c 'echo $$'", in: tree.url)
    let numbers = result.output.split(separator: "\n")
    #expect(numbers.count == 2 && numbers.first == numbers.last)
    #expect(result.status == 0 && result.errors == "")
  }

  @Test(arguments: [("exit 0", Int32(0)), ("exit 7", 7), ("exit 255", 255), ("kill -KILL $$", 137)])
  func theStatusAndTheSignalAreTheCommands(line: String, status: Int32) throws {
    let tree = Self.tree("{}")
    let result = try Program.run(
      Program.heir, ["exec", "/", "--prefix", "P_", "--", "sh", "-c", line], in: tree.url)
    #expect(result.status == status)
  }

  @Test func noDescriptorIsHandedOn() throws {
    let tree = Self.tree("{\"k\": 1}")
    let result = try Program.shell(
      "\"$HEIR\" exec / --prefix P_ -- sh -c 'for f in 3 4 5 6 7 8 9; do "
        + "(: >&$f) 2>/dev/null && echo $f; done; :'", in: tree.url)
    #expect(result.output == "")
  }

  @Test func everyValueComesThrough() throws {
    let strings = NastyStrings.make(400, seed: 60)
    let tree = EvalTests.tree(strings)
    let result = try Program.run(
      Program.heir, ["exec", "/", "--prefix", "P_", "--clean", "--", "env", "-0"], in: tree.url)
    let found = result.output.unicodeScalars.split(separator: "\0").map { String($0) }
    let expected = strings.enumerated().map { "P_K\($0.offset)=\($0.element)" }
    #expect(EvalTests.same(found, expected))
  }

  @Test func aCommandThatCannotBeRunIsTold() throws {
    let tree = Scratch([(".heir", ""), ("plain", "#!/bin/sh\n"), ("bad", "#!/no/such\n")])
    for (command, status) in [
      ("no-such-program", Int32(127)), ("./nothing", 127), ("''", 127), ("./plain", 126),
      ("/", 126),
      ("./plain/x", 126),
    ] {
      let result = try Program.shell(
        "\"$HEIR\" exec / --prefix P_ -- \(command)", in: tree.url)
      #expect(result.status == status, "\(command): \(result.errors)")
      #expect(result.errors.hasPrefix("heir: error: cannot run"))
    }
  }

  @Test func theCommandIsLookedForInThePath() throws {
    let tree = Scratch([
      (".heir", ""), ("one/tool", "x"), ("two/tool", "#!/bin/sh\necho two $1\n"),
    ])
    chmod(tree.url.path + "/two/tool", 0o755)
    func run(_ path: String, _ options: String = "") throws -> Program.Result {
      try Program.shell(
        "PATH='\(path)' \"$HEIR\" exec / --prefix P_ \(options) -- tool arg", in: tree.url)
    }
    // What cannot be run hides nothing behind it.
    let top = tree.url.path
    #expect(try run("\(top)/one:\(top)/two").output == "two arg\n")
    #expect(try run("\(top)/one").status == 126)
    #expect(try run("\(top)/none:\(top)/two", "--clean").output == "two arg\n")
    #expect(try run("\(top)/none").status == 127)
    let here = Scratch([(".heir", ""), ("tool", "echo without a first line $1\n")])
    chmod(here.url.path + "/tool", 0o755)
    let result = try Program.shell(
      "PATH=$PWD \"$HEIR\" exec / --prefix P_ -- tool arg", in: here.url)
    #expect(result.output == "without a first line arg\n")
  }

  @Test(arguments: ["two", "./two:$PATH", ":$PATH", "$PATH:", ".", ""])
  func aProgramOfTheTreeIsTakenOnlyByItsPath(path: String) throws {
    let tree = Scratch([(".heir", "")])
    for file in ["two/tool", "tool"] {
      tree.write(file, Array("#!/bin/sh\necho $1\n".utf8))
      chmod(tree.url.path + "/" + file, 0o755)
    }
    func run(_ command: String) throws -> Program.Result {
      try Program.shell(
        "PATH=\"\(path)\" \"$HEIR\" exec / --prefix P_ -- \(command) arg", in: tree.url)
    }
    let result = try run("tool")
    #expect(result.status == 127)
    #expect(
      result.errors
        == """
        heir: error: cannot run 'tool': No such file or directory
        heir: note: heir ignores empty and relative directories of PATH

        """)
    for command in ["./tool", "two/tool"] { #expect(try run(command).output == "arg\n") }
  }
}
