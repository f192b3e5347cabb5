import Foundation
import Testing

/// `exec` is the command that it runs: the same process, with the variables and nothing else changed.
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

  @Test func standardInputIsTheCommands() throws {
    let tree = Self.tree("{}")
    let result = try Program.shell(
      "echo hello | \"$HEIR\" exec / --prefix P_ -- cat", in: tree.url)
    #expect(result.output == "hello\n")
  }

  @Test func noDescriptorIsHandedOn() throws {
    let tree = Self.tree("{\"k\": 1}")
    let result = try Program.shell(
      "\"$HEIR\" exec / --prefix P_ -- sh -c 'for f in 3 4 5 6 7 8 9; do "
        + "(: >&$f) 2>/dev/null && echo $f; done; :'", in: tree.url)
    #expect(result.output == "")
  }

  @Test func variablesAreLaidOnTheEnvironment() throws {
    let tree = Self.tree("{\"a\": 1, \"gone\": null, \"list\": [1, {\"x\": \"y\"}]}")
    let script = "export P_A=old P_GONE=old OTHER=kept; "
    let printed = "-- sh -c 'echo \"$P_A ${P_GONE-unset} $P_LIST $OTHER\"'"
    let result = try Program.shell(script + "\"$HEIR\" exec / --prefix P_ " + printed, in: tree.url)
    #expect(result.output == "1 unset [1,{\"x\":\"y\"}] kept\n")
  }

  @Test func nothingElseIsThereWhereItIsClean() throws {
    let tree = Self.tree("{\"a\": 1, \"b\": \"two words\", \"gone\": null}")
    let result = try Program.shell(
      "P_GONE=1 \"$HEIR\" exec / --prefix P_ --clean -- env", in: tree.url)
    #expect(result.output == "P_A=1\nP_B=two words\n")
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

  @Test func theMappingIsThatOfResolve() throws {
    let tree = Self.tree("{\"a\": {\"b-c\": 1, \"É\": \"x\"}, \"list\": [1], \"n\": 1.0}")
    let run = try Program.run(
      Program.heir, ["exec", "/", "--prefix", "p_", "--clean", "--", "env"], in: tree.url)
    let shell = Harness(in: tree.url).run("resolve", "/", "--format", "shell", "--prefix", "p_")
    #expect(run.output == shell.output.replacing("'", with: ""))
  }

  @Test(arguments: [
    ("{\"a.b\": 1, \"a\": {\"b\": 2}}", "have the same variable name, P_A_B"),
    ("{\"k\": \"a\\u0000b\"}", "contains a NUL"), ("{\"k\": 1", "unexpected end of file"),
    ("{\"k\": {\"$ref\": \"nowhere\"}}", "nowhere"),
  ])
  func nothingIsStartedWhenSomethingIsWrong(json: String, words: String) throws {
    let tree = Self.tree(json)
    let result = try Program.run(
      Program.heir, ["exec", "/", "--prefix", "P_", "--", "touch", "canary"], in: tree.url)
    #expect(result.status == 125 && result.output == "")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(!tree.hasCanary)
  }

  @Test func aNameWithAMeaningIsRefused() throws {
    for (prefix, key) in [("LD_", "preload"), ("", "path"), ("HEIR_", "root"), ("1", "a")] {
      let tree = Self.tree("{\"\(key)\": 1}")
      let result = try Program.run(
        Program.heir, ["exec", "/", "--prefix", prefix, "--", "touch", "canary"], in: tree.url)
      #expect(result.status == 125 && !tree.hasCanary, "\(prefix)\(key)")
    }
  }

  @Test(arguments: [
    "exec", "exec /", "exec / --prefix P_", "exec / --prefix P_ --", "exec / --prefix P_ --nothing",
    "--color never exec / -- env", "exec / --prefix P_ missing -- env", "exec / -- env",
    "exec /nowhere --prefix P_ -- env", "exec / '' --prefix P_ -- env",
    "--root /nowhere exec / --prefix P_ -- env",
  ])
  func itsOwnFailuresHaveAStatusOfTheirOwn(line: String) throws {
    let tree = Self.tree("{}")
    let result = try Program.shell("\"$HEIR\" \(line)", in: tree.url)
    #expect(result.status == 125)
    #expect(result.output == "" && result.errors.contains("error: "), "\(result.errors)")
  }

  @Test func otherCommandsKeepTheirStatus() throws {
    #expect(Harness().run("get", "exec").status == 2)
    #expect(Harness().run("--root", "exec", "get").status == 2)
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

  @Test(arguments: ["two", "./two:/usr/bin", ":/usr/bin", "/usr/bin:", ".", ""])
  func aProgramOfTheTreeIsTakenOnlyByItsPath(path: String) throws {
    let tree = Scratch([(".heir", "")])
    for file in ["two/tool", "tool"] {
      tree.write(file, Array("#!/bin/sh\necho $1\n".utf8))
      chmod(tree.url.path + "/" + file, 0o755)
    }
    func run(_ command: String) throws -> Program.Result {
      try Program.shell(
        "PATH='\(path)' \"$HEIR\" exec / --prefix P_ -- \(command) arg", in: tree.url)
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

  @Test func withoutAPathTheUsualDirectoriesAreLookedThrough() throws {
    let tree = Scratch([(".heir", ""), ("env", "#!/bin/sh\necho wrong\n")])
    chmod(tree.url.path + "/env", 0o755)
    let result = try Program.shell(
      "unset PATH; \"$HEIR\" exec / --prefix P_ --clean -- env", in: tree.url)
    #expect(result.status == 0 && result.output == "")
  }

  @Test func whatThereIsToSayIsSaidFirst() throws {
    let tree = Scratch([
      (".heir", ""), ("a.json", "{\"$final\": [\"k\"], \"k\": 1}"), ("s/a.json", "{\"k\": 2}"),
    ])
    let result = try Program.shell(
      "\"$HEIR\" exec /s --prefix P_ -- sh -c 'echo $P_K >&2'", in: tree.url)
    #expect(result.errors.contains("warning"))
    #expect(result.errors.hasSuffix("\n1\n"))
    let quiet = try Program.shell(
      "\"$HEIR\" exec /s -q --prefix P_ -- sh -c 'echo $P_K >&2'", in: tree.url)
    #expect(quiet.errors == "1\n")
  }
}
