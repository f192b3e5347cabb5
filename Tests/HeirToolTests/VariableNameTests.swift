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
}
