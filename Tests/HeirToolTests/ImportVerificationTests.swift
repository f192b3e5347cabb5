import Foundation
import SystemCalls
import TestSupport
import Testing

/// 'heir import --verify' beside the other program.
@Suite struct ImportVerificationTests {
  private static func verified(
    _ scratch: Scratch, _ line: String, _ environment: [String: String] = [:]
  ) -> Harness.Result {
    var harness = Harness(in: scratch.url)
    harness.environment = environment.merging(["PATH": Programs.path]) { $1 }
    return harness.run(words(line) + ["--verify"])
  }

  private static func words(_ line: String) -> [String] {
    ["import"] + line.split(separator: " ").map(String.init)
  }

  private static let hiera = "hiera . -o t --facts f/*"

  private static func tree(
    _ paths: [String], _ more: [(String, String)]
  ) -> Scratch {
    let levels = paths.enumerated().map { "{name: l\($0), path: '\($1)'}" }
    let file = "version: 5\nhierarchy: [\(levels.joined(separator: ", "))]\n"
    return Scratch([("hiera.yaml", file)] + more)
  }

  /// Runs if Ruby or Python loads it.
  private static let trap = "raise 'loaded from DIR'\n"

  @Test(.needs("puppet", "ruby")) func eachKeyThatDiffersIsOneLineForAllHosts() throws {
    let hosts = (1...4).map { ("f/h\($0).json", #"{"fqdn": "h\#($0)"}"#) }
    let scratch = Self.tree(
      ["n/%{fqdn}.yaml", "c.yaml"], hosts + [("data/c.yaml", "k: 1\nl: 2\n")])
    #expect(Harness(in: scratch.url).run(Self.words(Self.hiera)).status == 0)
    // The edited file is kept.
    scratch.write("t/values.jsonc", Array(#"{"k": 5, "l": 2}"#.utf8))
    let result = Self.verified(scratch, Self.hiera)
    #expect(result.status == 1)
    #expect(
      result.output.hasSuffix(
        "t/values.jsonc:1:7: k differs in 4 scopes; in /n/h1 it is 5, not 1\n"),
      "\(result)")
    #expect(result.errors.hasSuffix("4 values equal, 4 values different\n"), "\(result)")
  }

  @Test(.needs("puppet", "ruby")) func copiesAreRemovedAlsoThoseThatAKilledProcessLeft() throws {
    let scratch = Self.tree(
      ["n/%{fqdn}.yaml"], [("f/h1.json", #"{"fqdn": "h1"}"#), ("data/n/h1.yaml", "k: 1")])
    let (left, used) = (".heir-0123456789abcdef.out", ".heir-fedcba9876543210.out")
    for name in [left, used, "other.out"] { scratch.write("tmp/\(name)/a/b", Array("x".utf8)) }
    let here = scratch.url.appending(path: "tmp/\(used)")
    let lock = try Descriptor.open(Array(here.path.utf8), at: nil, .directory)
    #expect(try lock.lock())
    let directory = scratch.url.appending(path: "tmp").path
    let result = Self.verified(scratch, Self.hiera, ["TMPDIR": directory])
    #expect(result.status == 0, "\(result)")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    #expect(names.sorted() == [used, "other.out"].sorted())
  }

  /// It knows the facts of the import and the data of modules, and reads no other file and no Ruby.
  @Test(.needs("puppet", "ruby")) func puppetReadsWhatIsImported() {
    let scratch = Self.tree(
      [
        "n/%{fqdn}.yaml", "r/%{role}.yaml", "%{environment}.yaml", "%{facts.os.name}.yaml",
        "c.yaml",
      ],
      [
        (
          "f/h1.json",
          #"{"fqdn": "h1", "environment": "dev", "os": {"name": "x"}, "role": "../../secret"}"#
        ), ("f/h2.json", #"{"fqdn": "h2", "environment": "dev", "os": {"name": "x"}}"#),
        ("secret.yaml", "k: hunter2"),
        ("data/dev.yaml", "k: 1"), ("data/x.yaml", "k: 2\nl: 3"),
        ("data/c.yaml", "k: 4\nm::l: [1]"),
        ("modules/m/hiera.yaml", "version: 5\nhierarchy: [{name: a, path: a.yaml}]"),
        ("modules/m/data/a.yaml", "lookup_options: {'m::l': {merge: unique}}\nm::l: [2]\nm::x: 3"),
      ] + ["json.rb", "lib/json.rb", "puppet.rb", "lib/puppet.rb"].map { ($0, Self.trap) })
    // Each path alone would lead to a trap.
    let result = Self.verified(
      scratch, Self.hiera,
      [
        "RUBYLIB": ":lib:.", "RUBYOPT": "-Ilib -r./json -wIlib -I lib -rjson", "GEM_PATH": "lib",
      ])
    let places = ["c.yaml:2", "dev.yaml:1", "x.yaml:2"].map { "./data/\($0):1" }
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      zip(lines, places).allSatisfy { $0.hasPrefix($1) && $0.hasSuffix(", in 1 of 2 hosts") })
    #expect(
      lines.dropFirst(3).first
        == "./hiera.yaml:2:66: not imported: a path that leads to another directory")
    #expect(!(result.output + result.errors).contains("hunter2"), "\(result)")
    #expect(result.errors.contains(" 4 values equal, 0 values different\n"), "\(result)")
  }

  /// It reads the files of DIR with their settings, and so finds what the import does not know.
  @Test(.needs("puppet", "ruby")) func puppetReadsTheHierarchiesThemselves() {
    let function = """
      Puppet::Functions.create_function(:yaml_data) do
        def yaml_data(*) = {'k' => 'code of DIR'}
      end
      """
    let scratch = Scratch([
      (
        "hiera.yaml",
        """
        version: 5
        defaults: {datadir: /srv/code/hieradata, data_hash: yaml_data}
        hierarchy:
        - {name: n, path: 'n/%{fqdn}.yaml'}
        - {name: x, path: 'x/../y.yaml'}
        - {name: e, path: c.yaml, lookup_key: eyaml_lookup_key, options: {a: b}}
        - {name: o, path: 'o/%{fqdn}.yaml', lookup_key: other}
        - {name: z, path: '../../../../../../../../../etc/hosts.yaml'}
        """
      ),
      (
        "environment.conf",
        "modulepath = site:/srv/code/more:/etc/mods\nconfig_version = ./v"
      ),
      ("v", "#!/bin/sh\ntouch ran\n"),
      ("f/h1.yaml", "# from facter\nfqdn: h1\n"), ("hieradata/x/z.yaml", ""),
      ("hieradata/n/h1.yaml", "k: 1"), ("hieradata/y.yaml", "k: 2\nonly: 3\nl: 4"),
      ("hieradata/o/h2.yaml", "m: 5"), ("hieradata/c.yaml", "l: 6\nn: 7\ns: 'ENC[PKCS7,x]'"),
      ("site/p/hiera.yaml", "version: 5\nhierarchy: [{name: a, path: a.yaml}]"),
      ("site/p/data/a.yaml", "p::a: 1"), ("more/q/hiera.yaml", "version: 5"),
      ("more/q/data/common.yaml", "q::a: 1"), ("site/r/hiera.yaml", "version: 4"),
      ("site/r/data/common.yaml", "r::a: 1"),
      ("site/p/lib/puppet/functions/yaml_data.rb", function),
      ("lib/puppet/functions/yaml_data.rb", function),
    ])
    let result = Self.verified(scratch, Self.hiera)
    // Those of levels and modules that are left out are not compared, and those of lower levels.
    #expect(
      result.errors.hasSuffix(
        """
        heir: note: compared with puppet: 2 values equal, 0 values different
        heir: note: not compared: 3 keys not imported, 3 values left out in part or for a node

        """), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "ran").path))
  }

  @Test(.needs("puppet", "ruby")) func whatIsNotComparedIsCountedAndTwoKeysOfOneTextStopNothing() {
    let scratch = Self.tree(
      ["n/%{fqdn}.yaml", "c.yaml"],
      [
        ("f/h1.json", #"{"fqdn": "h1"}"#),
        ("data/c.yaml", "d: [{1: a, '1': b}]\nk: {1: a}\n1: c\nl: 1\ns: 'ENC[PKCS7,x]'\n"),
      ])
    let result = Self.verified(scratch, Self.hiera)
    #expect(
      result.errors.hasSuffix(
        """
        heir: note: compared with puppet: 2 values equal, 0 values different
        heir: note: not compared: 2 values left out in part or for a node

        """), "\(result)")
  }

  @Test(.needs("reclass")) func aNodeWithAnErrorDoesNotStopTheOthers() {
    let scratch = Scratch([
      ("nodes/a.yml", "parameters: {k: 1}"), ("nodes/b.yml", "parameters: {d: 2020-01-01}"),
      ("nodes/d.yml", "parameters: {d: 2020-01-01}"),
      ("nodes/e.yml", "parameters: {d: [{1: a, '1': b}]}"), ("nodes/f.yml", "parameters: {1: a}"),
      ("nodes/c.yml", "classes: [x]"), ("classes/x.yml", "parameters: {k: 2, l: [1]}"),
    ])
    let result = Self.verified(scratch, "reclass . -o t")
    #expect(result.status == 1)
    #expect(
      result.output.contains("2 nodes, such as /nodes/b, are not compared: reclass: "), "\(result)")
    #expect(
      result.output.contains(
        "/nodes/e is not compared: reclass: an answer with two keys of the same text, or invalid "
          + "JSON\n"), "\(result)")
    #expect(
      result.errors.hasSuffix(
        """
        compared with reclass: 4 values equal, 0 values different
        heir: note: not compared: 3 nodes

        """), "\(result)")
    // A key that reclass does not have.
    scratch.write("t/nodes/a/values.jsonc", Array(#"{"k": 1, "own": 2}"#.utf8))
    #expect(
      Self.verified(scratch, "reclass . -o t").output.contains("own in /nodes/a is 2, not no value")
    )
  }

