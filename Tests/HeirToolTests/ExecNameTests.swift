import Foundation
import Testing

@testable import Sessions

/// `exec` with names of the caller's: what the process has, and what keeps it from starting.
@Suite struct ExecNameTests {
  private static let tree =
    #"{"db": {"url": "x:y z", "port": 1, "list": [1, {"k": "v"}]}, "http": {"port": 8080}, "gone": null}"#

  /// What `env` prints, from an environment that is empty but for what the caller adds.
  private static func run(
    _ arguments: String, _ json: String = tree, caller: String = ""
  ) throws -> Program.Result {
    let tree = ExecTests.tree(json)
    return try Program.shell(
      "env -i PATH=/usr/bin:/bin \(caller) \"$HEIR\" exec / \(arguments)", in: tree.url)
  }

  @Test func theProcessHasTheNamesAndNothingElse() throws {
    let result = try Self.run(
      "--map DATABASE_URL=db.url --map PORT=http.port --map list=db.list --clean -- env")
    #expect(result.output == "DATABASE_URL=x:y z\nPORT=8080\nlist=[1,{\"k\":\"v\"}]\n")
    #expect(result.status == 0 && result.errors == "")
  }

  @Test func namesAreLaidOnTheEnvironment() throws {
    let result = try Self.run("--map PORT=db.port -- env", caller: "PORT=old OTHER=kept")
    #expect(result.output == "PATH=/usr/bin:/bin\nOTHER=kept\nPORT=1\n")
  }

  @Test func oneIsEnough() throws {
    for option in ["--map", "--optional"] {
      let result = try Self.run("\(option) PORT=db.port --clean -- env")
      #expect(result.output == "PORT=1\n")
    }
  }

  @Test func nullTakesTheVariableAway() throws {
    for option in ["--map", "--optional"] {
      let result = try Self.run("\(option) A=gone -- env", caller: "A=old")
      #expect(result.output == "PATH=/usr/bin:/bin\n" && result.status == 0)
    }
  }

  @Test func whatIsOptionalAndNotThereIsTakenAway() throws {
    let result = try Self.run("--optional A=db.none -- env", caller: "A=old")
    #expect(result.output == "PATH=/usr/bin:/bin\n" && result.status == 0 && result.errors == "")
  }

