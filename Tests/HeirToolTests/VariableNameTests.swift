import Foundation
import Testing

@testable import HeirTool
@testable import Trees

@Suite struct VariableNameTests {
  static let reserved =
    """
    PATH IFS HOME ENV PS1 PS2 PS3 PS4 PROMPT_COMMAND CDPATH UID EUID PPID PWD OLDPWD RANDOM SRANDOM \
    SECONDS LINENO OPTARG OPTIND OPTERR TMOUT HISTCMD GROUPS DIRSTACK FUNCNAME REPLY SHELLOPTS \
    BASHOPTS POSIXLY_CORRECT GLOBIGNORE _ ERRNO USERNAME HISTCHARS KEYBOARD_HACK ARGC TTYIDLE \
    PERIOD REPORTTIME REPORTMEMORY DIRSTACKSIZE MENUSCROLL BAUD STTY HISTFILESIZE TEXTDOMAINDIR
    """.split(separator: " ").map(String.init)
  static let prefixes = ["BASH", "EPOCH", "LD_", "DYLD_", "HEIR_", "ZSH_", "ZLE_"]

  @Test func everyReservedNameIsRefusedInEveryForm() {
    for name in Self.reserved + Self.prefixes + Self.prefixes.map({ $0 + "X" }) {
      let scratch = Scratch([(".heir", ""), ("a.json", "{\"\(name)\": 1, \"k\": 2}")])
      let harness = Harness(in: scratch.url)
      for line in [
        ["get", "/", "--shell", "\(name)=k"],
        ["get", "/", "--shell", "--optional", "\(name)=none"],
        ["resolve", "/", "--format", "shell", "--prefix", ""],
        ["resolve", "/", "k", "--format", "shell", "--prefix", name],
      ] {
        let result = harness.run(line)
        #expect(result.output == "(exit 2)\n" && result.status == 2, "\(line)")
        #expect(result.errors.contains("'\(name)' is reserved by"), "\(line): \(result.errors)")
      }
      let dotenv = harness.run("resolve", "/", "--format", "dotenv", "--prefix", "")
      #expect(dotenv.output == "" && dotenv.status == 2, "\(name)")
    }
  }

  @Test func theManualListsEveryReservedName() throws {
    let file = DocumentTests.package.appending(path: "man/heir.1")
    let page = try String(contentsOf: file, encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: ".SH \"").first { $0.hasPrefix("VARIABLES") })
    let words = section.components(separatedBy: CharacterSet(charactersIn: " \n,."))
    for name in Self.reserved + Self.prefixes { #expect(words.contains(name), "\(name)") }
  }

  static let listings = [
    ["bash", "-c", "compgen -v"],
    [
      "zsh", "-fc",
      "zmodload zsh/parameter zsh/datetime zsh/zle zsh/complist zsh/system zsh/mapfile; print -rl -- ${(k)parameters}",
    ],
    ["dash", "-c", "set | sed -n 's/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p'"],
  ]

  @Test(arguments: listings.map(\.[0])) func noNameThatAShellKnowsRunsAValue(shell: String) throws {
    let values = [
      "a[$(touch canary)]", "argv[$(touch canary)1]", "path[$(touch canary)1]", "$(touch canary)",
    ]
    let members = values.enumerated().map { "\"k\($0.offset)\": \(NastyStrings.json($0.element))" }
    let scratch = Scratch([(".heir", ""), ("a.json", "{\(members.joined(separator: ","))}")])
    let names = try Self.listings.reduce(into: Set(Self.reserved)) { names, listing in
      let listed = try Program.run("/usr/bin/env", listing).output
      names.formUnion(listed.split(separator: "\n").map(String.init))
    }
    let harness = Harness(in: scratch.url)
    var script = ""
    var taken = 0
    for name in names.sorted() {
      for index in values.indices {
        let result = harness.run("get", "/", "--shell", "\(name)=k\(index)")
        guard result.status == 0 else { continue }
        taken += 1
        // In a shell of its own, since some names cannot be set.
        script += "( \(result.output)) >/dev/null 2>&1\n"
      }
    }
    #expect(taken > 100)
    scratch.write("_script", Array(script.utf8))
    _ = try Program.run("/usr/bin/env", [shell, "_script"], in: scratch.url)
    #expect(!scratch.hasCanary)
  }

  @Test(arguments: [
    (["get", "/", "k", "--type", "string", "--shell"], true),
    (["get", "/nowhere", "k", "--default", "--shell"], false),
    (["get", "/nowhere", "k", "--default", "--", "--shell"], true),
    (["get", "/nowhere", "--", "--shell"], false),
    (["resolve", "/nowhere", "--prefix", "--", "--format", "shell"], true),
    (["resolve", "/nowhere", "--prefix", "--format", "shell"], false),
    (["resolve", "/nowhere", "--format", "shell"], true),
    (["resolve", "--format=shell"], true), (["--format", "shell", "resolve", "/nowhere"], true),
    (["get", "/nowhere", "--args", "a"], true), (["get", "/nowhere", "k"], false),
  ])
  func aFailureIsForEvalWhereTheOptionIsOne(line: [String], isForEval: Bool) {
    let result = Harness(in: Harness.fixtures.appending(path: "trees/fleet")).run(line)
    #expect(result.status == 2)
    #expect(result.output == (isForEval ? "(exit 2)\n" : ""))
  }
}