  @Test(.needs("reclass")) func reclassReadsOnlyWhatIsImported() {
    let outside = Scratch([("s.yml", "parameters: {k: hunter2}")])
    let scratch = Scratch([
      ("reclass-config.yml", "classes_uri: \(outside.url.path)\n"),
      ("nodes/a.yml", "classes: [s]\nparameters: {l: 1}"),
      ("reclass.py", "raise Exception('loaded')"),
      ("json.py", "raise Exception('loaded')"),
    ])
    let result = Self.verified(scratch, "reclass . -o t", ["PYTHONPATH": ":.:x"])
    #expect(!(result.output + result.errors).contains("hunter2"), "\(result)")
    #expect(!(result.output + result.errors).contains("loaded"), "\(result)")
    scratch.write("reclass-config.yml", Array("storage_type: yaml_fs\n".utf8))
    scratch.write("nodes/a.yml", Array("parameters: {l: 1}".utf8))
    let other = Self.verified(scratch, "reclass . -o t", ["PYTHONPATH": ":.:x"])
    #expect(other.status == 0, "\(other)")
  }

  @Test(.needs("puppet", "ruby")) func aKeyOfAKeptFileAloneIsDifferent() {
    let scratch = Self.tree(
      ["c.yaml"], [("f/h1.json", "{}"), ("data/c.yaml", "k: 1\n"), ("t/a.jsonc", #"{"own": 2}"#)])
    let result = Self.verified(scratch, Self.hiera)
    #expect(result.output.hasSuffix("own in /hosts/h1 is 2, not no value\n"), "\(result)")
    #expect(result.errors.hasSuffix("1 value equal, 1 value different\n"), "\(result)")
  }

  @Test(.needs("puppet", "ruby")) func aValueThatIsNoJSONDoesNotHideTheOthers() {
    let deep = String(repeating: "[", count: 150) + String(repeating: "]", count: 150)
    let scratch = Self.tree(
      ["c.yaml"],
      [
        ("f/h1.json", #"{"a": \#(deep)}"#),
        ("data/c.yaml", "k: 1\nd: \(deep)\nn: .nan\nb: !!binary gICA\n"),
      ])
    let result = Self.verified(scratch, Self.hiera)
    #expect(
      result.errors.contains("compared with puppet: 2 values equal, 0 values different"),
      "\(result)")
  }

  @Test(.needs("puppet", "ruby", "reclass")) func nodesThatAreNotImportedAreCounted() {
    let scratch = Self.tree(
      ["n/%{fqdn}.yaml"],
      [
        ("f/h1.json", #"{"fqdn": "h1"}"#), ("f/h2.json", #"{"fqdn": "h2"}"#),
        ("data/n/h1.yaml", "k: 1"), ("data/n/h2.yaml", "k: 2001-01-01"),
      ])
    #expect(
      Self.verified(scratch, Self.hiera).errors.hasSuffix("not compared: 1 node not imported\n"))
    let other = Scratch([("nodes/a.yml", "classes: [x]"), ("nodes/b.yml", "parameters: {k: 1}")])
    let result = Self.verified(other, "reclass . -o t")
    #expect(result.errors.hasSuffix("not compared: 1 node not imported\n"), "\(result)")
  }

  /// Puppet reads these as separators, variables and patterns.
  @Test(.needs("puppet", "ruby"), arguments: ["a:b", "a$b", "a[b", "a{b", "a\\b"])
  func aTemporaryDirectoryThatPuppetCannotReadIsRefused(name: String) {
    let scratch = Self.tree(
      ["c.yaml"], [("f/h1.json", "{}"), ("data/c.yaml", "k: 1"), ("\(name)/x", "")])
    let result = Self.verified(
      scratch, Self.hiera, ["TMPDIR": scratch.url.appending(path: name).path])
    #expect(result.status == 2 && result.errors.contains("puppet cannot read a copy in"))
  }

  // MARK: Other programs

  /// The run with a shell script in place of the program; time passes 30 times as fast.
  private static func faked(_ program: String, _ script: String) throws -> Harness.Result {
    let isReclass = program == "reclass"
    let scratch =
      isReclass
      ? Scratch([("nodes/a.yml", "parameters: {k: 1}")])
      : Self.tree(["c.yaml"], [("f/h1.json", "{}"), ("data/c.yaml", "k: 1")])
    scratch.write("bin/\(program)", Array("#!/bin/sh\n\(script)\n".utf8))
    var harness = Harness(in: scratch.url)
    let bin = scratch.url.appending(path: "bin").path
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(bin)/\(program)")
    harness.environment = ["PATH": "\(bin):\(Programs.path)"]
    let start = Date()
    harness.clock = { Int(-start.timeIntervalSinceNow * 30_000) }
    return harness.run(words(isReclass ? "reclass . -o t" : hiera) + ["--verify"])
  }

  @Test(arguments: ["ruby", "reclass"])
  func aProgramThatClosesItsOutputAndGoesOnIsStopped(program: String) throws {
    let result = try Self.faked(
      program, "exec >&-; for i in 1 2 3 4 5 6 7 8 9; do echo $i >&2; sleep 0.6; done")
    #expect(result.output.contains("no answer in 60 seconds"), "\(result)")
  }

  @Test func valuesOfAProgramThatFailsDoNotCount() throws {
    let result = try Self.faked("reclass", #"echo '{"parameters": {"k": 1}}'; exit 1"#)
    #expect(result.errors.contains("0 values equal"), "\(result)")
  }

  @Test func processesOfTheProgramAreStoppedWithIt() throws {
    let pid = FileManager.default.temporaryDirectory.appending(path: "pid-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: pid) }
    _ = try Self.faked("reclass", "sleep 600 & echo $! > '\(pid.path)'; wait")
    let text = try String(contentsOf: pid, encoding: .utf8).trimmingCharacters(in: .newlines)
    let number = try #require(pid_t(text))
    // It may be a zombie until its new parent looks.
    let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    #expect(kill(number, 0) != 0 || state?.contains(") Z ") == true)
  }
}