  @Test func prefixAndMapGoTogether() throws {
    let result = try Self.run("db.list db --prefix DB_ --map PORT=http.port --clean -- env")
    // A key's own name comes first, then what stands under KEY, named from there.
    let lines = Set(result.output.split(separator: "\n"))
    #expect(
      lines == [
        "PORT=8080", "DB_=[1,{\"k\":\"v\"}]", "DB_URL=x:y z", "DB_PORT=1",
        "DB_LIST=[1,{\"k\":\"v\"}]",
      ])
  }

  @Test func aKeyMayHaveTwoNames() throws {
    let result = try Self.run(
      "http --prefix HTTP_ --map PORT=http.port --map PORT=http.port --map LISTEN=http.port --clean -- env"
    )
    #expect(result.output == "PORT=8080\nLISTEN=8080\nHTTP_PORT=8080\n")
  }

  @Test func everyValueComesThrough() throws {
    let strings = NastyStrings.make(200, seed: 61)
    let tree = EvalTests.tree(strings)
    let map = strings.indices.flatMap { ["--map", "N\($0)=k\($0)"] }
    let result = try Program.run(
      Program.heir, ["exec", "/"] + map + ["--clean", "--", "env", "-0"], in: tree.url)
    let found = result.output.unicodeScalars.split(separator: "\0").map { String($0) }
    let expected = strings.enumerated().map { "N\($0.offset)=\($0.element)" }
    #expect(EvalTests.same(found, expected))
  }

  @Test(arguments: [
    ("--map A=db.none", "db.none has no value"), ("--map A", "'--map' takes NAME=KEY"),
    ("--optional A", "'--optional' takes NAME=KEY"), ("--map =db.port", "not a variable name"),
    ("--map 1A=db.port", "not a variable name"), ("--map A-B=db.port", "not a variable name"),
    ("--map A=", "key"), ("--map LD_PRELOAD=db.port", "is reserved by shells"),
    ("--optional PATH=db.none", "is reserved by shells"),
    ("--map HEIR_X=db.port", "is reserved by shells"),
    (
      "--map A=db.port --map A=http.port",
      "http.port: it and db.port have the same variable name, A"
    ),
    ("--map A=db.port --optional A=none", "none: it and db.port have the same variable name, A"),
    (
      "http --prefix '' --map PORT=db.port",
      "http.port: it and db.port have the same variable name, PORT"
    ),
    ("--map A=nul", "contains a NUL"), ("--map A=broken", "broken"),
    ("--optional A=broken", "broken"), ("db.port --map A=db.url", "'--prefix'"),
    ("--clean", "needs '--prefix' or '--map'"),
  ])
  func nothingIsStartedWhenSomethingIsWrong(options: String, words: String) throws {
    let tree = ExecTests.tree(
      Self.tree.dropLast() + #", "nul": "a\u0000b", "broken": {"$ref": "nowhere"}}"#)
    let result = try Program.shell("\"$HEIR\" exec / \(options) -- touch canary", in: tree.url)
    #expect(result.status == 125 && result.output == "" && !tree.hasCanary, "\(options)")
    #expect(result.errors.contains(words), "\(options): \(result.errors)")
  }

  @Test func whatIsDoubtfulAboutAKeyIsSaidOnce() throws {
    let result = try Self.run(
      "db --prefix DB_ --map A=db.port --map B=http.port --map C=http.port --clean --set db.port=2 --set http.port=2 -- env",
      #"{"$final": ["*.port"], "db": {"port": 1}, "http": {"port": 8080}}"#)
    #expect(result.output == "A=1\nB=8080\nC=8080\nDB_PORT=1\n")
    let warnings = result.errors.split(separator: "\n").filter { $0.contains("warning") }
    #expect(warnings.count == 2, "\(result.errors)")
  }

  @Test func theWayOutOfAClashIsTold() throws {
    let json = #"{"a": {"b.c": 1, "b": {"c": 2}}}"#
    let clash = try Self.run("a --prefix A_ -- env", json)
    #expect(clash.status == 125)
    #expect(clash.errors.contains("have the same variable name, A_B_C"))
    #expect(clash.errors.contains("rename it with '--map NAME=KEY'"), "\(clash.errors)")
    for (map, other) in [("a.b.c", 1), (#"a."b.c""#, 2)] {
      let result = try Self.run("a --prefix A_ --map OTHER='\(map)' --clean -- env", json)
      #expect(
        Set(result.output.split(separator: "\n")) == ["OTHER=\(3 - other)", "A_B_C=\(other)"])
    }
  }

  // MARK: Names of programs

  /// Names by which who writes a tree would have a program run what the tree says.
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
    for name in Self.runs {
      let tree = ExecTests.tree(#"{"\#(name.lowercased())": "v", "sub": {"\#(name)": "v"}}"#)
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
    let tree = ExecTests.tree(#"{"options": 1, "pathx": 2, "count": 3}"#)
    for (prefix, isTaken) in [
      ("NODE_", false), ("GIT_CONFIG_", false), ("NPM_CONFIG_", false), ("NODES_", true),
      ("PYTHON", true),
    ] {
      let result = try Program.run(
        Program.heir, ["exec", "/", "--prefix", prefix, "--", "touch", "canary"], in: tree.url)
      #expect((result.status == 0) == isTaken, "\(prefix): \(result.errors)")
    }
  }

  /// A container's variables and a file's are nobody's who is started by heir.
  @Test func otherFormatsTakeThem() throws {
    for name in Self.runs where name != "NODE_OPTIONS" {
      let scratch = ExecTests.tree(#"{"\#(name)": "v"}"#)
      let harness = Harness(in: scratch.url)
      for format in ["shell", "fish", "dotenv", "docker", "systemd", "github"] {
        let result = harness.run("resolve", "/", "--format", format, "--prefix", "")
        #expect(result.status == 0 && result.output.contains(name), "\(format): \(result.errors)")
      }
      #expect(harness.run("get", "/", "--shell", "\(name)=\(name)").output == "\(name)='v'\n")
    }
  }

  @Test func theManualListsThem() throws {
    let file = DocumentTests.package.appending(path: "man/heir.1")
    let page = try String(contentsOf: file, encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: ".SH \"").first { $0.hasPrefix("VARIABLES") })
    let words = Set(section.components(separatedBy: CharacterSet(charactersIn: " \n,.")))
    let listed = ReservedNames.programs.names + ReservedNames.programs.prefixes
    for name in listed { #expect(words.contains(name), "\(name)") }
    #expect(Set(listed).count == listed.count)
  }
}
