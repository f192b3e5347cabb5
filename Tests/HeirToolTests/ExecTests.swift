import Foundation
import TestSupport
import Testing

@testable import HeirTool
@testable import Trees

@Suite struct ExecTests {
  private static func tree(_ json: String) -> Scratch { Scratch(tree: [("a.json", json)]) }

  @Test func nullRemovesTheVariable() throws {
    let tree = Self.tree(#"{"gone": null}"#)
    for option in ["--map", "--optional"] {
      let result = try Program.shell(
        "env -i PATH=$PATH A=old \"$HEIR\" exec / \(option) A=gone -- env", in: tree.url)
      #expect(result.output == "PATH=\(Programs.path)\n" && result.status == 0)
    }
  }

  static let runs = [
    "NODE_OPTIONS", "PYTHONPATH", "PYTHONSTARTUP", "GIT_SSH_COMMAND", "GIT_SSH", "GIT_PAGER",
    "GIT_EXTERNAL_DIFF", "GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0", "GIT_PROXY_COMMAND", "EDITOR",
    "VISUAL", "PAGER", "BROWSER", "LESSOPEN", "MANPAGER", "PERL5OPT", "PERL5LIB", "PERL5DB",
    "RUBYOPT", "RUBYLIB", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH",
    "MAKEFLAGS", "LUA_INIT", "LUA_INIT_5_4", "PHPRC", "OPENSSL_CONF", "DOTNET_STARTUP_HOOKS",
    "CORECLR_PROFILER_PATH", "RUSTC_WRAPPER", "NPM_CONFIG_SCRIPT_SHELL", "RSYNC_RSH", "TAR_OPTIONS",
    "SSH_ASKPASS", "PSQL_PAGER", "KUBECONFIG", "GTK_MODULES", "R_PROFILE_USER", "ERL_AFLAGS",
  ]

  @Test func noKeyMakesANameThatRunsCodeInAProgram() throws {
    for name in Seeds.isLong ? Self.runs : Array(Self.runs.prefix(3)) {
      let tree = Self.tree(#"{"\#(name.lowercased())": "v", "sub": {"\#(name)": "v"}}"#)
      for line in ["", "sub "] {
        let result = try Program.shell(
          "\"$HEIR\" exec / \(line)--prefix '' -- touch canary", in: tree.url)
        #expect(result.status == 125 && !tree.hasCanary, "\(name)")
        #expect(result.errors.contains("'\(name)' can make programs run code"), "\(result.errors)")
        #expect(result.errors.contains("rename it with '--map NAME=KEY'"), "\(name)")
      }
      // The caller may mean it.
      for option in ["--map", "--optional"] {
        let meant = try Program.shell(
          "\"$HEIR\" exec / \(option) \(name)=sub.\(name) --clean -- env", in: tree.url)
        #expect(meant.output == "\(name)=v\n", "\(meant.errors)")
      }
    }
  }

  @Test func aPrefixMakesNoneEither() throws {
    let tree = Self.tree(#"{"options": 1, "pathx": 2, "count": 3}"#)
    for (prefix, isTaken) in [
      ("NODE_", false), ("GIT_CONFIG_", false), ("NPM_CONFIG_", false), ("NODES_", true),
      ("PYTHON", true),
    ] {
      let result = try Program.run(
        Program.heir, ["exec", "/", "--prefix", prefix, "--", "touch", "canary"], in: tree.url)
      #expect((result.status == 0) == isTaken, "\(prefix): \(result.errors)")
    }
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
}
