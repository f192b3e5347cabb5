import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite struct ImportTests {
  private static let control = Harness.fixtures.appending(path: "imports/hiera")

  private static func run(_ scratch: Scratch, _ words: String) -> Harness.Result {
    Harness(in: scratch.url).run(words.split(separator: " ").map(String.init))
  }

  private static let hiera: [(String, String)] = [
    ("hiera.yaml", "version: 5\nhierarchy: [{name: all, paths: ['n/%{fqdn}.yaml', c.yaml]}]\n"),
    ("data/n/a.yaml", "k: 1\n"), ("data/n/b.yaml", "k: 2\n"), ("data/c.yaml", "k: 3\n"),
  ]

  private static let trusted =
    [
      (
        "hiera.yaml",
        "version: 5\nhierarchy: [{name: all, paths: ['n/%{trusted.certname}.yaml', c.yaml]}]\n"
      )
    ] + hiera.dropFirst()

  /// The first piece of a section of heir.7 is the other program's, the second what the import writes.
  @Test(arguments: [
    ("Hiera", "import hiera . -o tree --facts web1.yaml"), ("reclass", "import reclass . -o tree"),
  ])
  func anImportAnswersAsThePageOfOtherProgramsSays(heading: String, line: String) throws {
    let sections = try ManualPage("heir.7").sections(of: "COMING FROM OTHER TOOLS")
    let pieces = try #require(sections.first { $0.heading == heading }).pieces
    let tree = try PageExample(pieces[0]).tree()
    let imported = Self.run(tree, line)
    #expect(imported.status == 0 && imported.output == "", "\(imported)")
    let copy = tree.url.appending(path: "tree")
    let ours = try PageExample(pieces[1])
    #expect(Transcript(ours.steps).replayed(in: copy) == ours.steps)
    let check = Harness(in: copy).run("check")
    #expect(check.status == 0 && check.output == "", "\(check)")
  }

  @Test func aSecondRunChangesOnlyWhatChanged() throws {
    let scratch = Scratch(Self.hiera)
    #expect(Self.run(scratch, "import hiera . -o t").errors == "heir: note: 4 files written\n")
    #expect(
      Self.run(scratch, "import hiera . -o t").errors == "heir: note: all 4 files are up to date\n")
    scratch.write("data/n/a.yaml", Array("k: 4\n".utf8))
    try FileManager.default.removeItem(at: scratch.url.appending(path: "data/n/b.yaml"))
    #expect(
      Self.run(scratch, "import hiera . -o t").errors
        == "heir: note: 1 file written, 1 file removed\n")
    #expect(Self.run(scratch, "get /n/a k --root t").output == "4\n")
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "t/n/b").path))
  }

  @Test func filesThatNoImportWroteStay() throws {
    let scratch = Scratch(Self.hiera + [("t/n/a/values.jsonc", "{\"own\": 1}")])
    let first = Self.run(scratch, "import hiera . -o t -q")
    #expect(first.status == 1 && first.output.hasPrefix("t/n/a/values.jsonc: kept"), "\(first)")
    // An edited file stays, also if its source is gone.
    scratch.write("t/n/b/values.jsonc", Array("{\"k\": 9}".utf8))
    try FileManager.default.removeItem(at: scratch.url.appending(path: "data/n/b.yaml"))
    let second = Self.run(scratch, "import hiera . -o t -q")
    #expect(second.status == 1 && second.output.contains("t/n/b/values.jsonc: kept"), "\(second)")
    #expect(Self.run(scratch, "get /n/a own --root t").output == "1\n")
    #expect(Self.run(scratch, "get /n/b k --root t").output == "9\n")
    let list = scratch.url.appending(path: "t/.heir-imported").path
    #expect(chmod(list, 0o664) == 0)
    let shared = Self.run(scratch, "import hiera . -o t")
    #expect(shared.status == 2 && shared.errors.contains("others may have written"), "\(shared)")
    #expect(chmod(list, 0o644) == 0)
    scratch.write("t/.heir-imported", Array("{".utf8))
    #expect(Self.run(scratch, "import hiera . -o t -q").status == 2)
  }

  @Test func aFileThatCountsBesideImportedOnesIsListed() {
    let scratch = Scratch(
      Self.hiera + [
        ("t/n/a/own.jsonc", "{\"k\": 8}"), ("t/o.json", "{}"), ("t/x/o.json", "{}"),
        ("t/n/a/notes.txt", ""),
      ])
    let result = Self.run(scratch, "import hiera . -o t -q")
    let reason = "kept, because no import wrote it, and its values count"
    #expect(result.status == 1)
    #expect(result.output == "t/o.json: \(reason)\nt/n/a/own.jsonc: \(reason)\n", "\(result)")
  }

  /// Hierarchies that Puppet refuses, and the place.
  @Test(arguments: [
    ("[{path: c.yaml}]", "2:13: error: Puppet refuses a level without a name"),
    (
      "[{name: a, path: c.yaml}, {name: a, path: d.yaml}]",
      "2:38: error: Puppet refuses two levels with the name 'a'"
    ),
    (
      "[{name: a, path: c.yaml}]\ndefaults: {datadir: data}",
      "2:13: error: Puppet refuses the level 'a' without 'data_hash', because 'defaults' has none"
    ),
    (
      "[{name: a, path: c.yaml, glob: '*'}]",
      "2:13: error: Puppet refuses 'glob' beside 'path' in one level"
    ),
  ])
  func aHierarchyThatPuppetRefusesIsAnError(levels: String, words: String) {
    let scratch = Scratch([
      ("hiera.yaml", "version: 5\nhierarchy: \(levels)\n"), ("data/c.yaml", "k: 1"),
    ])
    let result = Self.run(scratch, "import hiera . -o t")
    #expect(result.status == 2 && result.errors.contains("hiera.yaml:\(words)"), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "t").path))
  }

  /// Configurations with keys or values that Puppet does not allow, and the place.
  @Test(arguments: [
    ("[{name: a, path: c.yaml, foo: 1}]", "2:37: error: Puppet refuses the key 'foo' in a level"),
    ("[{name: a}]\nfoo: 1", "3:1: error: Puppet refuses the key 'foo' at the top"),
    ("[]\nplugins: ~", "3:1: error: Puppet refuses the key 'plugins' at the top"),
    ("[]\ndefaults: {path: x}", "3:12: error: Puppet refuses the key 'path' in 'defaults'"),
    (
      "[]\ndefaults: {data_hash: yaml_data, lookup_key: x}",
      "3:11: error: Puppet refuses 'lookup_key' beside 'data_hash' in 'defaults'"
    ),
    (
      "[{name: a, path: c.yaml, lookup_key: x, options: {path: x}}]",
      "2:62: error: Puppet refuses the option 'path'"
    ),
    (
      "[{name: a, path: c.yaml, lookup_key: x, options: {1a: x}}]",
      "2:62: error: Puppet refuses the option '1a'"
    ),
    (
      "[{name: a, path: c.yaml, options: {b: 1}}]",
      "2:47: error: Puppet refuses the option 'b' of 'yaml_data' in the level 'a'"
    ),
    (
      "[{name: a, path: c.yaml}]\ndefaults: {options: {b: 1}, data_hash: json_data}",
      "3:22: error: Puppet refuses the option 'b' of 'json_data' in the level 'a'"
    ),
    (
      "[{name: a, paths: c.yaml}]",
      "2:30: error: Puppet refuses the value of 'paths': it must be a list of texts"
    ),
    (
      "[{name: a, globs: []}]",
      "2:30: error: Puppet refuses the value of 'globs': it must be a list of texts"
    ),
    (
      "[{name: a, mapped_paths: [a, b]}]",
      "2:37: error: Puppet refuses the value of 'mapped_paths': it must be a list of a variable, a "
        + "name and a path"
    ),
    (
      "[{name: '', path: c.yaml}]",
      "2:20: error: Puppet refuses the value of 'name': it must be a text that is not empty"
    ),
    (
      "[{name: a, path: c.yaml, datadir: ~}]",
      "2:46: error: Puppet refuses the value of 'datadir': it must be a text that is not empty"
    ),
    (
      "[{name: a, path: ''}]",
      "2:29: error: Puppet refuses the value of 'path': it must be a text that is not empty"
    ),
    (
      "c.yaml",
      "2:12: error: Puppet refuses the value of 'hierarchy': it must be a list of levels"
    ),
    ("[{name: a}]", "2:13: error: Puppet refuses the level 'a' without a path"),
    (
      "[{name: a, path: \"%{facts['x']}.yaml\"}]",
      "2:29: error: Puppet refuses a variable with a wrong name in a path of the level 'a'"
    ),
    (
      "[{name: a, path: \"c\\0\"}]", "2:29: error: Puppet refuses NUL in a path of the level 'a'"
    ),
    (
      "[{name: a, path: c.yaml, hiera3_backend: yaml}]",
      "2:53: error: Puppet refuses 'hiera3_backend' in the level 'a'"
    ),
    ("[{name: a, uri: 'x://y'}]", "2:13: error: Puppet refuses the level 'a' without a path"),
    (
      "[]\ndefault_hierarchy: []",
      "3:20: error: Puppet refuses 'default_hierarchy' outside a module"
    ),
  ])
  func aKeyThatPuppetDoesNotAllowIsAnError(levels: String, words: String) {
    aHierarchyThatPuppetRefusesIsAnError(levels: levels, words: words)
  }

  @Test(arguments: [
    ("version: '5'", "1:10: error: Puppet refuses the value of 'version': it must be the number 5"),
    ("\u{FEFF}version: 5", "error: a byte order mark, after which Puppet reads keys otherwise"),
  ])
  func theVersionIsANumber(text: String, words: String) {
    let scratch = Scratch([("hiera.yaml", text), ("data/c.yaml", "k: 1")])
    let result = Self.run(scratch, "import hiera . -o t")
    #expect(result.status == 2 && result.errors.contains(words), "\(result)")
  }

  /// Hierarchies of a module that Puppet refuses, and so all keys of the module.
  @Test(arguments: [
    ("version: '5'", "1:10: not imported: the module, because Puppet refuses the value of"),
    (
      "version: 5\nhierarchy: [{name: c, foo: 1}]",
      "2:23: not imported: the module, because Puppet refuses the key 'foo' in a level"
    ), ("version: 5\nhierarchy: [", "2:12: not imported: '[' is never closed"),
    ("version: 5\nx: !ruby/class A", "2:4: not imported: a tag for which Puppet refuses"),
  ])
  func aHierarchyOfAModuleThatPuppetRefusesIsListed(text: String, words: String) {
    let scratch = Scratch([
      ("hiera.yaml", "version: 5\nhierarchy: [{name: c, path: c.yaml}]"), ("f/h1.json", "{}"),
      ("data/c.yaml", "k: 1\nm::j: 2\nl: \"x%{lookup('m::j')}\"\nn::i: 3"),
      ("modules/m/hiera.yaml", text), ("modules/m/data/common.yaml", "m::i: 4"),
      ("modules/n/hiera.yaml", "version: 5"),
    ])
    for facts in ["", " --facts f/*"] {
      let result = Self.run(scratch, "import hiera . -o t -q" + facts)
      #expect(result.status == 1 && result.output.contains("modules/m/hiera.yaml:\(words)"))
      #expect(result.output.contains("data/c.yaml:2:1: not imported: 'm::j'"), "\(result)")
      #expect(result.output.contains("data/c.yaml:3:1: not imported: 'l'"), "\(result)")
    }
    let found = Self.run(scratch, "resolve /hosts/h1 --root t --json")
    #expect(found.output.filter { !" \n".contains($0) } == #"{"k":1,"n::i":3,"facts":{}}"#)
  }

  /// Hosts have the facts of their files, and 'clientcert', which Puppet adds; a note names what is taken.
  @Test func onlyTheNameOfTheCertificateIsTakenWithoutAFact() {
    let scratch = Scratch([
      (
        "hiera.yaml",
        "version: 5\nhierarchy: [{name: n, path: 'n/%{hostname}.yaml'}, {name: c, path: c.yaml}]"
      ), ("data/n/h1.yaml", "k: 1"), ("f/h1.json", #"{"role": "web"}"#),
      ("data/c.yaml", "k: \"a%{facts.fqdn}b%{::hostname}c\"\nl: \"%{::clientcert}\""),
    ])
    let result = Self.run(scratch, "import hiera . -o t --facts f/*")
    #expect(result.status == 0)
    for line in [
      "2:29: note: no host has the fact 'hostname', which is in the path",
      "1:1: note: without a fact 'clientcert', the name of the host is used for it",
    ] {
      #expect(result.output.contains("hiera.yaml:\(line)\n"), "\(result)")
    }
    #expect(Self.run(scratch, "get /hosts/h1 k l --root t").output == "abc\nh1\n")
  }

  @Test func optionsOfOtherFunctionsAndNullAreAllowed() {
    let scratch = Scratch([
      (
        "hiera.yaml",
        """
        version: 5
        defaults: ~
        hierarchy:
        - {name: v, lookup_key: vault, options: {a-b_1: x}}
        - {name: u, data_hash: http, uri: 'x://y'}
        - {name: c, path: c.yaml, options: {}}
        plan_hierarchy: [{name: a, path: p.yaml}]
        """
      ), ("data/c.yaml", "k: 1"), ("f/a.json", "{}"),
    ])
    let result = Self.run(scratch, "import hiera . -o t --facts f/* -q")
    #expect(result.status == 1 && !result.errors.contains("error"), "\(result)")
  }

  @Test func aHostWithEmptyFactsInAListIsAHost() {
    let scratch = Scratch(
      Self.trusted + [
        ("f/all.json", #"[{"certname":"a","facts":{"os":"x"}},{"certname":"b","facts":{}}]"#),
        ("g/all.json", #"[{"certname":"a/b","facts":{}}]"#),
      ])
    #expect(Self.run(scratch, "import hiera . -o t --facts f/* -q").status == 0)
    #expect(Self.run(scratch, "get /n/b k --root t").output == "2\n")
    let other = Self.run(scratch, "import hiera . -o u --facts g/* -q")
    #expect(other.status == 2 && other.errors.contains("'a/b' cannot be the name of a scope"))
  }

  @Test func theLevelsOfARuleDoNotDependOnTheOrderOfHashes() {
    var data = ["a", "b", "c"].map { ("data/nodes/\($0).yaml", "n: \($0)\n") }
    for site in ["paris", "rome"] {
      for role in ["web", "db"] { data.append(("data/\(site)/\(role).yaml", "s: \(site)\n")) }
    }
    let hierarchy = """
      version: 5
      hierarchy:
      - {name: nodes, path: 'nodes/%{trusted.certname}.yaml'}
      - {name: site, path: '%{facts.site}/%{facts.role}.yaml'}
      - {name: common, path: common.yaml}

      """
    let scratch = Scratch([("hiera.yaml", hierarchy), ("data/common.yaml", "k: 1\n")] + data)
    let texts = (0..<8).map { number in
      // Each dictionary in memory has an order of its own.
      _ = Self.run(scratch, "import hiera . -o t\(number) -q")
      let settings = scratch.url.appending(path: "t\(number)/.heir")
      return (try? String(contentsOf: settings, encoding: .utf8)) ?? ""
    }
    #expect(
      Set(texts).count == 1 && texts[0].contains("/site/${$facts.site}/${$facts.role}"),
      "\(Set(texts))")
  }

  @Test func aKeyThatDiffersInOneHostIsLeftOutThere() {
    let scratch = Scratch([
      (
        "hiera.yaml",
        """
        version: 5
        hierarchy:
        - {name: e, path: 'e/%{environment}.yaml'}
        - {name: m, mapped_paths: [facts.apps, app, 'app/%{app}.yaml']}
        - {name: c, path: c.yaml}
        """
      ), ("data/e/test.yaml", "k: 1"), ("data/app/x.yaml", "l: 1"), ("data/app/y.yaml", "l: 2"),
      ("data/c.yaml", "k: 3\nl: 3\nj: 'a%{list}'"),
      ("f/a.json", #"{"environment": "test", "apps": ["x"]}"#),
      ("f/b.json", #"{"apps": "y", "list": [1]}"#),
    ])
    let result = Self.run(scratch, "import hiera . -o t --facts f/* -q")
    #expect(
      result.output == """
        ./data/c.yaml:3:1: not imported: 'j', because of a value in a text that is not a scalar, \
        in 1 of 2 hosts

        """, "\(result)")
    #expect(result.status == 1)
    for (host, values) in [("a", #"{"k":1,"l":1,"j":"a"}"#), ("b", #"{"k":3,"l":2}"#)] {
      let found = Self.run(scratch, "resolve /hosts/\(host) --root t --json -c")
      #expect(found.output.hasPrefix(String(values.dropLast())), "\(found)")
    }
    #expect(Self.run(scratch, "check --root t").status == 0)
  }

  @Test func nothingIsWrittenIfTheHierarchyIsBroken() {
    let scratch = Scratch(Self.hiera + [("hiera.yaml", "version: [5,\n")])
    let result = Self.run(scratch, "import hiera . -o t")
    #expect(result.status == 2 && result.errors.contains("./hiera.yaml:1:10: error: "))
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "t").path))
  }

  @Test func aBrokenFileIsListedAndHidesWhatItWouldOverride() {
    let scratch = Scratch(Self.hiera + [("data/n/c.yaml", "k: [1,\n")])
    let result = Self.run(scratch, "import hiera . -o t -q")
    #expect(result.status == 1)
    #expect(
      result.output == """
        ./data/n/c.yaml:1:4: not imported: host 'c', for which Puppet refuses the file
        ./data/n/c.yaml:1:4: not imported: '[' is never closed

        """)
    #expect(Self.run(scratch, "get /n/b k --root t").output == "2\n")
    #expect(Self.run(scratch, "get /n/c k --root t").status == 1)
    #expect(Self.run(scratch, "check --root t").status == 0)
  }

  @Test(arguments: [
    ("modulepath = \"site\"", "1"), ("modulepath = site:$basemodulepath", "1"),
    ("modulepath = modules\nmodulepath = site", ""), ("modulepath = s*te", ""),
    ("[main]\nmodulepath = site", ""), ("modulepath = site :modules", ""),
  ])
  func modulesAreInThePathOfTheEnvironment(settings: String, value: String) {
    let scratch = Scratch([
      ("hiera.yaml", "version: 5\nhierarchy: [{name: c, path: c.yaml}]"), ("data/c.yaml", "k: 1"),
      ("environment.conf", settings), ("site/m/data/common.yaml", "m::k: 1"),
      ("site/m/hiera.yaml", "version: 5\nhierarchy: [{name: c, path: common.yaml}]"),
    ])
    let result = Self.run(scratch, "import hiera . -o t -q")
    let isPlain = !settings.contains("*") && !settings.contains("[")
    #expect(result.output.contains("not imported: modules") == !isPlain, "\(result)")
    let found = Self.run(scratch, "get / m::k --root t").output
    #expect(found == (value.isEmpty ? "" : value + "\n"))
  }

  @Test(arguments: ["", " --facts f/*"]) func aFileOfAnotherFormatIsListed(facts: String) {
    let levels = "[{name: g, data_hash: hocon_data, path: x.conf}, {name: c, path: c.yaml}]"
    let scratch = Scratch([
      ("hiera.yaml", "version: 5\nhierarchy: \(levels)"), ("data/x.conf", "k = 2"),
      ("data/c.yaml", "k: 1"), ("f/a.json", "{}"),
    ])
    let result = Self.run(scratch, "import hiera . -o t" + facts)
    let line = "./data/x.conf: not imported: it is unknown which hosts read the file\n"
    #expect(result.status == 1 && result.output.contains(line), "\(result)")
    #expect(!result.output.contains("x.conf: note"), "\(result)")
  }

  @Test(arguments: [
    "data_hash: own, path: 'o/%{trusted.certname}.yaml'", "data_hash: own, glob: 'o/*1.yaml'",
    "data_hash: own, path: 'o/%{facts.role}/../h1.yaml'",
    "path: '/etc/secret.yaml'", "path: '../../secret.yaml'",
  ]) func aLevelThatMaySetAnyKeyHidesLowerOnesOfHostsThatReadIt(level: String) {
    let scratch = Scratch([
      (
        "hiera.yaml",
        """
        version: 5
        hierarchy:
        - {name: n, path: 'n/%{trusted.certname}.yaml'}
        - {name: o, \(level)}
        - {name: c, path: c.yaml}
        """
      ), ("data/n/h1.yaml", "k: 1"), ("data/o/h1.yaml", "x: 1"), ("data/c.yaml", "k: 2\nl: 3"),
      ("f/h1.json", #"{"role": "o"}"#), ("f/h2.json", "{}"),
    ])
    let result = Self.run(scratch, "import hiera . -o t --facts f/*")
    #expect(result.status == 1 && result.output.contains("not imported: 'l', because of a level"))
    #expect(Self.run(scratch, "get /n/h1 k --root t").output == "1\n")
    #expect(Self.run(scratch, "get /n/h1 l --root t").output == "")
    let isOfOne = level.contains("%{")
    #expect(Self.run(scratch, "get /n/h2 l --root t").output == (isOfOne ? "3\n" : ""))
  }

  @Test func aScopeWithTheNameOfAFileIsRefused() {
    let scratch = Scratch([("x.yaml", "k: 1"), ("x.jsonc/a.yaml", "k: 2")])
    let result = Self.run(scratch, "import yaml . -o t")
    #expect(result.status == 2 && result.errors.contains("'x.jsonc' would be a file and"))
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "t/.heir").path))
  }

  @Test func aLinkToAnotherPlaceIsListed() throws {
    let scratch = Scratch([("a.yaml", "k: 1")])
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url.appending(path: "b.yaml").path, withDestinationPath: "/etc/passwd")
    let result = Self.run(scratch, "import yaml . -o t -q")
    #expect(result.status == 1 && result.output.hasPrefix("./b.yaml: not imported: link to"))
    #expect(Self.run(scratch, "get / k --root t").output == "1\n")
  }

  @Test func aFileThatLeadsToAnotherPlaceHidesWhatItWouldOverride() throws {
    let scratch = Scratch(Self.hiera + [("f/a.json", #"{"fqdn": "a"}"#)])
    let file = scratch.url.appending(path: "data/n/a.yaml").path
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/etc/passwd")
    let result = Self.run(scratch, "import hiera . -o t -q --facts f/*")
    #expect(result.output.hasPrefix("./data/n/a.yaml: not imported: link to"), "\(result)")
    #expect(Self.run(scratch, "get /n/a k --root t").status == 1)
  }

  @Test func factsThatCannotBeReadAreListed() throws {
    let scratch = Scratch(Self.hiera + [("f/a.json", #"{"fqdn": "a"}"#)])
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url.appending(path: "f/b.json").path, withDestinationPath: "/etc/passwd")
    let result = Self.run(scratch, "import hiera . -o t -q --facts f/*")
    #expect(result.status == 1 && result.output.contains("b.json: not imported: link to"))
  }

  @Test(arguments: ["/srv/classes", "../classes"]) func classesInAnotherPlaceAreRefused(
    path: String
  ) {
    let scratch = Scratch([
      ("nodes/n.yml", "classes: [a]"), ("reclass-config.yml", "classes_uri: \(path)\n"),
    ])
    let result = Self.run(scratch, "import reclass . -o t")
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("./reclass-config.yml:1:14: error: 'classes_uri' leads out"))
  }

  @Test func aNodeThatCannotBeParsedIsListed() {
    let scratch = Scratch([("nodes/n.yml", "parameters: {k: 1}"), ("nodes/m.yml", "a: {b")])
    let result = Self.run(scratch, "import reclass . -o t -q")
    #expect(result.status == 1 && result.output.contains("./nodes/m.yml:1:"), "\(result)")
  }

  @Test(arguments: ["passwords", "^passwords$"])
  func aSecretKeyThatNoScopeBelowHasIsSecretWhereItIs(name: String) {
    var files = Self.hiera(
      "", Self.usual,
      [
        "r/web.yaml": "lookup_options: {'\(name)': {convert_to: Sensitive}}\npassword: 1",
        "r/db.yaml": "passwords: hidden",
      ], "", ""
    ).files
    files["f/h2.json"] = #"{"fqdn": "h2", "role": "db"}"#
    let scratch = Scratch(files.map { ($0.key, $0.value) })
    #expect(Self.run(scratch, "import hiera . -o t --facts f/* -q").status == 0)
    let check = Self.run(scratch, "check --root t")
    #expect(check.status == 0, "\(check)")
    let found = Self.run(scratch, "explain /n/h2 passwords --root t")
    #expect(found.status == 0 && !found.output.contains("hidden"), "\(found)")
  }

  @Test func aSecretKeyWithoutAWrittenValueIsNotNamedAtTheRoot() {
    let one = Self.hiera(
      "", ["n/%{fqdn}.yaml", "c.yaml"],
      [
        "n/h1.yaml": "password: ENC[PKCS7,aGk=]\npasswords: 1",
        "c.yaml": "lookup_options: {'^p.*': {convert_to: Sensitive}, '^q': {merge: hash}}",
      ], "", "")
    let scratch = Scratch(one.files.map { ($0.key, $0.value) })
    #expect(Self.run(scratch, "import hiera . -o t --facts f/* -q").status == 1)
    let root = Self.run(scratch, "resolve / --own --root t")
    #expect(!root.output.contains("password\""), "\(root)")
    let check = Self.run(scratch, "check --root t")
    #expect(!check.output.contains("idle-attribute"), "\(check)")
  }

  @Test(arguments: ["lookup_options: {k2: {convert_to: Integer}}\nk2: 1", "k2: \"%{f('x')}\""])
  func aSecretKeyOfWhichOneHostHasNoValueIsNoTypo(text: String) {
    var files = Self.hiera(
      "", Self.usual,
      [
        "r/web.yaml": "lookup_options: {'^.*$': {convert_to: Sensitive}}\nk1: 1",
        "n/h1.yaml": text, "n/h2.yaml": "k2: 2",
      ], "", ""
    ).files
    files["f/h2.json"] = #"{"fqdn": "h2", "role": "db"}"#
    let scratch = Scratch(files.map { ($0.key, $0.value) })
    #expect(Self.run(scratch, "import hiera . -o t --facts f/* -q").status == 1)
    let check = Self.run(scratch, "check --root t")
    #expect(check.status == 0, "\(check)")
  }

  @Test func aSecretThatIsLeftOutBesideASimilarKeyIsNoTypo() {
    let one = Self.hiera("", Self.usual, ["c.yaml": "a_login: x\na_logins: ENC[GPG,aGk=]"], "", "")
    let scratch = Scratch(one.files.map { ($0.key, $0.value) })
    _ = Self.run(scratch, "import hiera . -o t --facts f/* -q")
    let check = Self.run(scratch, "check --root t")
    #expect(check.output.contains("[required]"), "\(check)")
    #expect(!check.output.contains("idle-attribute"), "\(check)")
  }

  @Test func aLookupOfACiphertextLeavesOutOnlyItsMember() {
    let data = """
      sec: ENC[PKCS7,aGk=]
      url: "db://u:%{lookup('sec')}@h"
      o: {a: 1, b: "%{lookup('url')}", c: {d: "%{alias('sec')}", e: 2}}
      m: "%{alias('o')}"
      """
    let one = Self.hiera("", Self.usual, ["c.yaml": data], "", "")
    let scratch = Scratch(one.files.map { ($0.key, $0.value) })
    let result = Self.run(scratch, "import hiera . -o t --facts f/* -q")
    let places =
      ["1:6: not imported: an encrypted value"]
      + ["2:6", "3:14", "3:41"].map { "\($0): not imported: a lookup of an encrypted value" }
    #expect(result.output == places.map { "./data/c.yaml:\($0)\n" }.joined(), "\(result)")
    for key in ["o", "m"] {
      let found = Self.run(scratch, "get /n/h1 \(key) --root t --json")
      #expect(found.output == #"{"a":1,"c":{"e":2}}"# + "\n", "\(found)")
    }
    let check = Self.run(scratch, "check --root t")
    #expect(check.output.contains("'o.c.d' is required and has no value"), "\(check)")
  }

  @Test func aLookupOfAKeyThatIsEncryptedInOneFileIsNamedSo() {
    let scratch = Scratch([
      ("hiera.yaml", "version: 5\nhierarchy: [{name: all, paths: ['n/%{fqdn}.yaml', c.yaml]}]\n"),
      ("data/n/a.yaml", "s: ENC[PKCS7,aGk=]"), ("data/c.yaml", "s: x\nk: \"%{lookup('s')}\""),
      ("f/a.json", #"{"fqdn": "a"}"#), ("f/b.json", #"{"fqdn": "b"}"#),
    ])
    let result = Self.run(scratch, "import hiera . -o t --facts f/* -q")
    let words = "'k', because of a lookup of a value that is not imported, in 1 of 2 hosts"
    #expect(result.output.contains("./data/c.yaml:2:1: not imported: \(words)\n"), "\(result)")
    #expect(Self.run(scratch, "get /n/b k --root t").output == "x\n")
    #expect(Self.run(scratch, "get /n/a k --root t").status == 1)
  }

  @Test func ciphertextsAreSecretAndRequired() {
    let scratch = Scratch([
      ("nodes/n.yml", "classes: [a]\nparameters: {l: [c]}"),
      ("classes/a.yml", "parameters: {k: 'x ENC[GPG,aGk=]', l: ['ENC[GPG,aGk=]'], t: '${k}'}"),
    ])
    let result = Self.run(scratch, "import reclass . -o t -q")
    #expect(
      result.output == """
        ./classes/a.yml:1:17: not imported: encrypted value
        ./classes/a.yml:1:40: not imported: encrypted value
        ./classes/a.yml:1:61: not imported: a reference to a value that is not imported, for 'n'
        ./nodes/n.yml:2:17: not imported: a value that is merged with one that is not imported, for 'n'

        """, "\(result)")
    #expect(Self.run(scratch, "resolve /nodes/n --root t --json").output == "{}\n")
  }

  @Test func aSecretThatIsLeftOutIsRequired() {
    let scratch = Scratch([
      ("values.yaml", "db: {password: old, port: 1}\n"),
      ("values-prod.yaml", "db:\n  # rotated\n  password: !vault x\n"),
    ])
    let result = Self.run(scratch, "import yaml . -o t -q")
    let words = "unsupported tag '!vault'; write the value without it"
    #expect(result.output == "./values-prod.yaml:3:20: not imported: \(words)\n", "\(result)")
    #expect(Self.run(scratch, "get /prod db --root t --json").output == "{\"port\":1}\n")
    let check = Self.run(scratch, "check --root t")
    #expect(check.output.contains("'db.password' is required and has no value"), "\(check)")
    #expect(check.output.split(separator: "\n").count == 1)
    scratch.write("secrets/prod/s.json", Array(#"{"db": {"password": "new"}}"#.utf8))
    #expect(Self.run(scratch, "check --root t --overlay secrets").status == 0)
    let explained = Self.run(scratch, "explain /prod db.password --root t --overlay secrets")
    #expect(explained.status == 0 && !explained.output.contains("new"), "\(explained)")
  }

  @Test(arguments: [
    #"{"role": "web"}"#, #"{"name": "a", "values": {"role": "web"}}"#,
    #"[{"certname": "a", "name": "role", "value": "web"}, {"certname": "b", "name": "x", "value": 1}]"#,
    #"[{"certname": "a", "facts": {"data": [{"name": "role", "value": "web"}]}}]"#,
    "--- !ruby/object:Puppet::Node::Facts\nname: a\nvalues: {role: web}",
  ])
  func factsAreReadAsEachProgramPrintsThem(text: String) {
    let name = text.hasPrefix("---") ? "f/a.yaml" : "f/a.json"
    let scratch = Scratch(Self.trusted + [(name, text)])
    #expect(Self.run(scratch, "import hiera . -o t --facts f/*").status == 0)
    #expect(Self.run(scratch, "get /n/a facts.role --root t").output == "web\n")
  }

  /// A small tree, the key to ask for, its value, and a part of what is listed.
  @Test(arguments: [
    ["a.yaml", "b.yaml"], ["%{facts.os.family}.yaml", "a.yaml", "b.yaml"],
    ["n/%{trusted.certname}.yaml", "%{facts.os.family}.yaml", "a.yaml", "b.yaml"],
    ["n/%{trusted.certname}.yaml", "r/%{role}.yaml", "s/%{facts.site}.yaml", "a.yaml", "b.yaml"],
  ]) func aHierarchyWithoutFactsKeepsAllValues(paths: [String]) {
    let levels = paths.map { "{name: '\($0)', path: '\($0)'}" }.joined(separator: ", ")
    let scratch = Scratch([
      ("s/hiera.yaml", "version: 5\nhierarchy: [\(levels)]\n"),
      ("s/data/a.yaml", "a: 1\nboth: x\n"),
      ("s/data/b.yaml", "b: '%{lookup(\"a\")}'\nboth: y\n"),
    ])
    if paths.count > 4 {
      for (path, value) in [
        ("n/h1", "n"), ("n/h2", "m"), ("r/web", "w"), ("r/db", "d"), ("s/x", "x"),
      ] {
        scratch.write("s/data/\(path).yaml", Array("both: \(value)\nof_\(value): 1\n".utf8))
      }
    }
    let result = Self.run(scratch, "import hiera s -o t")
    #expect(!result.output.contains("not imported"), "\(result.output)\(result.errors)")
    #expect(result.status == 0)
  }

  @Test func aHostMayHaveFactsForWhichThereIsNoFile() {
    let scratch = Scratch([
      (
        "hiera.yaml",
        "version: 5\nhierarchy: [{name: o, path: 'os/%{facts.os}.yaml'}, {name: c, path: c.yaml}]"
      ),
      ("data/os/deb.yaml", "d: {a: '--'}"),
      (
        "data/c.yaml",
        "d: {a: {b: 1}}\nk: \"%{alias('d.a')}\"\n"
          + "lookup_options: {d: {merge: {strategy: deep, knockout_prefix: '--'}}}"
      ),
    ])
    let result = Self.run(scratch, "import hiera . -o t -q")
    #expect(result.output.contains("not imported: 'k', because of 'd', which is not"), "\(result)")
    #expect(Self.run(scratch, "get / k --root t").output == "")
  }

  @Test(arguments: [
    (
      "k: [\"%{facts.role}\", a]\nlookup_options: {k: {merge: unique}}", "a merged list with a fact"
    ),
    ("k: 1\nlookup_options: {\"%{facts.role}\": {merge: unique}}", "options of a name with an"),
  ])
  func withoutFactsAKeyThatMayDependOnThemIsListed(text: String, words: String) {
    let scratch = Scratch([
      ("hiera.yaml", "version: 5\nhierarchy: [{name: c, path: c.yaml}]"), ("data/c.yaml", text),
    ])
    let result = Self.run(scratch, "import hiera . -o t -q")
    #expect(result.output.contains("not imported: 'k', because of \(words)"), "\(result)")
    #expect(Self.run(scratch, "get / k --root t").output == "")
  }

  @Test func withoutFactsALookupOfAKeyThatIsLeftOutIsListed() {
    let levels = "[{name: t, path: 'teams/%{facts.teams.0}.yaml'}, {name: c, path: c.yaml}]"
    let scratch = Scratch([
      ("hiera.yaml", "version: 5\nhierarchy: \(levels)"),
      ("data/teams/web.yaml", "k: [\"%{alias('l')}\"]"),
      ("data/c.yaml", "l: [\"%{facts.role}\"]\nlookup_options: {l: {merge: unique}}"),
    ])
    let result = Self.run(scratch, "import hiera . -o t -q")
    #expect(result.output.contains("not imported: 'k', because of 'l', which is"), "\(result)")
    #expect(Self.run(scratch, "get /teams/web k --root t").output == "")
  }

  @Test func aFileThatPuppetRefusesForAllHostsLeavesNone() {
    let scratch = Scratch(Self.hiera.dropLast() + [("data/c.yaml", "k: [")])
    #expect(Self.run(scratch, "import hiera . -o t -q").status == 1)
    #expect(Self.run(scratch, "get /n/a k --root t").status != 0)
  }

  @Test func pathsThatLeadToEachFileManyTimesNeedFacts() {
    let levels = (0..<60).map { "{name: l\($0), path: '%{a\($0)}/%{b\($0)}.yaml'}" }
      .joined(separator: ", ")
    let scratch = Scratch(
      [("hiera.yaml", "version: 5\nhierarchy: [\(levels)]"), ("f/h.json", "{}")]
        + (0..<60).map { ("data/x\($0)/y.yaml", "k: 1") })
    let result = Self.run(scratch, "import hiera . -o t")
    #expect(
      result.status == 2 && result.errors.contains("error: the paths lead to each file 60 times"))
    #expect(Self.run(scratch, "import hiera . -o t --facts f/*").status == 0)
  }

  @Test func aFunctionInAPathIsAnError() {
    let levels = "[{name: c, path: \"%{lookup('p')}.yaml\"}]"
    let scratch = Scratch([("hiera.yaml", "version: 5\nhierarchy: \(levels)")])
    let result = Self.run(scratch, "import hiera . -o t")
    #expect(
      result.status == 2 && result.errors.contains("error: Puppet refuses a function in a path"))
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let files: [String: String]
    let scope: String
    let key: String
    let value: String
    var listed = ""

    init(
      _ what: String, _ files: [String: String], _ scope: String, _ key: String, _ value: String,
      listed: String = ""
    ) {
      (testDescription, self.files, self.scope) = (what, files, scope)
      (self.key, self.value, self.listed) = (key, value, listed)
    }

    func check(_ line: String) {
      let scratch = Scratch(files.map { ($0.key, $0.value) })
      let imported = ImportTests.run(scratch, line)
      #expect(imported.status == (listed.isEmpty ? 0 : 1), "\(imported)")
      #expect(listed.isEmpty ? imported.output == "" : imported.output.contains(listed))
      let found = Harness(in: scratch.url).run("get", scope, key, "--root", "t", "--json")
      #expect(found.output == (value.isEmpty ? "" : value + "\n"), "\(found)")
      let check = ImportTests.run(scratch, "check --root t")
      #expect(check.status == 0, "\(check)")
    }
  }

  private static func hiera(
    _ what: String, _ paths: [String], _ files: [String: String], _ key: String, _ value: String,
    listed: String = "", above: String = "", more: String = ""
  ) -> Case {
    var levels =
      paths.enumerated().map { "{name: l\($0), path: '\($1)'}" } + (more.isEmpty ? [] : [more])
    if !above.isEmpty { levels.insert(above, at: paths.count - 1) }
    var all = Dictionary(uniqueKeysWithValues: files.map { ("data/\($0)", $1) })
    all["hiera.yaml"] = "version: 5\nhierarchy: [\(levels.joined(separator: ", "))]\n"
    all["f/h1.json"] =
      #"{"fqdn": "h1", "role": "web", "list": ["x", "y"], "n": null,"#
      + #" "alias": "web", "path": "a/b", "hash": {"x": 1}, "number": 1, "hidden": "_x","#
      + #" "fraction": 22.10, "powers": [1e3],"#
      + #" "objects": [{"name": "s1"}, {"name": "s2"}], "dot": "."}"#
    let scope = paths[0].hasPrefix("n/") && !paths[1].hasPrefix("n/") ? "/n/h1" : "/hosts/h1"
    return Case(what, all, scope, key, value, listed: listed)
  }

  /// A level above 'c.yaml', in which `k` is 1, for a host with a fact `x`.
  private static func withFact(
    _ what: String, _ level: String, _ fact: String, _ files: [String: String], _ key: String,
    _ value: String, listed: String
  ) -> Case {
    var all = Dictionary(uniqueKeysWithValues: files.map { ("data/\($0)", $1) })
    all["hiera.yaml"] = "version: 5\nhierarchy: [{name: l, \(level)}, {name: c, path: c.yaml}]\n"
    all["data/c.yaml"] = "k: 1"
    all["f/h1.json"] = #"{"fqdn": "h1", "x": "\#(fact)"}"#
    return Case(what, all, "/hosts/h1", key, value, listed: listed)
  }

  private static func nested(_ levels: Int) -> String {
    String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
  }

  private static func topGlob(_ glob: String) -> [String: String] {
    [
      "hiera.yaml": """
      version: 5
      hierarchy:
      - {name: n, path: 'nodes/%{trusted.certname}.yaml'}
      - {name: g, glob: '\(glob)'}
      - {name: c, path: c/common.yaml}
      """,
      "data/nodes/h1.yaml": "a: 1", "data/x.yaml": "k: 2", "data/c/common.yaml": "k: 3",
      "f/h1.json": #"{"fqdn": "h1"}"#,
    ]
  }

  /// A level beside one with two files, of which one has a list for a unique merge.
  private static func oneUnique(_ what: String, _ level: String) -> Case {
    let all = [
      "hiera.yaml": "version: 5\nhierarchy: [{name: o, \(level)}, {name: m, glob: 'm/*.yaml'}]\n",
      "data/m/a.yaml": "", "data/m/b.yaml": unique + "k: [x, [x, y], x]",
      "f/h1.json": #"{"fqdn": "h1"}"#,
    ]
    return Case(
      what, all, "/hosts/h1", "k", "",
      listed: "data/m/b.yaml:2:1: not imported: 'k', because of a merge that heir does not have")
  }

  /// A control repository with the host `h1.example.org`.
  private static func control(
    _ what: String, _ paths: [String], _ files: [String: String], _ scope: String, _ key: String,
    _ value: String, listed: String = "", more: String = ""
  ) -> Case {
    var levels = paths.enumerated().map { "{name: '\($0)', path: '\($1)'}" }
    if !more.isEmpty { levels.insert(more, at: 1) }
    var all = files
    all["hiera.yaml"] = "version: 5\nhierarchy: [\(levels.joined(separator: ", "))]\n"
    all["f/h1.example.org.json"] =
      #"{"fqdn": "h1.example.org", "role": "cache/text", "site": "common", "environment": "test"}"#
    return Case(what, all, scope, key, value, listed: listed)
  }

  private static let usual = ["n/%{fqdn}.yaml", "r/%{role}.yaml", "c.yaml"]
  private static let json = "{name: j, path: 'r/%{role}.json', data_hash: json_data}"
  private static let unique = "lookup_options: {k: {merge: unique}}\n"
  private static let deep = "lookup_options: {k: {merge: deep}}\n"

  @Test(arguments: [
    hiera("nearest", usual, ["n/h1.yaml": "k: {a: 1}", "c.yaml": "k: {b: 2}"], "k", #"{"a":1}"#),
    hiera(
      "unique", usual, ["n/h1.yaml": "k: a", "c.yaml": unique + "k: [b, [a], b]"], "k",
      #"["a","b"]"#),
    hiera(
      "hash", usual,
      [
        "n/h1.yaml": "k: {a: {x: 1}}",
        "c.yaml": "lookup_options: {k: {merge: hash}}\nk: {a: {y: 1}, b: 1}",
      ],
      "k", #"{"a":{"x":1},"b":1}"#),
    hiera(
      "options without a hash", usual, ["c.yaml": "lookup_options: {k: deep}\nk: 1"], "k", "1"),
    hiera(
      "an unknown merge strategy", usual,
      ["c.yaml": "lookup_options: {k: {merge: x}}\nk: 1"], "k", "",
      listed: "data/c.yaml:2:1: not imported: 'k', because of an unknown merge strategy"),
    hiera(
      "deep", usual, ["n/h1.yaml": "k: {a: [1]}", "c.yaml": deep + "k: {a: [2], b: 1}"], "k",
      #"{"a":[2,1],"b":1}"#),
    hiera(
      "lists of a deep merge", usual,
      ["n/h1.yaml": "k: [1]", "c.yaml": deep + "k: [2]\no: {x: 1}"],
      "k", "[2,1]"),
    hiera(
      "null in a merge", usual, ["n/h1.yaml": "k: {a: ~}", "c.yaml": deep + "k: {a: 1}"], "k",
      "", listed: "data/n/h1.yaml:1:1: not imported: 'k', because of"),
    hiera(
      "the first of two expressions", usual,
      [
        "n/h1.yaml": "kk: {a: 1}",
        "c.yaml": "lookup_options: {'^kk': {merge: first}, '^k.*': {merge: deep}}\nkk: {b: 1}",
      ], "kk", #"{"a":1}"#),
    hiera(
      "two expressions for the same keys", usual,
      [
        "n/h1.yaml": "kk: {a: 1}",
        "c.yaml": "lookup_options: {'^kk': {merge: deep}, '^kk.*': {merge: first}}\nkk: {b: 1}",
      ], "kk", #"{"b":1,"a":1}"#),
    hiera(
      "options for all keys", usual,
      ["n/h1.yaml": "k: {a: 1}", "c.yaml": "lookup_options: {'^.*': {merge: deep}}\nk: {b: 1}"],
      "k", #"{"b":1,"a":1}"#),
    hiera(
      "an expression of a lower level first", usual,
      [
        "r/web.yaml": "lookup_options: {'^kk': {merge: hash}}\nkk: {a: {x: 1}}",
        "c.yaml": "lookup_options: {'^k': {merge: deep}}\nkk: {a: {y: 1}}",
      ], "kk", #"{"a":{"y":1,"x":1}}"#),
    hiera(
      "an exact name before an expression of a higher level", usual,
      [
        "r/web.yaml": "lookup_options: {'^k': {merge: deep}}\nk: {a: 1}",
        "c.yaml": "lookup_options: {k: {merge: first}}\nk: {b: 1}",
      ], "k", #"{"a":1}"#),
    hiera(
      "one expression within another", usual,
      [
        "n/h1.yaml": "kk: {a: {x: 1}}",
        "c.yaml":
          "lookup_options: {'^k.*': {merge: deep}, '^kk': {merge: hash}}\nkk: {a: {y: 1}}",
      ], "kk", #"{"a":{"y":1,"x":1}}"#),
    hiera(
      "lists beside hashes of one expression", usual,
      [
        "n/h1.yaml": "kl: [1]\nko: {x: 1}",
        "c.yaml": "lookup_options: {'^k.*': {merge: deep}}\nkl: [2]\nko: {y: 1}",
      ], "kl", "[2,1]"),
    hiera(
      "an expression of a level that not all hosts have",
      [
        "n/%{fqdn}.yaml", "r/%{role}.yaml",
        "s/%{alias}.yaml", "c.yaml",
      ],
      [
        "r/web.yaml": "lookup_options: {'^kk': {merge: hash}}\nkk: {a: 1}",
        "s/web.yaml": "lookup_options: {'^k': {merge: first}}\nkk: {b: 1}", "c.yaml": "j: 1",
      ], "kk", #"{"a":1}"#),
    hiera(
      "files that differ in their endings", ["n/%{fqdn}.yaml", "n/%{fqdn}.json", "c.yaml"],
      ["n/h1.yaml": "k: 1", "n/h1.json": #"{"k": 2, "j": 3}"#], "k", "1"),
    hiera(
      "a level above another", ["r.yaml", "r/%{role}.yaml", "c.yaml"],
      ["r.yaml": "k: 1", "r/web.yaml": "k: 2", "r/db.yaml": "k: 3"], "k", "1"),
    hiera(
      "levels that reach one file", ["r/%{role}.yaml", "m.yaml", "r/%{alias}.yaml", "c.yaml"],
      ["r/web.yaml": "k: 1", "m.yaml": "k: 2"], "k", "1"),
    hiera(
      "a fact with several names", ["r/%{path}.yaml", "c.yaml"],
      ["r/a/b.yaml": "k: 1", "c.yaml": "k: 2"], "k", "1"),
    hiera(
      "scopes that only seem the same", ["r/%{role}.yaml", "r/%{alias}.yml", "c.yaml"],
      ["r/web.yml": "k: 1", "c.yaml": "k: 2"], "k", "1"),
    hiera(
      "a literal", usual, ["c.yaml": "k: \"50%{literal('%')}{x} %{fqdn} $1\""], "k",
      #""50%{x} h1 $1""#),
    hiera("a missing key", usual, ["c.yaml": "k: \"a%{lookup('no')}b%{unset}\""], "k", #""ab""#),
    hiera(
      "an alias", usual, ["c.yaml": "k: \"%{alias('l.0')}\"\nl: [{x: 1}]"], "k", #"{"x":1}"#),
    hiera(
      "a fact that is null", usual, ["c.yaml": "k: 'a%{n}'"], "k", #""a""#),
    hiera(
      "a fact that is a list", usual, ["c.yaml": "k: 'a%{list}'"], "k", "",
      listed:
        "data/c.yaml:1:1: not imported: 'k', because of a value in a text that is not a scalar"),
    hiera(
      "a variable of the server", ["n/%{fqdn}.yaml", "%{module_name}.yaml", "c.yaml"],
      ["c.yaml": "k: 1"], "k", "1", listed: "path with a variable of the server"),
    hiera(
      "an environment that is not in the facts",
      ["n/%{fqdn}.yaml", "%{environment}.yaml", "c.yaml"],
      ["production.yaml": "k: '%{environment}'", "c.yaml": "k: 1"], "k", #""production""#),
    hiera(
      "an environment that is no fact", usual,
      ["c.yaml": "j: '%{environment}'\nk: '%{facts.environment}'"],
      "k", "", listed: "c.yaml:2:1: not imported: 'k', because of an interpolation"),
    hiera(
      "paths for a list", usual, ["m/x.yaml": "k: 1", "m/y.yaml": "k: 2\nl: 3", "c.yaml": "{}"],
      "l", "3",
      more: "{name: m, mapped_paths: [facts.list, one, 'm/%{one}.yaml']}"),
    hiera(
      "paths for a list of objects", usual,
      ["m/s1.yaml": "k: 1", "m/s2.yaml": "k: 2\nl: 3", "c.yaml": "k: 4"], "l", "3",
      above: "{name: m, mapped_paths: [facts.objects, one, 'm/%{one.name}.yaml']}"),
    hiera(
      "paths for a hash, which Puppet reads as a list of pairs", usual,
      ["m/x.yaml": "k: 1", "c.yaml": "k: 4\nl: 5"], "k", "",
      listed: "data/c.yaml:1:1: not imported: 'k', because of 'mapped_paths' of a hash",
      above: "{name: m, mapped_paths: [facts.hash, one, 'm/%{one.0}.yaml']}"),
    hiera(
      "paths for a number, for which Puppet refuses all keys", usual, ["c.yaml": "l: 5"], "l", "",
      listed: "data/c.yaml:1:1: not imported: 'l', because of 'mapped_paths' of a number",
      above: "{name: m, mapped_paths: [facts.number, one, 'm/%{one}.yaml']}"),
    hiera(
      "paths for a fact that no host has", usual, ["m/x.yaml": "k: 1", "c.yaml": "k: 4"], "k", "4",
      above: "{name: m, mapped_paths: [facts.no, one, 'm/%{one}.yaml']}"),
    hiera(
      "a level of a backend that is not known", usual,
      ["m/web.yaml": "k: 1", "c.yaml": "k: 4\nl: 5"], "k", "",
      listed: "data/c.yaml:1:1: not imported: 'k', because of a level that is not imported",
      above: "{name: m, data_hash: other, path: 'm/%{role}.yaml'}"),
    hiera(
      "a key that only a level above one that is not imported sets", usual,
      ["n/h1.yaml": "k: 0", "m/web.yaml": "k: 1", "c.yaml": "k: 4"], "k", "0",
      listed: "not imported: level with the backend 'other'",
      above: "{name: m, data_hash: other, path: 'm/%{role}.yaml'}"),
    hiera(
      "merge options in a level that is not imported", ["n/%{fqdn}.yaml", "c.yaml"],
      [
        "n/h1.yaml": "k: [0]", "m/a/b.yaml": "lookup_options: {k: {merge: unique}}",
        "c.yaml": "k: [4]",
      ],
      "k", "",
      listed: "not imported: 'k', because of a level that is not imported",
      above: "{name: m, glob: 'm/**/*.yaml'}"),
    hiera(
      "a path with two dots", usual, ["y.yaml": "k: 1", "c.yaml": "k: 4"], "k", "",
      listed: "not imported: path with '..'", above: "{name: m, path: 'x/../y.yaml'}"),
    hiera(
      "a path with two dots to a file that another level reads", usual,
      ["n/h1.yaml": "j: 1", "c.yaml": "k: 4"], "k", "",
      listed: "c.yaml:1:1: not imported: 'k', because of a level that is not imported",
      above: "{name: m, path: 'x/../c.yaml'}"),
    hiera(
      "a path that Puppet refuses in a data directory that does not exist", usual,
      ["n/h1.yaml": "k: 1"], "k", "",
      listed: "h1.yaml:1:1: not imported: 'k', because of a key into a value that is not a hash",
      more: "{name: m, datadir: none, path: '%{role.x}.yaml'}"),
    hiera(
      "a path that Puppet refuses in a data directory elsewhere", usual, ["n/h1.yaml": "k: 1"],
      "k", "",
      listed: "h1.yaml:1:1: not imported: 'k', because of a key into a value that is not a hash",
      more: "{name: m, datadir: ../x, path: '%{role.x}.yaml'}"),
    hiera(
      "a path with two dots that Puppet refuses", usual, ["n/h1.yaml": "k: 1"], "k", "",
      listed: "h1.yaml:1:1: not imported: 'k', because of a key into a value that is not a hash",
      more: "{name: m, path: 'x/../%{role.x}.yaml'}"),
    hiera(
      "an expression whose place depends on a level that is not imported",
      ["n/%{fqdn}.yaml", "r/%{role}.yaml", "c.yaml"],
      [
        "n/h1.yaml": "lookup_options: {'^(.*)$': {merge: first}}\nk: [1]",
        "r/web.yaml": "lookup_options: {'^k': {merge: unique}}\nk: [2]",
        "c.yaml": "j: 1", "m/a/b.yaml": "lookup_options: {'^(.*)$': {merge: deep}}",
      ], "k", "", listed: "h1.yaml:2:1: not imported: 'k', because of a level that is not imported",
      more: "{name: m, glob: 'm/**/*.yaml'}"),
    hiera(
      "a glob that is not imported and finds the file of another level", usual,
      ["n/h1.yaml": "j: 1", "c.yaml": "k: 4"], "k", "",
      listed: "c.yaml:1:1: not imported: 'k', because of a level that is not imported",
      above: "{name: m, glob: '*.{yaml,yml}'}"),
    hiera(
      "JSON that only YAML refuses, in a level that is not imported", usual,
      ["n/h1.yaml": "k: 1", "m/a/b.json": #"{"j": "\ud83d\ude00"}"#, "c.yaml": "j: 1"], "k", "",
      listed: "n/h1.yaml:1:1: not imported: 'k', because of a file that Puppet refuses, if a host",
      above: "{name: m, glob: 'm/**/*.json'}"),
    hiera(
      "a data directory with an unset fact", usual, ["m.yaml": "k: 1", "c.yaml": "k: 4"], "k", "",
      listed: "m.yaml:1:1: not imported: 'k', because of the order of its levels",
      above: "{name: m, datadir: 'data/%{no}', path: m.yaml}"),
    hiera(
      "an unset fact after a data directory with a fact", usual,
      ["web/m.yaml": "k: 1", "c.yaml": "k: 4"], "k", "4",
      above: "{name: m, datadir: 'data/%{role}', path: '%{no}/m.yaml'}"),
    hiera(
      "a data directory with a fact", usual, ["web/m.yaml": "k: 1", "c.yaml": "k: 4"], "k", "1",
      above: "{name: m, datadir: 'data/%{role}', path: m.yaml}"),
    hiera(
      "a file whose name no scope can have", ["n/%{fqdn}.yaml", "%{hidden}.yaml", "c.yaml"],
      ["_x.yaml": "k: 1", "c.yaml": "k: 4"], "k", "",
      listed: "data/_x.yaml:1:1: not imported: name that a scope cannot have"),
    hiera(
      "a file whose name begins with a dot", ["n/%{fqdn}.yaml", ".c.yaml"], [".c.yaml": "k: 1"],
      "k",
      "1"),
    hiera(
      "a glob of names that begin with a dot", usual, ["m/.x.yaml": "k: 1", "c.yaml": "k: 2"], "k",
      "", listed: "data/m/.x.yaml:1:1: not imported: name that a scope cannot have",
      above: "{name: m, glob: 'm/.*.yaml'}"),
    hiera(
      "a glob that finds no names that begin with a dot", usual,
      ["m/.x.yaml": "k: 1", "m/y.yaml": "l: 1", "c.yaml": "k: 2"], "k", "2",
      above: "{name: m, glob: 'm/*.yaml'}"),
    hiera(
      "a byte order mark", usual, ["n/h1.yaml": "\u{FEFF}k: 1\nj: 1", "c.yaml": "k: 2"], "k", "",
      listed: "data/n/h1.yaml:1:1: not imported: a byte order mark"),
    hiera(
      "a set, for which Puppet refuses the file", usual,
      ["n/h1.yaml": "k: 1\ns: !!set {a}", "c.yaml": "k: 2"], "k", "",
      listed: "data/n/h1.yaml:2:4: not imported: a tag for which Puppet refuses the file"),
    hiera(
      "a lookup of null", usual, ["c.yaml": "a: {n: ~}\nk: \"x%{lookup('a.n')}y\""], "k", #""xy""#),
    hiera(
      "a data directory that does not exist", usual, ["c.yaml": "k: 1"], "k", "1",
      more: "{name: m, datadir: x, path: a.yaml}"),
    hiera(
      "a data directory that is not read", usual, ["c.yaml": "k: 1"], "k", "1",
      listed: "'.x' is not in this directory", more: "{name: m, datadir: .x, path: a.yaml}"),
    hiera(
      "a data directory elsewhere", usual, ["c.yaml": "k: 1"], "k", "1",
      listed: "'../x' is not in this directory", more: "{name: m, datadir: ../x, path: a.yaml}"),
    hiera(
      "a key below a data directory elsewhere", usual, ["n/h1.yaml": "j: 1", "c.yaml": "k: 1"],
      "k", "",
      listed: "c.yaml:1:1: not imported: 'k', because of a level that is not imported",
      above: "{name: m, datadir: ../x, path: a.yaml}"),
    hiera(
      "a key above a data directory elsewhere", usual, ["n/h1.yaml": "k: 2", "c.yaml": "k: 1"],
      "k", "2", listed: "'../x' is not in this directory",
      above: "{name: m, datadir: ../x, path: a.yaml}"),
    hiera(
      "a merge with a data directory elsewhere", usual, ["c.yaml": unique + "k: [1]\nj: 2"],
      "k", "",
      listed: "c.yaml:2:1: not imported: 'k', because of a level that is not imported",
      more: "{name: m, datadir: ../x, path: a.yaml}"),
    Case(
      "a glob at the top of the data directory", topGlob("*.yaml"), "/nodes/h1", "k", "2"),
    Case("a glob that no file matches", topGlob("a*.yaml"), "/nodes/h1", "k", "3"),
    control(
      "a host by the first part of its name", ["nodes/%{trusted.hostname}.yaml", "c.yaml"],
      ["data/nodes/h1.yaml": "k: 1", "data/c.yaml": "k: 2"], "/nodes/h1", "k", "1"),
    control(
      "the names of a host in values", ["nodes/%{trusted.hostname}.yaml", "c.yaml"],
      ["data/c.yaml": "k: '%{trusted.certname} %{trusted.hostname} %{trusted.domain}'"],
      "/nodes/h1", "k", #""h1.example.org h1 example.org""#),
    control(
      "hosts with equal first parts of their names",
      ["nodes/%{trusted.hostname}.yaml", "c.yaml"],
      [
        "data/nodes/h1.yaml": "k: '%{trusted.certname}'", "data/c.yaml": "k: 2",
        "f/h1.other.org.json": "{}",
      ], "/hosts/h1.other.org", "k", #""h1.other.org""#),
    control(
      "the environment of a host", ["%{environment}.yaml", "c.yaml"],
      ["data/test.yaml": "k: 1", "data/c.yaml": "k: 2"], "/hosts/h1.example.org", "k", "1"),
    Case(
      "two absolute data directories that end alike",
      [
        "hiera.yaml": """
        version: 5
        hierarchy:
        - {name: p, path: common.yaml, datadir: /etc/puppet/private/hieradata}
        - {name: n, path: 'n/%{fqdn}.yaml', datadir: /etc/puppet/hieradata}
        - {name: c, path: common.yaml, datadir: /etc/puppet/hieradata}
        """,
        "hieradata/n/h1.yaml": "k: 1", "hieradata/common.yaml": "k: 2",
        "f/h1.json": #"{"fqdn": "h1"}"#,
      ], "/n/h1", "k", "",
      listed: "level, because '/etc/puppet/private/hieradata' is not in this directory"),
    control(
      "data of a module", ["n/%{fqdn}.yaml", "common.yaml"],
      [
        "environment.conf": "modulepath = site-modules:modules\n",
        "site-modules/m/hiera.yaml":
          "version: 5\nhierarchy: [{name: c, path: common.yaml}]\n",
        "site-modules/m/data/common.yaml":
          "lookup_options: {'m::k': {merge: unique}}\nm::k: [c]\nother: 1",
        "data/n/h1.example.org.yaml": "m::k: [a]", "data/common.yaml": "m::k: [b]",
      ], "/n/h1.example.org", "m::k", #"["a","b","c"]"#),
    control(
      "a fact with a slash", ["role/%{role}.yaml", "common.yaml"],
      ["data/role/cache/text.yaml": "k: 1", "data/common.yaml": "k: 2"],
      "/hosts/h1.example.org", "k", "1"),
    control(
      "a text that is interpolated again", ["n/%{fqdn}.yaml", "common.yaml"],
      ["data/common.yaml": #"{h: "%{literal('%')}{role}", k: "%{lookup('h')}"}"#],
      "/n/h1.example.org", "k", "",
      listed: "data/common.yaml:1:30: not imported: 'k', because of an interpolation"),
    control(
      "a glob without signs", ["n/%{fqdn}.yaml", "common.yaml"],
      ["data/role/h1.yaml": "k: 1", "data/common.yaml": "k: 2"], "/n/h1.example.org", "k", "1",
      more: "{name: g, globs: ['role/%{trusted.hostname}.yaml']}"),
    control(
      "expressions with groups", ["n/%{fqdn}.yaml", "common.yaml"],
      [
        "data/n/h1.example.org.yaml": "k1: [1]\nk2: [1]",
        "data/common.yaml":
          "lookup_options: {'^k(1|3)$': {merge: unique}, '^(.*)$': {merge: first}}\nk1: [2]\nk2: [2]",
      ], "/n/h1.example.org", "k1", "[1,2]"),
    control(
      "a knock-out of elements", ["n/%{fqdn}.yaml", "common.yaml"],
      [
        "data/n/h1.example.org.yaml": "k: [--wheel, adm]",
        "data/common.yaml":
          "lookup_options: {k: {merge: {strategy: deep, knockout_prefix: '--'}}}\nk: [wheel, x]",
      ], "/n/h1.example.org", "k", #"["x","adm"]"#),
    control(
      "a knock-out that nothing merges", ["n/%{fqdn}.yaml", "common.yaml"],
      [
        "data/n/h1.example.org.yaml": "k: [--wheel, adm]",
        "data/common.yaml":
          "lookup_options: {k: {merge: {strategy: deep, knockout_prefix: '--'}}}",
      ], "/n/h1.example.org", "k", "",
      listed: "not imported: 'k', because of a knock-out that heir does not have"),
    control(
      "a file that two levels reach", ["n/%{fqdn}.yaml", "%{site}.yaml", "common.yaml"],
      ["data/common.yaml": "lookup_options: {k: {merge: deep}}\nk: {a: [1, 2]}"],
      "/n/h1.example.org", "k", #"{"a":[1,2]}"#),
    hiera(
      "a number that Ruby spells in another way", usual,
      ["c.yaml": "v: 1.5E-3\nk: \"x%{lookup('v')}\""], "k", "",
      listed: "not imported: 'k', because of a number in a text"),
    hiera(
      "more digits than a number of Ruby has", usual, ["c.yaml": "k: 3.14159265358979323846"], "k",
      "3.141592653589793"),
    hiera(
      "digits that Ruby keeps", usual, ["c.yaml": "k: [12345678901234560.0, 0.30000000000000004]"],
      "k", "[12345678901234560.0,0.30000000000000004]"),
    hiera(
      "a chain of lookups that is too long for Puppet", usual,
      [
        "c.yaml": "x: 1\n"
          + (0..<300).map { "k\($0): \"%{lookup('k\($0 + 1)')}\"\n" }.joined() + "k300: 1"
      ], "k201", #""1""#, listed: "not imported: 'k0', because of a chain of lookups"),
    hiera(
      "a shorter chain that ends with the longest one", usual,
      [
        "c.yaml": (0..<101).map { "k\($0): \"%{lookup('k\($0 + 1)')}\"\n" }.joined() + "k101: 1"
      ], "k0", "", listed: "not imported: 'k0', because of a chain of lookups"),
    hiera(
      "a chain of lookups in objects that is too long for Puppet", usual,
      [
        "c.yaml": (0..<60).map { "k\($0): {a: \"%{alias('k\($0 + 1)')}\"}\n" }.joined()
          + "k60: 1"
      ], "k0", "", listed: "not imported: 'k0', because of a chain of lookups"),
    hiera(
      "a date, for which Puppet refuses the file", usual,
      ["n/h1.yaml": "d: 2001-01-01\nk: 1", "c.yaml": "k: 2"], "k", "",
      listed: "n/h1.yaml:1:4: not imported: a date"),
    hiera(
      "a text with the tag of a symbol, for which Puppet refuses the key", usual,
      ["n/h1.yaml": "k: {a: !ruby/sym x, b: 1}", "c.yaml": "k: 2"], "k", "",
      listed: "n/h1.yaml:1:18: not imported: a symbol"),
    hiera(
      "a symbol, which Puppet refuses", usual, ["n/h1.yaml": "k: :a", "c.yaml": "k: 2"], "k", "",
      listed: "n/h1.yaml:1:4: not imported: a symbol"),
    Case(
      "a default hierarchy",
      [
        "hiera.yaml":
          "version: 5\nhierarchy: [{name: c, path: c.yaml}]",
        "modules/m/hiera.yaml": "version: 5\ndefault_hierarchy: [{name: d, path: d.yaml}]",
        "data/c.yaml": "k: 1", "modules/m/data/d.yaml": "m::j: 2", "f/a.json": #"{"fqdn": "a"}"#,
      ], "/hosts/a", "k", "1", listed: "hiera.yaml:2:20: not imported: 'default_hierarchy'"),
    hiera(
      "options that are null", usual, ["n/h1.yaml": "k: 1", "c.yaml": "k: 2\nlookup_options: ~"],
      "k", "1"),
    Case(
      "options of a module that are null hide the others",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]",
        "modules/m/hiera.yaml": "version: 5\nhierarchy: [{name: d, path: d.yaml}]",
        "modules/m/data/d.yaml": "m::k: [3]\nlookup_options: ~",
        "data/c.yaml": "m::k: [1]\nlookup_options: {m::k: {merge: unique}}",
        "f/a.json": #"{"fqdn": "a"}"#,
      ], "/hosts/a", "m::k", "", listed: "data/c.yaml:1:1: not imported: 'm::k'"),
    hiera(
      "YAML for a backend of JSON", usual, ["c.yaml": "k: 1", "j.yaml": "k: 2"], "k", "1",
      listed: "not imported: path of 'json_data' that does not end in '.json'",
      more: "{name: j, path: j.yaml, data_hash: json_data}"),
    hiera(
      "JSON for a backend of YAML", usual, ["c.yaml": "k: 1", "j.json": #"{"k": 1e2}"#], "k",
      #""1e2""#, above: "{name: j, path: j.json}"),
    hiera(
      "JSON of more nested arrays than Ruby reads", usual,
      ["c.yaml": "k: 1", "j.json": #"{"j": \#(nested(100))}"#], "k", "",
      listed: "j.json:1:1: not imported: more than 100 nested objects and arrays, which Puppet",
      above: "{name: j, path: j.json, data_hash: json_data}"),
    hiera(
      "a glob with alternatives in several directories", usual,
      ["s/x.yaml": "k: 1", "c.yaml": "k: 2"], "k", "",
      listed: "c.yaml:1:1: not imported: 'k', because of a level that is not imported",
      above: "{name: g, glob: '{,s/}x.yaml'}"),
    hiera(
      "a mapped name with a dot, which Puppet does not find", usual,
      ["m/x.yaml": "k: 1", "m/xx.yaml": "k: 2", "c.yaml": "k: 3"], "k", "",
      listed: "m/x.yaml:1:1: not imported: 'k', because of the order of its levels",
      above: "{name: m, mapped_paths: [facts.list, a.b, 'm/x%{a.b}.yaml']}"),
    hiera(
      "a number that Ruby may write with an exponent", usual,
      ["c.yaml": "j: 1000000000000000.0\nk: \"%{lookup('j')}\""], "k", "",
      listed: "c.yaml:2:1: not imported: 'k', because of a number in a text that Ruby spells"),
    hiera(
      "an object as a key, for which Puppet refuses the value", usual,
      ["c.yaml": "k: {a: 1, b: {{ x }}}"], "k", "",
      listed: "c.yaml:1:1: not imported: 'k', because of an object with a key that Puppet refuses"),
    hiera(
      "an object with the tag of texts, for which Psych fails", usual,
      ["c.yaml": "j: !!str {a: 1}\nk: 1"], "k", "",
      listed: "c.yaml:1:4: not imported: a tag for which Puppet refuses the file, and host 'h1'"),
    Case(
      "a key of a module if the path of modules is unknown",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]",
        "environment.conf": "modulepath = $x/site", "data/c.yaml": "m::k: [1]",
        "f/a.json": #"{"fqdn": "a"}"#,
      ], "/hosts/a", "m::k", "",
      listed: "c.yaml:1:1: not imported: 'm::k', because of a module whose data are not imported"),
    hiera(
      "a key at the top that is not text, which Puppet does not find", usual,
      ["n/h1.yaml": "1: a", "c.yaml": "'1': b\nk: c"], "1", #""b""#),
    hiera(
      "a key at the top twice, as number and as text", usual, ["c.yaml": "{1: a, '1': b, ~: c}"],
      "1", #""b""#),
    hiera("numbers as keys", usual, ["c.yaml": "k: {1: a, 1.5: b}"], "k", #"{"1":"a","1.5":"b"}"#),
    hiera(
      "a key that Puppet refuses", usual, ["n/h1.yaml": "k: {x: {true: a}}", "c.yaml": "k: 1"],
      "k", "", listed: "n/h1.yaml:1:8: not imported: an object with a key that Puppet refuses"),
    hiera(
      "two keys of the same text", usual, ["n/h1.yaml": "k: {1: a, '1': b}", "c.yaml": "k: 1"],
      "k", "", listed: "n/h1.yaml:1:4: not imported: an object with two keys of the same text"),
    hiera(
      "a number and a text as keys of a merge", usual,
      ["n/h1.yaml": "k: {1: a}", "c.yaml": deep + "k: {'1': b}"], "k", "",
      listed: "n/h1.yaml:1:1: not imported: 'k', because of a merge that heir does not have"),
    hiera(
      "a lookup of a number as a key", usual,
      ["c.yaml": "h: {1: a, x: b}\nk: \"%{lookup('h.1')}\""], "k", #""a""#),
    hiera(
      "a lookup of a text of digits as a key", usual,
      ["c.yaml": "h: {'1': a, x: b}\nk: \"%{lookup('h.1')}\""], "k", "",
      listed: "c.yaml:2:1: not imported: 'k', because of an interpolation"),
    hiera(
      "options of a number, for which Puppet refuses all keys", usual,
      ["c.yaml": "lookup_options: {1: {merge: deep}}\nk: 1"], "k", "",
      listed: "c.yaml:2:1: not imported: 'k', because of 'lookup_options' other than a hash"),
    control(
      "a module without the metadata that Puppet needs", ["n/%{fqdn}.yaml", "common.yaml"],
      [
        "data/common.yaml": "m::k: 1", "environment.conf": "modulepath = modules",
        "modules/m/hiera.yaml": "version: 5",
        "modules/m/data/common.yaml": "m::k: 2\nlookup_options: {m::k: {merge: unique}}",
        "modules/m/metadata.json": #"{"name": "x-m", "version": "1.0.0"}"#,
      ], "/n/h1.example.org", "m::k", "1"),
    hiera("a text like a day", usual, ["c.yaml": "k: 2001-13-01"], "k", #""2001-13-01""#),
    hiera(
      "a sensitive value in a merge of arrays", usual,
      [
        "r/web.yaml": "k: '%{alias(\"s\")}'",
        "c.yaml":
          "k: [b]\ns: x\n"
          + "lookup_options: {k: {merge: unique}, s: {convert_to: Sensitive}}",
      ], "k", "", listed: "not imported: 'k', because of a sensitive value in a merge"),
    hiera(
      "a sensitive value in a single array", usual,
      [
        "c.yaml":
          "k: ['%{alias(\"s\")}', b]\ns: x\n"
          + "lookup_options: {k: {merge: unique}, s: {convert_to: Sensitive}}"
      ], "k", #"["x","b"]"#),
    control(
      "modules in another place", ["n/%{fqdn}.yaml", "common.yaml"],
      ["data/common.yaml": "k: 1", "environment.conf": "modulepath = ../mods:$basemodulepath"],
      "/n/h1.example.org", "k", "1",
      listed: "environment.conf: not imported: modules in '../mods'"),
    hiera(
      "a text that doubles forty times", usual,
      [
        "c.yaml": "j: 1\nk0: x\n"
          + (0..<40).map { #"k\#($0 + 1): "%{lookup('k\#($0)')}%{lookup('k\#($0)')}""# + "\n" }
          .joined()
      ], "j",
      "1",
      listed: "not imported: 'k40', because of too many or too large lookups"),
    hiera(
      "a value with more levels than heir reads", usual,
      ["n/h1.yaml": "k: \(nested(501))", "c.yaml": "k: 1"], "k", "",
      listed: "n/h1.yaml:1:503: not imported: more than 500 levels of nesting"),
    hiera(
      "a file that Puppet refuses", usual, ["n/h1.yaml": "k: 1", "c.yaml": "j: 2024-01-01"], "k",
      "",
      listed: "c.yaml:1:4: not imported: a date, which Puppet refuses, and host 'h1'"),
    hiera(
      "options that look up a key", usual,
      ["c.yaml": "k: 1\ns: deep\nlookup_options: {k: {merge: \"%{lookup('s')}\"}}"], "k", "",
      listed: "'k', because of a lookup in 'lookup_options'"),
    hiera(
      "a regular expression that Puppet refuses", usual,
      ["c.yaml": "k: 1\nlookup_options: {k: {merge: first}, '^n(': {merge: deep}}"], "k", "",
      listed: "'k', because of the regular expression '^n(', which Puppet refuses"),
    hiera(
      "a JSON file without an object", usual,
      ["n/h1.yaml": "k: 1", "r/web.json": "null"], "k", "",
      listed: "r/web.json:1:1: not imported: a JSON file without an object, which Puppet refuses",
      above: json),
    hiera(
      "a JSON file with a comment, which Ruby may read",
      usual,
      ["r/web.json": "{\"k\": 1 /* x */}", "c.yaml": "k: 2"], "k", "",
      listed: "r/web.json:1:9: not imported: JSON has no comments",
      above: json),
    hiera(
      "a JSON file with an escape that Ruby reads",
      usual,
      ["r/web.json": "{\"k\": \"\\q\"}", "c.yaml": "k: 2"], "k", "",
      listed: "r/web.json:1:9: not imported: unknown escape",
      above: json),
    hiera(
      "a JSON file with a key twice, which Puppet reads",
      usual,
      [
        "r/web.json": "{\"k\": 1, \"j\": 3, \"k\": {\"a\": 1, \"b\": 2, \"a\": 3}}",
        "c.yaml": "k: 4\nj: 5",
      ], "k", #"{"a":3,"b":2}"#,
      above: json),
    hiera(
      "a number that Psych refuses", usual, ["n/h1.yaml": "k: 1", "c.yaml": "j: !!float abc"], "k",
      "", listed: "c.yaml:1:4: not imported: a value for which Psych"),
    hiera(
      "a number that is infinite", usual,
      ["r/web.json": "{\"k\": 1e400}"], "k", "",
      listed: "web.json:1:7: not imported: a number that is too large",
      above: json),
    hiera(
      "a tag of Ruby that Puppet ignores", usual,
      ["n/h1.yaml": "k: 1\ns: !ruby/array [a]", "c.yaml": "s: 2"], "k", "1",
      listed: "data/n/h1.yaml:2:16: not imported: unsupported tag"),
    hiera(
      "a tag of a class", usual, ["n/h1.yaml": "k: 1\ns: !map:A {a: 1}", "c.yaml": "k: 2"], "k",
      "", listed: "data/n/h1.yaml:2:4: not imported: a tag for which Puppet refuses the file"),
    hiera(
      "a tag of a class, without a prefix", usual,
      ["n/h1.yaml": "k: 1\ns: !<tag:yaml.org,2002:set> {a}", "c.yaml": "k: 2"], "k", "",
      listed: "data/n/h1.yaml:2:4: not imported: a tag for which Puppet refuses the file"),
    hiera(
      "an expression with no options", usual,
      ["c.yaml": "lookup_options: {'^(?)k': {merge: deep}}\nk: 1"], "k", "",
      listed: "c.yaml:2:1: not imported: 'k', because of regular expression '^(?)k'"),
    hiera(
      "an expression that ignores the case", usual,
      [
        "n/h1.yaml": "Kk: {a: 1}\nmm: {a: 1}",
        "c.yaml": "lookup_options: {'^(?i)kK|x': {merge: deep}}\nKk: {b: 1}\nmm: {b: 1}",
      ], "Kk", #"{"b":1,"a":1}"#),
    hiera(
      "an expression that ignores the case in a group", usual,
      ["n/h1.yaml": "kk: {a: 1}", "c.yaml": "lookup_options: {'^(?i:K)K': {merge: deep}}\nkk: 1"],
      "kk", #"{"a":1}"#),
    hiera(
      "an expression counts characters, not bytes", usual,
      ["n/h1.yaml": "ké: [1]", "c.yaml": "lookup_options: {'^k..$': {merge: unique}}\nké: [2]"],
      "ké", "[1]"),
    hiera(
      "a set of an expression takes a character, not a byte", usual,
      ["n/h1.yaml": "ké: [1]", "c.yaml": "lookup_options: {'^k[^x]$': {merge: unique}}\nké: [2]"],
      "ké", "[1,2]"),
    hiera(
      "an expression that ignores the case, and a key that is not ASCII", usual,
      ["c.yaml": "lookup_options: {'^(?i)ss$': {merge: unique}}\nß: [2]"], "ß", "",
      listed: "c.yaml:2:1: not imported: 'ß', because of regular expression '^(?i)ss$'"),
    hiera(
      "an expression that matches a later line of a key", usual,
      [
        "n/h1.yaml": "\"a\\nbb\": [1]",
        "c.yaml": "lookup_options: {'^bb': {merge: unique}}\n\"a\\nbb\": [2]\nbb: [3]",
      ], #""a\nbb""#, "[1,2]"),
    hiera(
      "an expression of many repetitions in each other", usual,
      [
        "n/h1.yaml": "aaaaaaaa: [1]",
        "c.yaml": "lookup_options: {'^\(String(repeating: "(", count: 40))a"
          + "\(String(repeating: "+)", count: 40))$': {merge: unique}}\naaaaaaaa: [2]",
      ], "aaaaaaaa", "[1,2]"),
    hiera(
      "an expression with a range from an escaped sign", usual,
      ["n/h1.yaml": "k: [1]", "c.yaml": "lookup_options: {'^[\\.-z]$': {merge: unique}}\nk: [2]"],
      "k", "", listed: "data/n/h1.yaml:1:1: not imported: 'k', because of regular expression"),
    hiera(
      "a fact '.', and a file whose name begins with two dots",
      ["n/%{fqdn}.yaml", "r/%{dot}.yaml", "c.yaml"], ["r/..yaml": "k: 1", "c.yaml": "k: 2"], "k",
      "", listed: "data/r/..yaml:1:1: not imported: name that a scope cannot have"),
    Case(
      "a lookup in a module of which a hierarchy is left out",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]", "f/h1.json": "{}",
        "data/c.yaml": "k: \"x%{lookup('m::j')}\"", "modules/m/hiera.yaml": "version: 4",
      ], "/hosts/h1", "k", "", listed: "'k', because of a module whose data are not imported"),
    Case(
      "a key of a module of which a hierarchy is left out, and so its options",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]", "f/h1.json": "{}",
        "data/c.yaml": "m::k: [1]\nlookup_options: {m::k: {merge: unique}}",
        "modules/m/hiera.yaml": "version: 4",
      ], "/hosts/h1", "m::k", "",
      listed: "c.yaml:1:1: not imported: 'm::k', because of a module whose data are not imported"),
    Case(
      "a key of a module with a level that is left out",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]", "f/h1.json": "{}",
        "data/c.yaml": "m::k: 1",
        "modules/m/hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml, datadir: ../x}]",
      ], "/hosts/h1", "m::k", "",
      listed: "c.yaml:1:1: not imported: 'm::k', because of a module whose data are not imported"),
    Case(
      "a key of a module with a default hierarchy",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]", "f/h1.json": "{}",
        "data/c.yaml": "m::k: [1]\nlookup_options: {m::k: {merge: unique}}",
        "modules/m/hiera.yaml": "version: 5\ndefault_hierarchy: [{name: d, path: d.yaml}]",
      ], "/hosts/h1", "m::k", "[1]", listed: "hiera.yaml:2:20: not imported: 'default_hierarchy'"),
    Case(
      "a file of a module that Puppet refuses",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]", "f/h1.json": "{}",
        "data/c.yaml": "k: \"x%{lookup('m::j')}\"\nm::j: 1",
        "modules/m/hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]",
        "modules/m/data/c.yaml": "j: [",
      ], "/hosts/h1", "k", "", listed: "not imported: 'm::j', because of '[' is never closed"),
    hiera(
      "the strategy 'default'", usual,
      ["n/h1.yaml": "k: [1]", "c.yaml": "k: [2]\nlookup_options: {k: {merge: default}}"], "k",
      "[1]"),
    hiera(
      "a reversed merge without a conflict", usual,
      [
        "n/h1.yaml": "k: {a: 1}",
        "c.yaml": "k: {b: 2}\nlookup_options: {k: {merge: reverse_deep}}",
      ], "k.b", "2"),
    hiera(
      "a reversed merge", usual,
      [
        "n/h1.yaml": "k: {a: 1}",
        "c.yaml": "k: {a: 2}\nlookup_options: {k: {merge: reverse_deep}}",
      ], "k", "", listed: "not imported: 'k', because of a merge that heir does not have"),
    Case(
      "facts with more levels than heir reads",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]",
        "data/c.yaml": "k: 1", "f/a.json": #"{"fqdn": "a", "d": \#(nested(511))}"#,
      ], "/hosts/a", "k", "1", listed: "f/a.json:1:519: not imported: more than 500 levels"),
    Case(
      "the inventory of PuppetDB",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: all, paths: ['r/%{role}.yaml', c.yaml]}]",
        "data/r/web.yaml": "k: 1", "data/c.yaml": "k: 2",
        "f/all.json": #"[{"certname": "a", "environment": "x", "facts": {"role": "db"}},"#
          + #" {"certname": "b", "facts": {"role": "web", "environment": "fact"}}]"#,
      ], "/hosts/b", "k", "1"),
    hiera(
      "a lookup of a key that a level with another backend may set", usual,
      ["c.yaml": "j: 1\nk: \"%{lookup('p')}\""], "k", "",
      listed: "not imported: 'k', because of a level that is not imported",
      more: "{name: g, data_hash: hocon_data, path: x.conf}"),
    hiera(
      "a lookup of a key that a level outside the directory may set", usual,
      ["c.yaml": "k: \"%{alias('p')}\""], "k", "",
      listed: "not imported: 'k', because of a level that is not imported",
      more: "{name: g, datadir: /outside, path: x.yaml}"),
    hiera(
      "a file of another backend", usual, ["c.yaml": "k: 1", "x.conf": "k = 2"], "k", "",
      listed: "not imported: 'k', because of a level that is not imported",
      above: "{name: g, data_hash: hocon_data, path: x.conf}"),
    hiera(
      "a name with a fact in a file of another role", ["r/%{role}.yaml", "c.yaml"],
      ["r/db.yaml": "k: {\"%{role}\": 1}", "c.yaml": "k: 1"], "k", "1"),
    withFact(
      "a fact that begins with a slash", "path: 'r/%{x}.yaml'", "/a", ["r/a.yaml": "k: 2"], "k", "",
      listed: "r/a.yaml:1:1: not imported: 'k', because of the order of its levels"),
    withFact(
      "a fact that leads to another directory", "path: 'r/%{x}.yaml'", "../s/a",
      ["s/a.yaml": "l: 2"], "k", "1",
      listed: "s/a.yaml: not imported: it is unknown which hosts read the file"),
    withFact(
      "a fact with a sign of a glob", "glob: 'r/%{x}/*.yaml'", "*", ["r/a/b.yaml": "k: 2"], "k", "",
      listed: "not imported: 'k', because of a glob with a fact that contains a sign"),
    withFact(
      "a fact that leads out of the data directory", "path: '%{x}/o.yaml'", "..",
      ["../o.yaml": "k: 2"], "k", "",
      listed: "c.yaml:1:1: not imported: 'k', because of a level that is not imported"),
    withFact(
      "a fact with an interpolation in a path", "path: 'r/%{x}.yaml'", "%{fqdn}",
      ["r/h1.yaml": "k: 2"], "k", "",
      listed: "r/h1.yaml: not imported: it is unknown which hosts read the file"),
    withFact(
      "a fact with NUL in a path", "path: 'r/%{x}.yaml'", "\\u0000", ["r/a.yaml": "j: 2"], "k", "",
      listed: "c.yaml:1:1: not imported: 'k', because of NUL in a path, which Puppet refuses"),
    withFact(
      "a path that is a directory", "path: 'r/%{x}'", "a", ["r/a/b.yaml": "k: 2"], "k", "",
      listed: "c.yaml:1:1: not imported: 'k', because of a directory, which Puppet cannot read"),
    withFact(
      "trusted facts are not among the facts", "path: x.yaml", "",
      ["x.yaml": "k: '%{facts.trusted.certname}'"], "k", "",
      listed: "not imported: 'k', because of an interpolation"),
    hiera(
      "a fraction in a path as Ruby spells it", ["r/%{fraction}.yaml", "c.yaml"],
      ["r/22.1.yaml": "k: 1", "r/22.10.yaml": "k: 2"], "k", "1"),
    hiera(
      "a fraction in a glob as Ruby spells it", usual,
      ["g/22.1/a.yaml": "k: 1", "g/22.10/a.yaml": "k: 2"], "k", "1",
      more: "{name: g, glob: 'g/%{fraction}/*.yaml'}"),
    hiera(
      "a power in a mapped path as Ruby spells it", usual,
      ["m/1000.0.yaml": "k: 1", "m/1e3.yaml": "k: 2"], "k", "1",
      more: "{name: m, mapped_paths: [powers, x, 'm/%{x}.yaml']}"),
    hiera(
      "a fraction in a text as Ruby spells it", usual, ["c.yaml": "k: 'v%{fraction}'"], "k",
      #""v22.1""#),
    hiera(
      "a member that is left out in the second file of a glob", usual,
      ["m/a.yaml": deep + "k: {x: 2}", "m/b.yaml": "k: {y: .inf}"], "k", #"{"x":2}"#,
      listed: "data/m/b.yaml:1:8: not imported: JSON has no infinity",
      more: "{name: m, glob: 'm/*.yaml'}"),
    oneUnique("a level that is not imported counts", "glob: 'g/**/*.yaml'"),
    oneUnique("a level without a data directory counts", "datadir: none, path: a.yaml"),
    hiera(
      "a key that Puppet refuses in a merge", usual,
      ["r/web.yaml": "k: 2", "c.yaml": deep + "k: {true: 1}"], "k", "",
      listed: "r/web.yaml:1:1: not imported: 'k', because of an object with a key that Puppet"),
    hiera(
      "a lookup beside a key that Puppet refuses", usual,
      ["c.yaml": "a: {b: {true: 1}, c: 2}\nk: \"x%{lookup('a.c')}\""], "k", "",
      listed: "c.yaml:2:1: not imported: 'k', because of"),
    hiera(
      "what is left out of a value that no host has", usual,
      [
        "r/web.yaml": "k: 1\nl: 1\nm: 1",
        "c.yaml": "k: {'%{role}': 1}\nl: .inf\nm: ENC[PKCS7,x]",
      ], "k", "1"),
    hiera(
      "what is left out of a value that only some hosts have", usual,
      ["r/db.yaml": "k: 1", "c.yaml": "k: .inf"], "k", "",
      listed: "c.yaml:1:4: not imported: JSON has no infinity"),
    hiera(
      "a number as a key in a unique merge", usual,
      ["n/h1.yaml": "k: [1]", "c.yaml": unique + "k: [{7: 1}]"], "k", "",
      listed: "n/h1.yaml:1:1: not imported: 'k', because of a merge of hashes with keys other"),
    hiera(
      "an alias in its own anchor", usual, ["c.yaml": "a: &x [*x]\nk: 1"], "k", "",
      listed: "c.yaml:1:8: not imported: an alias in its own anchor"),
    hiera(
      "a file that Puppet refuses in a level that is not imported", usual,
      ["n/h1.yaml": "k: 1", "m/a/b.yaml": "j: 2020-01-01", "c.yaml": "j: 1"], "k", "",
      listed: "n/h1.yaml:1:1: not imported: 'k', because of a file that Puppet refuses, if a host",
      above: "{name: m, glob: 'm/**/*.yaml'}"),
    hiera(
      "options that Puppet refuses in a level that is not imported", usual,
      ["n/h1.yaml": "k: 1", "m/a/b.yaml": "lookup_options: text", "c.yaml": "j: 1"], "k", "",
      listed: "n/h1.yaml:1:1: not imported: 'k', because of a level that is not imported",
      above: "{name: m, glob: 'm/**/*.yaml'}"),
    hiera(
      "a key into a fact that is a text", usual, ["c.yaml": "k: {a: '%{role.x}', b: 1}"], "k", "",
      listed: "c.yaml:1:1: not imported: 'k', because of a key into a value that is not a hash"),
    hiera(
      "hosts in a directory that no scope can be", ["..n/%{fqdn}.yaml", "c.yaml"],
      ["..n/h1.yaml": "k: 1", "c.yaml": "j: 1"], "j", "1",
      listed: "..n/h1.yaml:1:1: not imported: name that a scope cannot have"),
    hiera(
      "an empty tag, for which Puppet refuses the file", usual,
      ["n/h1.yaml": "k: 1\nj: !!", "c.yaml": "k: 2"], "k", "",
      listed: "n/h1.yaml:2:4: not imported: wrong tag; remove it"),
    hiera(
      "a tag of a class by a handle", usual,
      ["n/h1.yaml": "%TAG !r! !ruby/\n---\nk: 1\nj: !r!object:A {}", "c.yaml": "k: 2"], "k", "",
      listed: "n/h1.yaml:4:4: not imported: a tag for which Puppet refuses the file"),
    hiera(
      "a text that only begins as a day", usual, ["n/h1.yaml": "k: 2001-01-01-5"], "k",
      #""2001-01-01-5""#),
    hiera(
      "a file that two backends read", usual, ["x.json": #"{"<<": {"k": 1}, "l": 2}"#], "k", "",
      above: "{name: j, path: x.json, data_hash: json_data}", more: "{name: y, path: x.json}"),
    hiera(
      "a merge of a file that two backends read", usual,
      ["x.json": #"{"k": 1e3}"#, "c.yaml": unique], "k", "[1e3]",
      above: "{name: j, path: x.json, data_hash: json_data}", more: "{name: y, path: x.json}"),
    hiera(
      "a key below a level that reads no files", usual, ["n/h1.yaml": "j: 1", "c.yaml": "k: 1"],
      "k", "", listed: "c.yaml:1:1: not imported: 'k', because of a level that is not imported",
      above: "{name: v, lookup_key: vault, options: {a: x}}"),
    hiera(
      "a path that an unset fact begins, which is at the top of the server", usual,
      ["x.yaml": "k: 1", "c.yaml": "k: 2"], "k", "2", above: "{name: x, path: '%{no}/x.yaml'}"),
    withFact(
      "a path that begins with a slash", "path: '%{x}.yaml'", "/a", ["a.yaml": "k: 2"], "k", "",
      listed: "c.yaml:1:1: not imported: 'k', because of a level that is not imported"),
    hiera(
      "a variable with a wrong name, for which Puppet refuses the key", usual,
      ["c.yaml": "k: {a: '%{facts.x..y}', b: 1}"], "k", "",
      listed: "c.yaml:1:8: not imported: 'k', because of a function"),
    hiera(
      "a knock-out of elements of a value that replaces another", usual,
      [
        "n/h1.yaml": "k: {a: 1, l: [x, -y, z]}",
        "c.yaml": "k: 1\nlookup_options: {k: {merge: {strategy: deep, knockout_prefix: '-'}}}",
      ], "k", "", listed: "not imported: 'k', because of a knock-out of nothing"),
    Case(
      "a file of a module with a key that is not text, which Puppet refuses",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]", "f/h1.json": "{}",
        "data/c.yaml": "k: 1\nm::j: 2", "modules/m/hiera.yaml": "version: 5",
        "modules/m/data/common.yaml": "1: x\nm::i: 1",
      ], "/hosts/h1", "m::j", "", listed: "c.yaml:2:1: not imported: 'm::j', because of a key"),
    Case(
      "a path of a module that Puppet refuses, and so its options",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]",
        "f/h1.json": #"{"role": "web"}"#, "data/c.yaml": "m::k: 1",
        "modules/m/hiera.yaml": "version: 5\nhierarchy: [{name: a, path: '%{role.x}.yaml'}]",
        "modules/m/data/x.yaml": "m::j: 1",
      ], "/hosts/h1", "m::k", "",
      listed: "c.yaml:1:1: not imported: 'm::k', because of a key into a value that is not a hash"),
    Case(
      "a trusted fact that is not given beside others",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]\n",
        "data/c.yaml": "k: '%{trusted.authenticated}'",
        "f/h1.json": #"{"trusted": {"extensions": {}}}"#,
      ], "/hosts/h1", "k", "", listed: "c.yaml:1:4: not imported: a variable of the server"),
    Case(
      "the name of Puppet's main class",
      [
        "hiera.yaml": "version: 5\nhierarchy: [{name: c, path: c.yaml}]",
        "data/c.yaml": "k: '%{title}'\nj: '%{name}'\nl: '%{facts.name}'", "f/h1.json": "{}",
      ], "/hosts/h1", "k", "",
      listed: "c.yaml:1:4: not imported: a variable of the server in a text"),
  ])
  func aHierarchyKeepsItsValues(one: Case) { one.check("import hiera . -o t --facts f/* -q") }

  @Test(arguments: ["ENC[PKCS7,x]", "'db://u:ENC[PKCS7,x]@ENC[PKCS7,y]'", "|\n  a\n  ENC[PKCS7,x]"])
  func anEncryptedValueIsRequiredInstead(text: String) {
    let one = Self.hiera("", Self.usual, ["n/h1.yaml": "k: \(text)", "c.yaml": "k: 1"], "", "")
    let scratch = Scratch(one.files.map { ($0.key, $0.value) })
    let imported = Self.run(scratch, "import hiera . -o t --facts f/* -q")
    #expect(imported.output.hasPrefix("./data/n/h1.yaml:1:4: not imported: an encrypted value"))
    #expect(Self.run(scratch, "get /n/h1 k --root t").status == 1)
    let check = Self.run(scratch, "check --root t")
    #expect(check.output.contains("'k' is required and has no value"), "\(check)")
    #expect(check.output.split(separator: "\n").count == 1)
  }

  @Test func onlyWhatAHostReadsIsWritten() {
    let files = [
      "data/r/web.yaml": "k: 1", "data/r/db.yaml": "k: 2", "data/r/x.yaml": "k: 3",
      "data/c.yaml": "k: 4",
    ]
    let one = Self.control(
      "", ["r/%{trusted.domain}.yaml", "r/web.yaml", "c.yaml"], files, "", "", "")
    let scratch = Scratch(one.files.map { ($0.key, $0.value) })
    let imported = Self.run(scratch, "import hiera . -o t --facts f/*")
    #expect(
      imported.output
        == "./data/r/db.yaml: note: no host of '--facts' reads the file, nor 1 other in its directory\n"
    )
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "t/r/db").path))
    // Without facts all files are written, and the line says how to give facts.
    let other = Self.run(scratch, "import hiera . -o u")
    #expect(other.output.contains("no hosts are written: give the facts of all hosts with --facts"))
  }

  @Test func aLevelWithADirectoryOfItsOwnHasItsName() {
    let one = Self.control(
      "", ["%{environment}.yaml", "%{environment}/%{site}.yaml", "common.yaml"],
      ["data/test.yaml": "k: 1", "data/test/common.yaml": "k: 2"], "/hosts/h1.example.org", "k", "1"
    )
    one.check("import hiera . -o t --facts f/* -q")
    let scratch = Scratch(one.files.map { ($0.key, $0.value) })
    #expect(Self.run(scratch, "import hiera . -o t --facts f/* -q").status == 0)
    #expect(
      FileManager.default.fileExists(atPath: scratch.url.appending(path: "t/environment/test").path)
    )
  }

  @Test func whatMayBeSecretForAHostIsSecret() {
    let one = Self.hiera(
      "", ["n/%{fqdn}.yaml", "r/%{role}.yaml", "s/%{alias}.yaml", "c.yaml"],
      [
        "r/web.yaml": "lookup_options: {'^kk': {convert_to: Sensitive}}\nkk: hidden",
        "s/web.yaml": "lookup_options: {'^k': {merge: first}}", "c.yaml": "j: 1",
      ], "", "")
    let scratch = Scratch(one.files.map { ($0.key, $0.value) })
    #expect(Self.run(scratch, "import hiera . -o t --facts f/* -q").status == 0)
    let told = Self.run(scratch, "explain /n/h1 kk --root t")
    #expect(told.status == 0 && !told.output.contains("hidden"), "\(told)")
  }

  @Test(arguments: [
    ("f/[a].json", "only '*' in the name of a file is known"),
    ("f/{a,b}.json", "only '*' in the name of a file is known"),
    ("**/a.json", "only '*' in the name of a file is known"),
    ("f", "f: error: this is a directory; give a pattern such as 'facts/*.json'"),
    ("f/", "f/: error: this is a directory; give a pattern such as 'facts/*.json'"),
    ("f/x*", "f/x*: error: no such file or directory"),
  ])
  func aPatternOfFactsThatMatchesNothingIsAnError(pattern: String, words: String) {
    let scratch = Scratch(Self.hiera + [("f/a.json", #"{"fqdn": "a"}"#)])
    let result = Self.run(scratch, "import hiera . -o t --facts \(pattern)")
    #expect(result.status == 2 && result.errors.contains(words), "\(result)")
  }

  @Test(arguments: [
    (
      #"[{"certname": "a", "values": {}},"# + "\n" + #" {"certname": "b/c", "values": {}}]"#, "2:15"
    ),
    (#"{"name": ".b", "values": {}}"#, "1:10"),
    (#"{"name": "\#(String(repeating: "x", count: 256))", "values": {}}"#, "1:10"),
  ])
  func aHostWhoseNameNoScopeCanHaveIsAnError(text: String, place: String) {
    let scratch = Scratch(Self.hiera + [("f/all.json", text)])
    let result = Self.run(scratch, "import hiera . -o t --facts f/*")
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("f/all.json:\(place): error: "), "\(result)")
    #expect(result.errors.contains("cannot be the name of a scope"), "\(result)")
  }

  /// Files of facts that no program prints, and the place.
  @Test(arguments: [
    (
      ["b.json": "[{\"fqdn\": \"a\"},\n{\"fqdn\": \"b\"}]"], "b.json:2:1: error: facts in a form"
    ),
    (
      ["b.json": "[{\"name\": \"a\", \"values\": {}},\n7]"], "b.json:2:1: error: facts in a form"
    ),
    (["b.json": "[]"], "b.json:1:1: error: the file contains no facts"),
    (["b.json": "7"], "b.json:1:1: error: facts in a form"),
    (
      ["b.json": "[{\"certname\": \"b\", \"name\": \"nul\"}]"],
      "b.json:1:2: error: facts in a form"
    ),
    (
      ["b.json": "[{\"certname\": \"b\", \"facts\": {\"data\": [\n{\"name\": \"x\"}]}}]"],
      "b.json:2:1: error: facts in a form"
    ),
    (
      ["b.json": "{\"name\": \"a\", \"values\":\n[1]}"],
      "b.json:2:1: error: the facts of a host must be an object"
    ),
    (
      ["b.json": "{\"name\": \"a\", \"facts\":\n[1]}"],
      "b.json:2:1: error: the facts of a host must be an object"
    ),
    (
      ["b.json": "[{\"name\": \"a\", \"values\": {}},\n{\"name\": \"a\", \"values\": {\"x\": 1}}]"],
      "b.json:2:10: error: the facts of 'a' are given twice"
    ),
    (
      ["a.json": "{}", "b.json": "{\"name\": \"a\", \"values\": {}}"],
      "b.json:1:10: error: the facts of 'a' are given twice"
    ),
    (["b.json": "{}", "b.yaml": "x: 1"], "b.yaml:1:1: error: the facts of 'b' are given twice"),
    (
      ["a.json": "{}", "b.json": "[{\"certname\": \"a\", \"name\": \"x\", \"value\": 1}]"],
      "b.json:1:15: error: the facts of 'a' are given twice"
    ),
    (
      [
        "a.json": "[{\"certname\": \"a\", \"name\": \"x\", \"value\": 1}]",
        "b.json": "[{\"certname\": \"a\", \"name\": \"x\", \"value\": 1}]",
      ], "b.json:1:2: error: the fact 'x' of a host is given twice"
    ),
  ])
  func factsInAnotherFormAreAnError(files: [String: String], words: String) {
    let scratch = Scratch(Self.hiera + files.map { ("f/\($0.key)", $0.value) })
    let result = Self.run(scratch, "import hiera . -o t --facts f/*")
    #expect(result.status == 2 && result.errors.contains("f/" + words), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "t").path))
  }

  @Test(arguments: [
    (
      #"{"name": "a", "values": {}, "os": "x"}"#, "1:29: not imported: 'os', which is not among the"
    ),
    (#"{"certname": "a", "facts": {}, "os": "x"}"#, "1:32: not imported: 'os', which is not among"),
    (#"{"trusted": 5}"#, "1:2: not imported: 'trusted', because it is not an object"),
  ])
  func whatIsLeftOutOfFactsIsListed(text: String, words: String) {
    let scratch = Scratch(Self.trusted + [("f/a.json", text)])
    let result = Self.run(scratch, "import hiera . -o t -q --facts f/*")
    #expect(result.status == 1 && result.output.hasPrefix("f/a.json:" + words), "\(result)")
    #expect(Self.run(scratch, "get /n/a k --root t").output == "1\n")
  }

  @Test func factsMayBeNamedLikeThoseOfPuppetDB() {
    let facts = #"{"name": "role", "value": 3, "os": "x"}"#
    let scratch = Scratch(Self.trusted + [("f/a.json", facts)])
    #expect(Self.run(scratch, "import hiera . -o t --facts f/*").status == 0)
    #expect(Self.run(scratch, "get /n/a facts.os --root t").output == "x\n")
    #expect(Self.run(scratch, "get /n/a facts.value --root t").output == "3\n")
  }

  @Test func theTimeForFactsOfPuppetDBIsLinear() throws {
    let growth = Growth.ofBusySeconds { count in
      let facts = (0..<count).map { #"{"certname": "a", "name": "f\#($0)", "value": 1}"# }
      let scratch = Scratch(
        Self.trusted + [("f/a.json", "[" + facts.joined(separator: ",") + "]")])
      let result = Self.run(scratch, "import hiera . -o t -q --facts f/*")
      #expect(result.status == 0, "\(result)")
    }
    #expect(try growth.ratio(from: 1000, to: 8000, until: 24) < 24)
  }

  /// A host with the fact of the nearest level, and one with another name.
  private static func hosts(_ fqdn: String) -> Scratch {
    let scratch = Scratch([
      (
        "hiera.yaml",
        "version: 5\nhierarchy: [{name: n, path: 'nodes/%{facts.fqdn}.yaml'}, {name: c, path: c.yaml}]"
      ),
      ("data/c.yaml", "k: 1\nj: 1\n"), ("data/nodes/b.yaml", "k: 2\n"),
      ("f/b.json", #"{"fqdn": "b"}"#), ("f/x.json", #"{"fqdn": "\#(fqdn)"}"#),
    ])
    if fqdn.count < 200 { scratch.write("data/nodes/\(fqdn).yaml", Array("k: 3\n".utf8)) }
    return scratch
  }

  @Test(arguments: ["_a", "..x", String(repeating: "x", count: 300)])
  func hostsHaveTheirOwnNamesIfAFactIsNoNameOfAScope(fqdn: String) {
    let scratch = Self.hosts(fqdn)
    let result = Self.run(scratch, "import hiera . -o t --facts f/*")
    #expect(result.status == (fqdn.count < 200 ? 1 : 0), "\(result)")
    #expect(result.output.contains("note: hosts are in /hosts and inherit"), "\(result)")
    #expect(result.output.contains("cannot be the name of a scope"), "\(result)")
    #expect(result.output.contains("'k', because") == (fqdn.count < 200), "\(result)")
    #expect(!result.output.contains("in 2 of 2 hosts"), "\(result)")
    #expect(Self.run(scratch, "get /hosts/x j --root t").output == "1\n")
    #expect(Self.run(scratch, "get /hosts/b k --root t").output == "2\n")
    #expect(Self.run(scratch, "check --root t").status == 0)
  }

  @Test(arguments: ["_a", "..x"]) func aHostThatIsNotWrittenIsNotCompared(fqdn: String) {
    let scratch = Self.hosts(fqdn)
    let result = Self.run(scratch, "import hiera . -o t -q")
    let line = "./data/nodes/\(fqdn).yaml:1:1: not imported: name that a scope cannot have\n"
    #expect(result.status == 1 && result.output == line, "\(result)")
    #expect(Self.run(scratch, "get /nodes/b k --root t").output == "2\n")
  }

  @Test func aNameOfALevelThatIsTooLongIsNoDirectory() {
    let long = String(repeating: "x", count: 300)
    let levels = ["%{facts.\(long)}.yaml", "%{facts.\(long)}/%{site}.yaml", "c.yaml"]
    let one = Case(
      "",
      [
        "hiera.yaml":
          "version: 5\nhierarchy: [{name: a, paths: ['\(levels.joined(separator: "', '"))']}]",
        "data/c.yaml": "k: 3", "data/v.yaml": "k: 1", "data/v/s.yaml": "k: 2",
        "f/a.json": "{\"site\": \"s\", \"\(long)\": \"v\"}",
      ], "/hosts/a", "k", "1")
    one.check("import hiera . -o t --facts f/* -q")
  }

  @Test(arguments: ["os/%{facts.os}.yaml", "os/*.yaml"], ["", " --facts f/*"])
  func aFileWhoseNameIsNotUTF8IsOnlyListed(path: String, facts: String) throws {
    let kind = path.contains("*") ? "glob" : "path"
    let scratch = Scratch([
      (
        "hiera.yaml",
        "version: 5\nhierarchy: [{name: o, \(kind): '\(path)'}, {name: c, path: c.yaml}]"
      ),
      ("data/os/linux.yaml", "j: 2\n"), ("data/c.yaml", "k: 1\n"),
      ("f/a.json", #"{"os": "linux"}"#),
    ])
    let name = Array((scratch.url.path + "/data/os/").utf8) + [0xFE] + Array(".yaml".utf8) + [0]
    let descriptor = name.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
      open($0.baseAddress!, O_WRONLY | O_CREAT, 0o644)
    }
    #expect(descriptor >= 0 && close(descriptor) == 0)
    let result = Self.run(scratch, "import hiera . -o t" + facts)
    let lines = result.output.split(separator: "\n").filter { $0.contains("data/os") }
    #expect(result.status == 1, "\(result)")
    #expect(lines.count == 1 && lines[0].contains("not imported: name is not valid UTF-8"))
    #expect(Self.run(scratch, "check --root t").status == 0)
    // A glob finds the file.
    if !facts.isEmpty {
      #expect(Self.run(scratch, "get /hosts/a k --root t").output == (kind == "glob" ? "" : "1\n"))
    }
  }

  @Test func whatIsFoundAtOnePlaceIsInTheOrderOfKeys() {
    let keys = (0..<30).map { "k\($0)" }
    let scratch = Scratch([
      ("hiera.yaml", "version: 5\nhierarchy: [{name: c, path: c.yaml}]"),
      (
        "data/c.yaml",
        "lookup_options: {'^%{x}.*': {merge: unique}}\n" + keys.map { "\($0): 1\n" }.joined()
      ),
    ])
    let result = Self.run(scratch, "import hiera . -o t -q")
    let listed = result.output.split(separator: "\n").map { $0.split(separator: "'")[1] }
    #expect(listed == keys.sorted().map { $0[...] }, "\(result)")
  }

  @Test func problemsOfTheDirectoryOfFactsHaveItsPath() throws {
    let files = Self.hiera + [("facts/a.json", "{}")]
    let scratch = Scratch(files.map { ("p1/\($0.0)", $0.1) })
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url.appending(path: "p1/facts/z.json").path,
      withDestinationPath: "/etc/passwd")
    let result = Self.run(scratch, "import hiera p1 -o t -q --facts p1/facts/*")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("p1/facts/z.json: not imported: link to"), "\(result)")
  }

  @Test func moreScopesThanHeirReadsAreRefused() {
    let levels = (0..<4100).map { "{name: l\($0), path: l\($0).yaml}" }.joined(separator: ", ")
    let hiera = Scratch(
      [
        ("hiera.yaml", "version: 5\nhierarchy: [\(levels)]\n"), ("f/a.json", #"{"fqdn": "a"}"#),
      ] + (0..<4100).map { ("data/l\($0).yaml", "k: 1") })
    let one = Self.run(hiera, "import hiera . -o t --facts f/*")
    #expect(
      one.status == 2 && one.errors.contains("hiera.yaml:2:12: error: hosts inherit"), "\(one)")
    #expect(!FileManager.default.fileExists(atPath: hiera.url.appending(path: "t").path))
  }

  @Test(arguments: [
    "", "# c", "~", "[a]", "text", "{}\n---\n{}", "x: !foo 1", "? [a]\n: 1", "storage_type: mixed",
    "storage_type: ~", "nodes_uri: 5", "classes_uri: [a]", "nodes_uri: .", "classes_uri: .",
    "classes_uri: nodes", "classes_uri: nodes2", "nodes_uri: classes/n", "inventory_base_uri: 5",
    "default_environment: [a]", "{ignore_class_notfound: 1, ignore_class_notfound_regexp: 5}",
    "{ignore_class_notfound: 1, ignore_class_notfound_regexp: [a, 5]}",
    "{ignore_class_notfound: 1, ignore_class_notfound_regexp: 'a)|(b'}",
    "{ignore_class_notfound: 1, ignore_class_notfound_regexp: 'a(?i)b'}",
    "{ignore_class_notfound: 1, ignore_class_notfound_regexp: [a, (?i)b]}",
    "class_mappings: ['/^*n/ a']", "class_mappings: ['/n(?i)A/ a']",
    "class_mappings: ['/(?-i)n/ a']",
    "class_mappings: ['/(?i-i:n)/ a']",
  ])
  func settingsForWhichReclassRefusesAllNodesAreAnError(settings: String) {
    let scratch = Scratch([
      ("reclass-config.yml", settings), ("nodes/n.yml", "parameters: {k: 1}"),
      ("classes/n/a.yml", "parameters: {l: 1}"), ("nodes2/a.yml", ""),
    ])
    let result = Harness(in: scratch.url).run("import", "reclass", ".", "-o", "t")
    #expect(result.status == 2 && result.errors.contains("./reclass-config.yml"), "\(result)")
  }

  @Test(arguments: ["''", "~", "false", "./nodes/"]) func pathsOfNodesThatAreUsualAreRead(
    path: String
  ) {
    let scratch = Scratch([
      ("reclass-config.yml", "nodes_uri: \(path)"), ("nodes/n.yml", "parameters: {k: 1}"),
    ])
    #expect(Harness(in: scratch.url).run("import", "reclass", ".", "-o", "t").status == 0)
  }

  @Test func otherDirectoriesOfReclassAreNamed() {
    let scratch = Scratch([("reclass-config.yml", "inventory_base_uri: /srv/reclass\n")])
    let missing = Self.run(scratch, "import reclass . -o t")
    #expect(missing.status == 2, "\(missing)")
    #expect(
      missing.errors.hasPrefix(
        "./reclass-config.yml:1:21: error: this directory has no nodes; import that of"))
    scratch.write("nodes/n.yml", Array("parameters: {k: 1}".utf8))
    let found = Self.run(scratch, "import reclass . -o t")
    #expect(
      found.output
        == "./reclass-config.yml:1:21: note: the nodes and classes are read from this directory\n")
  }

  @Test func aDirectoryWithoutYAMLIsAnError() {
    let scratch = Scratch([("a/b.json", "{}")])
    let result = Self.run(scratch, "import yaml . -o t")
    #expect(result.status == 2 && result.errors == "heir: error: '.' has no YAML file\n")
  }

  private static func reclass(
    _ what: String, _ files: [String: String], _ key: String, _ value: String, listed: String = ""
  ) -> Case { Case(what, files, "/nodes/n", key, value, listed: listed) }

  @Test(arguments: [
    reclass(
      "classes in order",
      [
        "nodes/n.yml": "classes: [a, b.c]", "classes/a.yml": "parameters: {k: 1, l: [1]}",
        "classes/b/c.yml": "parameters: {k: 2, l: [2]}", "classes/b/init.yml": "parameters: {k: 3}",
      ], "l", "[1,2]"),
    reclass(
      "a diamond",
      [
        "nodes/n.yml": "classes: [a, b]", "classes/a.yml": "classes: [c]\nparameters: {k: a}",
        "classes/b.yml": "classes: [c]", "classes/c.yml": "parameters: {k: c}",
      ], "k", #""a""#),
    reclass(
      "an override and a constant",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {~k: [2], =l: 1}",
        "classes/a.yml": "parameters: {k: [1]}",
      ], "k", "[2]"),
    reclass(
      "a nested reference",
      ["nodes/n.yml": "parameters: {k: 1, a: '${c:${d}}', c: {x: 2}, d: x}"], "k", "1",
      listed: "nodes/n.yml:1:23: not imported: a nested reference"),
    reclass(
      "a nested reference to the name of the node",
      ["nodes/n.yml": "parameters: {k: '${c:${_reclass_:name:short}}', c: {n: 2}}"], "k", "",
      listed: "nodes/n.yml:1:17: not imported: a nested reference"),
    reclass(
      "a reference with an escape", ["nodes/n.yml": "parameters: {k: '${a\\:b}', 'a\\:b': 1}"],
      "k", "1"),
    reclass(
      "an inventory query",
      ["nodes/n.yml": "parameters: {k: 1, a: '$[ exports:x if self:k == exports:y ]'}"], "k", "1",
      listed: "nodes/n.yml:1:23: not imported: inventory query"),
    reclass(
      "an inventory query beside a node that is not imported",
      ["nodes/n.yml": "parameters: {k: 1, a: '$[ exports:x ]'}", "nodes/o.yml": "classes: [no]"],
      "k", "", listed: "nodes/n.yml:1:23: not imported: node 'n', which reclass refuses because of"),
    reclass(
      "references", ["nodes/n.yml": "parameters: {k: '${a:b}-\\${x}', a: {b: 1}}"], "k",
      #""1-${x}""#),
    reclass(
      "an escaped backslash", ["nodes/n.yml": "parameters: {k: '\\\\${port}', port: 1}"], "k",
      #""\\1""#),
    reclass(
      "classes that inherit from each other",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {k: 1}", "classes/a.yml": "classes: [b]",
        "classes/b.yml": "classes: [a]",
      ], "k", "",
      listed: "classes/b.yml:1:10: not imported: class 'a', which inherits from this one"),
    reclass(
      "a class that exists and is not imported is not unknown",
      [
        "nodes/n.yml": "classes: [_x]\nparameters: {k: 1}", "classes/_x.yml": "parameters: {k: 2}",
        "reclass-config.yml": "ignore_class_notfound: true",
      ], "k", "", listed: "nodes/n.yml:1:11: not imported: class '_x', which is not imported"),
    reclass(
      "a class in a directory that is not imported",
      [
        "nodes/n.yml": "classes: [_d.x]\nparameters: {k: 1}",
        "classes/_d/x.yml": "parameters: {k: 2}",
        "reclass-config.yml": "ignore_class_notfound: true",
      ], "k", "", listed: "nodes/n.yml:1:11: not imported: class '_d.x', which is not imported"),
    reclass(
      "unknown classes that an expression ignores",
      [
        "nodes/n.yml": "classes: [service.x]\nparameters: {k: 1}",
        "reclass-config.yml":
          "ignore_class_notfound: true\nignore_class_notfound_regexp: [x, service.*]",
      ], "k", "1"),
    reclass(
      "unknown classes that no expression ignores",
      [
        "nodes/n.yml": "classes: [a.service]\nparameters: {k: 1}",
        "reclass-config.yml":
          "ignore_class_notfound: true\nignore_class_notfound_regexp: service.*",
      ], "k", "", listed: "nodes/n.yml:1:11: not imported: unknown class 'a.service'"),
    reclass(
      "a mapping that does not concern the node",
      [
        "nodes/n.yml": "parameters: {k: 1}", "classes/a.yml": "parameters: {k: 2}",
        "reclass-config.yml": "class_mappings: ['/^db/ a']",
      ], "k", "1"),
    Case(
      "a mapping with an expression counts characters, not bytes",
      [
        "nodes/né.yml": "parameters: {k: 1}", "classes/a.yml": "parameters: {j: 2}",
        "reclass-config.yml": "class_mappings: ['/^n..$/ a']",
      ], "/nodes/né", "j", ""),
    Case(
      "a mapping with a set takes a character, not a byte",
      [
        "nodes/né.yml": "parameters: {k: 1}", "classes/a.yml": "parameters: {j: 2}",
        "reclass-config.yml": "class_mappings: ['/^n[^x]$/ a']",
      ], "/nodes/né", "j", "2"),
    Case(
      "a mapping with an escaped sign, and a node whose name is not ASCII",
      [
        "nodes/né.yml": "parameters: {k: 1}", "classes/a.yml": "parameters: {j: 2}",
        "reclass-config.yml": "class_mappings: ['/^\\-|^n.$/ a']",
      ], "/nodes/né", "j", "2"),
    Case(
      "a mapping with letters, and a node whose name is not ASCII",
      [
        "nodes/né.yml": "parameters: {k: 1}", "nodes/n.yml": "parameters: {k: 1}",
        "classes/a.yml": "parameters: {j: 2}",
        "reclass-config.yml": "class_mappings: ['/^n\\w*$/ a']",
      ], "/nodes/n", "j", "2",
      listed: "reclass-config.yml:1:18: not imported: a mapping with another pattern"),
    reclass(
      "a mapping with options twice at the start",
      [
        "nodes/n.yml": "parameters: {k: 1}", "classes/a.yml": "parameters: {j: 2}",
        "reclass-config.yml": "class_mappings: ['/(?i)(?i)N|x/ a']",
      ], "j", "2"),
    reclass(
      "a mapping with an unknown sign and brackets in a set",
      [
        "nodes/n.yml": "parameters: {k: 1}", "classes/a.yml": "parameters: {j: 2}",
        "reclass-config.yml": "class_mappings: ['/[](]n{2}/ a']",
      ], "j", "",
      listed: "reclass-config.yml:1:18: not imported: a mapping with another pattern"),
    reclass(
      "an unknown class with an expression that matches its second line",
      [
        "nodes/n.yml": "classes: [\"b\\nx\"]\nparameters: {k: 1}",
        "reclass-config.yml": "ignore_class_notfound: true\nignore_class_notfound_regexp: x",
      ], "k", "", listed: "nodes/n.yml:1:11: not imported: unknown class"),
    reclass(
      "mappings of other nodes to a class that does not exist",
      [
        "nodes/n.yml": "parameters: {k: 1}", "reclass-config.yml": "class_mappings: ['db* nope']",
      ], "k", "1"),
    reclass(
      "a mapping with an expression",
      ["nodes/n.yml": "parameters: {k: 1}", "reclass-config.yml": "class_mappings: ['/(n)/ \\1']"],
      "k", "", listed: "reclass-config.yml:1:18: not imported: a mapping with another pattern"),
    reclass(
      "a parameter that reclass sets itself",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {k: '${_reclass_:name:full}'}",
        "classes/a.yml": "parameters: {_reclass_: {name: {full: m}}}",
      ], "k", "",
      listed: "classes/a.yml:1:25: not imported: a parameter that reclass sets itself"),
    reclass(
      "the short name of a node",
      [
        "nodes/n.yml": "classes: [a]",
        "classes/a.yml": "parameters: {k: '${_reclass_:name:short}'}",
      ], "k", #""n""#),
    reclass(
      "the short name of another node, whose name has a dot",
      [
        "nodes/n.yml": "classes: [a]", "nodes/m.org.yml": "classes: [a]",
        "classes/a.yml": "parameters: {k: '${_reclass_:name:short}', j: 'x${k}'}",
      ], "j", #""xn""#,
      listed: "classes/a.yml:1:17: not imported: the first part of the node's name, for 'm.org'"),
    reclass(
      "a key at the top that is not text",
      ["nodes/n.yml": "true: 1\nparameters: {k: 1}"], "k", "1"),
    reclass(
      "escaped surrogates, which libyaml refuses",
      ["nodes/n.yml": "parameters: {k: 1, j: \"\\ud83d\\ude00\"}"], "k", "",
      listed: "nodes/n.yml:1:1: not imported: a file that reclass refuses"),
    reclass(
      "nodes and classes whose names begin with a dot",
      [
        "nodes/n.yml": "parameters: {k: 1}", "nodes/.m.yml": "parameters: {k: 2}",
        "classes/.a.yml": "parameters: {k: 3}",
      ], "k", "1", listed: "nodes/.m.yml:1:1: not imported: name that a scope cannot have"),
    reclass(
      "a reference that is replaced",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {k: '${s}', s: 1}",
        "classes/a.yml": "parameters: {k: '${l}', l: x}",
      ], "k", "1"),
    reclass(
      "settings that change nothing",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {k: ~}",
        "classes/a.yml": "parameters: {k: {x: 1}}",
        "reclass-config.yml": "compose_node_name: false\nallow_none_override: true",
      ], "k", "null"),
    reclass(
      "a reference that is merged",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {k: '${l}', l: {x: 1}}",
        "classes/a.yml": "parameters: {k: {y: 1}}",
      ], "k", "", listed: "nodes/n.yml:2:17: not imported: a reference that is merged"),
    reclass(
      "an object to which a merged reference leads",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {c: {y: 1}, k: '${a:x}'}",
        "classes/a.yml": "parameters: {c: '${a}', a: {x: 1}}",
      ], "k", "1", listed: "nodes/n.yml:2:17: not imported: a reference that is merged"),
    reclass(
      "an object with an override to which a merged reference leads",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {c: {x: 2}, k: {~x: 1}}",
        "classes/a.yml": "parameters: {c: '${k}', k: {x: 0}}",
      ], "k", "",
      listed: "classes/a.yml:1:17: not imported: a value that reclass changes when it merges"),
    reclass(
      "an object with a merged reference to which a merged reference leads",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {c: {x: {z: 1}}, k: {x: {y: 1}}}",
        "classes/a.yml": "parameters: {c: '${k}', b: {w: 1}, k: {x: '${b}'}}",
      ], "k", "",
      listed: "classes/a.yml:1:17: not imported: a value that reclass changes when it merges"),
    reclass(
      "a text that doubles forty times",
      [
        "nodes/n.yml": "parameters:\n  k: 1\n  a0: x\n"
          + (1...40).map { "  a\($0): '${a\($0 - 1)}${a\($0 - 1)}'\n" }.joined()
      ], "k", "1", listed: "nodes/n.yml:27:8: not imported: 'a24', which has an error in this node"),
    reclass(
      "a text that doubles forty times in a class whose name is after that of its heir",
      [
        "nodes/n.yml": "classes: [a]", "classes/a.yml": "classes: [b]",
        "classes/b.yml": "parameters:\n  k: 1\n  a0: x\n"
          + (1...40).map { "  a\($0): '${a\($0 - 1)}${a\($0 - 1)}'\n" }.joined(),
      ], "k", "1", listed: "classes/b.yml:27:8: not imported: 'a24', which has an error in"),
    reclass(
      "an unknown class", ["nodes/n.yml": "classes: [nope]\nparameters: {k: 1}"], "k", "",
      listed: "nodes/n.yml:1:11: not imported: unknown class 'nope'"),
    reclass(
      "a class with classes below it, and one that is named 'init'",
      [
        "nodes/n.yml": "classes: [app.init.sub]", "classes/app.yml": "parameters: {k: 1}",
        "classes/app/init/sub.yml": "parameters: {j: 1}",
      ], "k", ""),
    reclass("numbers as keys", ["nodes/n.yml": "parameters: {k: {1: a}}"], "k", #"{"1":"a"}"#),
    reclass(
      "tabs in a text with a reference, for which reclass puts spaces",
      ["nodes/n.yml": #"parameters: {s: 1, k: "x\t${s}"}"#], "k", #""x       1""#),
    reclass(
      "a reference to a member of its own value",
      ["nodes/n.yml": "parameters: {j: 1, k: '${k:d}'}", "nodes/m.yml": ""], "j", "",
      listed: "nodes/n.yml:1:23: not imported: node 'n', which reclass refuses because of a "
        + "reference to itself"),
    reclass(
      "an object with a constant that another one replaces",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {~k: {n: 2}}",
        "classes/a.yml": "parameters: {k: {=m: 1}}",
      ], "k", #"{"n":2}"#),
    reclass(
      "a setting that is a text, which Python takes for true",
      [
        "nodes/n.yml": "classes: [nope]\nparameters: {k: 1}",
        "reclass-config.yml": "ignore_class_notfound: 'false'",
      ], "k", "1"),
    reclass(
      "a directory that reclass passes over",
      ["nodes/n.yml": "parameters: {k: 1}", "nodes/CVS/n.yml": "parameters: {k: 2}"], "k", "1"),
    reclass(
      "a key that reclass spells 'True'",
      ["nodes/n.yml": "classes: [a]\nparameters: {k: {x: {true: a}}}", "classes/a.yml": ""],
      "k", "{}", listed: "nodes/n.yml:2:21: not imported: an object with a key that reclass spells"),
    reclass(
      "two keys of the same text", ["nodes/n.yml": "parameters: {k: [{1: a, '1': b}], j: 1}"], "k",
      "", listed: "nodes/n.yml:1:18: not imported: an object with two keys of the same text"),
    reclass(
      "a reference to a key without a value",
      ["nodes/n.yml": "parameters: {k: 1, j: '${x}'}", "nodes/m.yml": ""], "k", "",
      listed: "nodes/n.yml:1:23: not imported: node 'n', which reclass refuses because of a "
        + "reference to a key without a value"),
    reclass(
      "an object and a text that reclass does not merge",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {k: 1, j: x}",
        "classes/a.yml": "parameters: {j: {x: 1}}",
      ], "k", "", listed: "nodes/n.yml:2:23: not imported: node 'n', which reclass refuses"),
    reclass(
      "an empty key, which reclass refuses",
      ["nodes/n.yml": "parameters: {k: 1, a: {'': 2}}"], "k", "",
      listed:
        "nodes/n.yml:1:24: not imported: a text or key that reclass cannot read, and the nodes"),
    reclass(
      "a key with two signs",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {~~k: [1]}",
        "classes/a.yml": "parameters: {k: [2]}",
      ],
      "k", "", listed: "nodes/n.yml:2:19: not imported: a key with two of '~' and '='"),
    reclass(
      "a second document, which PyYAML refuses",
      ["nodes/n.yml": "parameters: {k: 1}\n---\n{}"], "k", "",
      listed: "nodes/n.yml:1:1: not imported: a file that reclass refuses, and the nodes with it"),
    reclass(
      "a value that PyYAML refuses", ["nodes/n.yml": "parameters: {k: 1, j: =}"], "k", "",
      listed: "nodes/n.yml:1:1: not imported: a file that reclass refuses"),
    reclass(
      "a key that PyYAML reads, but not as a value", ["nodes/n.yml": "parameters: {k: [{=: 1}]}"],
      "k", #"[{"=":1}]"#),
    reclass(
      "a value that PyYAML refuses before such a key",
      ["nodes/n.yml": "parameters: {k: 1, j: 0x_, l: [{'=': 1}]}"], "k", "",
      listed: "nodes/n.yml:1:1: not imported: a file that reclass refuses"),
    reclass(
      "a tag that PyYAML refuses", ["nodes/n.yml": "parameters: {k: 1, j: !x y}"], "k", "",
      listed: "nodes/n.yml:1:1: not imported: a file that reclass refuses"),
    reclass(
      "a second anchor of one name", ["nodes/n.yml": "parameters: {k: &a 1, j: &a 2}"], "k", "",
      listed: "nodes/n.yml:1:26: not imported: PyYAML refuses a second anchor of one name"),
    reclass(
      "a day that does not exist", ["nodes/n.yml": "parameters: {k: 1, j: 2001-02-29}"], "k", "",
      listed: "nodes/n.yml:1:1: not imported: a file that reclass refuses"),
    reclass(
      "a text that reclass cannot parse", ["nodes/n.yml": "parameters: {k: 1, j: 'a${'}"], "k", "",
      listed: "nodes/n.yml:1:23: not imported: a text or key that reclass cannot read"),
    reclass(
      "a mapping with a regular expression",
      [
        "nodes/n.yml": "", "classes/a.yml": "parameters: {k: 1}",
        "reclass-config.yml": "class_mappings: ['/^[mn]$/ a', '/^x/ nope']",
      ], "k", "1"),
    reclass(
      "a class name with a blank",
      [
        "nodes/n.yml": "classes: [a b]\nparameters: {k: 1}",
        "classes/a b.yml": "parameters: {j: 1}",
      ], "k", "", listed: "nodes/n.yml:1:11: not imported: a class name with ' ' or '/'"),
    reclass(
      "a reference to another element of its list",
      ["nodes/n.yml": "parameters: {k: 1, l: [{a: 1}, '${l:0:a}']}"], "l", #"[{"a":1},1]"#),
    reclass(
      "null that replaces an array, as each scalar may",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {k: 1, ~l: ~, m: ~}",
        "classes/a.yml": "parameters: {l: [1], m: [2]}",
        "reclass-config.yml": "allow_scalar_over_list: true",
      ], "m", "null"),
    reclass(
      "a missing reference in an array that is merged with a scalar",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {k: 1, l: ['${no}']}",
        "classes/a.yml": "parameters: {l: x}",
        "reclass-config.yml": "allow_list_over_scalar: true",
      ], "k", "",
      listed: "nodes/n.yml:2:24: not imported: node 'n', which reclass refuses because of a"),
    reclass(
      "an array that is merged with a scalar",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {k: 1, l: [y]}",
        "classes/a.yml": "parameters: {l: x}",
        "reclass-config.yml": "allow_list_over_scalar: true",
      ], "k", "1", listed: "nodes/n.yml:2:23: not imported: a list that is merged with a scalar"),
    reclass(
      "a key with and without '~', which no other file sets",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {k: 1}",
        "classes/a.yml": "parameters: {l: [1], ~l: [2]}",
      ], "k", "1", listed: "classes/a.yml:1:17: not imported: a key with and without '~' or '='"),
    reclass(
      "a reference to a last element by a negative index",
      ["nodes/n.yml": "parameters: {k: 1, l: [{x: 1}], b: '${l:-1:x}'}"], "k", "1",
      listed: "nodes/n.yml:1:36: not imported: a reference to a value that is not imported"),
    reclass(
      "a missing reference in an object that is left out for another key",
      ["nodes/n.yml": "parameters: {k: 1, l: {true: '${no}'}}"], "k", "",
      listed: "nodes/n.yml:1:30: not imported: node 'n', which reclass refuses because of a"),
    reclass(
      "a list of classes that is an empty text",
      ["nodes/n.yml": "classes: ''\nparameters: {k: 1}"], "k", "1"),
    reclass(
      "a reference in exports",
      ["nodes/n.yml": "parameters: {k: 1}\nexports: {j: '${k}', l: [1]}"], "k", "1",
      listed: "nodes/n.yml:2:10: not imported: 'exports'"),
    reclass(
      "a constant with an error in a class without nodes",
      [
        "nodes/n.yml": "parameters: {k: 1}",
        "classes/b.yml": "parameters: {=t: {u: 'p-${s}'}}",
        "classes/c.yml": "classes: [x, b]\nparameters: {s: {}}",
      ], "k", "1", listed: "classes/c.yml:1:11: not imported: unknown class 'x'"),
    reclass(
      "a constant that a class without nodes sets again",
      [
        "nodes/n.yml": "parameters: {k: 1}", "classes/b.yml": "parameters: {=p: 1}",
        "classes/c.yml": "classes: [b, x]\nparameters: {p: 2}",
      ], "k", "1", listed: "classes/c.yml:1:14: not imported: unknown class 'x'"),
    reclass(
      "a nested reference in a class without nodes",
      ["nodes/n.yml": "parameters: {k: 1}", "classes/a.yml": "parameters: {l: '${a:${k}}'}"],
      "k", "1"),
    reclass(
      "a merge with a reference to a part of itself",
      [
        "nodes/n.yml": "classes: [a]\nparameters: {p: '${p:q:r}', k: 1}",
        "classes/a.yml": "parameters: {p: 1}",
      ], "k", "",
      listed: "nodes/n.yml:2:17: not imported: node 'n', which reclass refuses because of a merge"),
    reclass(
      "digits that Python does not keep", ["nodes/n.yml": "parameters: {k: 0.1000000000000000055}"],
      "k", "0.1"),
    reclass(
      "a parameter that is not text", ["nodes/n.yml": "parameters: {1.5: a, k: 1}"], "k", "",
      listed: "nodes/n.yml:1:13: not imported: an object with a key that reclass spells"),
    reclass(
      "a text with an escape, which reclass merges later than others",
      [
        "nodes/n.yml": "classes: [x, b, c]\nparameters: {q: '${d}'}",
        "classes/x.yml": "parameters: {q: '${k}'}",
        "classes/b.yml": "parameters: {k: {s: c}, d: {s: 2}}",
        "classes/c.yml": "parameters: {k: {s: 'x\\$[y]'}}",
      ], "d", #"{"s":2}"#, listed: "not imported: a value that reclass changes when it merges"),
    reclass(
      "days in lists and objects",
      ["nodes/n.yml": "parameters: {k: [2020-01-02, {d: 2020-01-02}]}"],
      "k", #"["2020-01-02",{"d":"2020-01-02"}]"#),
    reclass(
      "a time that Python spells in another way",
      ["nodes/n.yml": "parameters: {k: 1, l: [2001-12-14t21:59:43.10-05:00]}"], "k", "1",
      listed: "nodes/n.yml:1:24: not imported: Python spells the time in another way"),
    reclass(
      "a time in a text", ["nodes/n.yml": "parameters: {t: 2001-12-14 21:59:43, k: 'a${t}'}"], "k",
      #""a2001-12-14 21:59:43""#),
    reclass(
      "a time that does not exist", ["nodes/n.yml": "parameters: {k: 1, j: 2001-02-03 25:00:00}"],
      "k", "", listed: "nodes/n.yml:1:1: not imported: a file that reclass refuses"),
    reclass(
      "a number that is infinite", ["nodes/n.yml": "parameters: {k: 1.0e+400}"], "k", "",
      listed: "nodes/n.yml:1:17: not imported: JSON has no infinity"),
    reclass(
      "a class file without a name",
      [
        "nodes/n.yml": "classes: [a]", "classes/a.yml": "parameters: {k: 1}",
        "classes/.yml": "parameters: {k: 2}", "classes/.a.yml": "parameters: {k: 2}",
      ], "k", "1", listed: "classes/.a.yml:1:1: not imported: name that a scope cannot have"),
    Case(
      "a merged reference beside parameters that are left out",
      [
        "nodes/n.yml": "classes: [a, b, c]\nparameters: {q: '${e}'}",
        "classes/a.yml": "parameters: {d: {l: [1]}, e: {}}",
        "classes/b.yml": "parameters: {q: '${d}'}",
        "classes/c.yml": "parameters: {1.5: 1}",
      ], "/nodes/n", "q", "",
      listed: "nodes/n.yml:2:17: not imported: a reference that is merged with other values"),
  ])
  func anInventoryKeepsItsValues(one: Case) { one.check("import reclass . -o t -q") }

  private static func chain(_ count: Int, _ start: String, _ end: String) -> String {
    let links = (0..<count).map { "b\($0): \(start)${b\($0 + 1)}\(end)" }
    return "parameters: {\(links.joined(separator: ", ")), b\(count): 1}"
  }

  /// Nodes that reclass refuses, with a class.
  @Test(arguments: [
    ("applications: [[x]]", ""), ("applications: 1", ""), ("", "exports: [x]"),
    ("exports: {x: '${no}'}", ""), ("exports: {x: '${k'}", ""),
    ("exports: {l: 1}", "exports: {l: [1]}"),
    ("parameters: {b: '${c}', c: '${b}'}", ""), ("parameters: {b: {c: '${b}'}}", ""),
    ("parameters: {b: [{x: '${b:0:x}'}]}", ""), (chain(500, "'", "'"), ""),
    (chain(200, "[[['", "']]]"), ""),
    ("parameters: {b: [{x: 1}], c: '${b:q:x}'}", ""), ("parameters: {_reclass_: x}", ""),
    ("parameters: {_reclass_: {name: x}}", ""), ("parameters: {=b: 1, b: 2}", ""),
    ("parameters: {b: 1, =b: {x: 2}}", ""), ("", "[]"), ("parameters: {~b: 1, b: [1]}", ""),
    ("parameters: {b: .inf}", "parameters: {b: [1]}"),
    ("parameters: {b: '${c:${no}}', c: {x: 1}}", ""),
    ("parameters: {b: '${c:${d}}', c: {x: 1}, d: y}", ""),
    ("parameters: {b: '${c:${d}}', c: {x: {y: 1}}, d: x}", "parameters: {b: 1}"),
    ("parameters: {b: '$[ x ]'}", ""), ("parameters: {b: 'a $[ exports:x ]'}", ""),
    ("parameters: {b: '$[ exports:x if self:no == exports:y ]'}", ""),
    ("parameters: {b: ['$[ exports:x ]']}", "parameters: {b: '${k}'}"),
    ("exports: {x: '$[ exports:y ]'}", ""), ("parameters: {b: '${_reclass_:no}'}", ""),
    ("parameters: {b: '${l:1.5:x}', l: [{x: 1}]}", ""),
    ("parameters: {b: [x]}", "parameters: {b: 'a${_reclass_:environment}'}"),
    ("parameters: {b: ['${no}']}", "parameters: {b: [.inf], ~c: 1, c: 2}"),
    ("parameters: {b: [x]}", "parameters: {b: ['${c:${k}}'], c: {x: 1}}"),
    ("parameters: {~b: {=c: '${no}'}}", "parameters: {b: {d: 1}}"),
    ("parameters: {~b: {~c: 1}, d: '${b:c}'}", "parameters: {b: {c: 1}}"),
    ("parameters: {l: [{x: 1}], b: '${l:-2:x}'}", ""),
    ("parameters: {l: [{x: 1}], b: 1}", "parameters: {b: '${l:9:x}'}"),
    ("parameters: {b: '${l:0:x}', l: [{x: '${k}'}]}", ""),
    ("parameters: {b: '${c}', c: {y: 1}}", "parameters: {b: {x: '${no}'}}"),
    ("parameters: []", ""),
    ("environment: []", ""), ("applications: false", ""),
    ("parameters: {b: {x: 1}}", "parameters: {b: {y: 1}, ~b: {z: 1}}"),
    ("parameters: {b: {c: '${b}'}, ~b: {d: 1}, e: '${b}'}", "parameters: {b: '${e}', e: {x: 1}}"),
    ("parameters: {b: {x: 1, ~~y: '${no}'}}", ""), ("parameters: {b: {x: 1, ~=y: 1}}", ""),
    ("parameters: {b: [1]}", "parameters: {b: !!binary aGk=}"),
    ("parameters: {b: {x: 1}}", "parameters: {b: !!set {x}}"),
    ("parameters: {b: !!set {x}}", "parameters: {b: [1]}"),
    ("parameters: {b: s}", "parameters: {b: {.inf: x}}"),
    ("parameters: {b: !!timestamp x}", ""), ("parameters: {b: !!binary x}", ""),
    ("parameters: {b: !!set x}", ""), ("parameters: {b: [{{ x }}]}", ""),
    ("parameters: {b: [{<<: x}]}", ""),
    ("parameters: {b: [{!!set {x}: 1}]}", ""),
  ])
  func aNodeThatReclassRefusesIsListed(node: String, other: String) {
    let scratch = Scratch([
      ("nodes/n.yml", "classes: [a, b]\n\(node)\n"), ("classes/b.yml", other),
      ("classes/a.yml", "parameters: {k: 1}"), ("nodes/o.yml", "classes: [a]"),
    ])
    let result = Self.run(scratch, "import reclass . -o t -q")
    #expect(result.status == 1 && result.output.contains(" not imported: "), "\(result)")
    #expect(Self.run(scratch, "get /nodes/n k --root t").status == 2)
    #expect(Self.run(scratch, "get /nodes/o k --root t").output == "1\n")
  }

  /// The sizes double in each object of a class, in each of many nodes, and triple in each list.
  @Test func whatReferencesMakeIsCountedForAllNodes() {
    let objects = (1...14).map { "  a\($0): {p: '${a\($0 - 1)}', q: '${a\($0 - 1)}'}\n" }.joined()
    let lists = (1...12).map { "  a\($0): '${a\($0 - 1)}'\n" }.joined()
    let nodes = (0..<60).map { ("nodes/n\($0).yml", "classes: [a]") }
    let words = "reclass refuses because of references that make too many values"
    for files in [
      nodes + [("classes/a.yml", "parameters:\n  a0: {x: 1}\n" + objects)],
      [
        ("nodes/n.yml", "classes: [a, b]\nparameters:\n" + lists),
        ("classes/a.yml", "parameters:\n  a0: [1, 2, 3]\n" + lists),
        ("classes/b.yml", "parameters:\n" + lists),
      ],
    ] {
      let result = Self.run(Scratch(files), "import reclass . -o t -q")
      #expect(result.status == 1 && result.output.contains(words), "\(result)")
    }
  }

  @Test func hiddenDirectoriesOfNodesSideBySideAreRefused() {
    let scratch = Scratch([
      ("nodes/a/.git/c", ""), ("nodes/a/.x/y/n.yml", ""), ("nodes/n.yml", "parameters: {k: 1}"),
      ("nodes/.yml", "parameters: {k: 1}"),
    ])
    let result = Self.run(scratch, "import reclass . -o t")
    let words = "nodes/a/.x: error: reclass may read the directory"
    #expect(result.status == 2 && result.errors.contains(words), "\(result)")
    try? FileManager.default.removeItem(at: scratch.url.appending(path: "nodes/a/.git"))
    let other = Self.run(scratch, "import reclass . -o t")
    #expect(other.status == 1 && other.output.contains("nodes/.yml:1:1: not imported: name"))
  }

  @Test(arguments: [
    (["nodes/a.yml", "nodes/x/a.yml"], "nodes/x/a.yml:1:1: error: another file is the same node"),
    (
      ["nodes/n.yml", "classes/a.yml", "classes/a/init.yml"],
      "classes/a/init.yml:1:1: error: another file is the same class"
    ),
  ])
  func twoFilesOfOneNodeOrClassAreAnError(paths: [String], words: String) {
    let imported = Self.run(Scratch(paths.map { ($0, "") }), "import reclass . -o t")
    #expect(imported.status == 2 && imported.errors.contains(words), "\(imported)")
  }

  @Test(arguments: [
    Case(
      "null in values of an environment",
      ["values.yaml": "a: {k: 1, l: 2}", "values-prod.yaml": "a: {k: ~}"], "/prod", "a", #"{"l":2}"#
    ),
    Case(
      "templates of a chart",
      [
        "Chart.yaml": "name: c", "values.yaml": "k: 1", "templates/x.yaml": "{{- if }}",
        "templates/_y.yaml": "{{- if }}",
      ], "/", "k", "1"),
    Case(
      "a name that leads out of the tree", ["values.yaml": "k: 1", "values-...yaml": "k: 2"], "/",
      "k", "1", listed: "values-...yaml:1:1: not imported: name that a scope cannot have"),
    Case(
      "a comment beside a name that begins with '$'", ["a.yaml": "a:\n  $x: 1 # hello\n"], "/", "a",
      #"{"$x":1}"#),
    Case(
      "a value in an array", ["a.yaml": "k: 1", "b/a.yaml": "k: [{l: !binary aGk=}]\nj: 2"], "/b",
      "k", "", listed: "b/a.yaml:1:17: not imported: unsupported tag '!binary'"),
    Case(
      "the only member of an object", ["a.yaml": "k: {m: 1, l: 2}", "b/a.yaml": "k: {m: .inf}"],
      "/b", "k", #"{"l":2}"#, listed: "b/a.yaml:1:8: not imported: JSON has no infinity"),
    Case(
      "an object over a text", ["a.yaml": "k: 1", "b/a.yaml": "k: {m: .inf}"], "/b", "k", "{}",
      listed: "b/a.yaml:1:8: not imported: JSON has no infinity"),
    Case(
      "a template without quotes", ["a.yaml": "k: 1", "b/a.yaml": "k: {{ x }}\nj: 2"], "/b", "j",
      "2", listed: "b/a.yaml:1:4: not imported: a key cannot be a sequence or mapping"),
    Case(
      "a later file of one scope", ["a.yaml": "k: {$x: 1, l: 2}", "b.yaml": "k: {$x: !x 1}"], "/",
      "k", #"{"l":2}"#, listed: "b.yaml:1:12: not imported: unsupported tag"),
    Case(
      "a file that is no YAML", ["a.yaml": "k: 1", "b/a.yaml": "k: [", "b/c.yaml": "j: 2"], "/b",
      "j", "2", listed: "b/a.yaml:1:4: not imported: '[' is never closed"),
    Case(
      "an alias of what is left out", ["a.yaml": "k: &a .nan\nl: [*a]\nj: 1"], "/", "l", "",
      listed: "a.yaml:2:5: not imported: JSON has no infinity and no NaN"),
    Case(
      "a file name with signs of patterns", ["a.yaml": "k: 1", "a[1]/b.yaml": "k: .inf"], "/a[1]",
      "k", "", listed: "a[1]/b.yaml:1:4: not imported: JSON has no infinity"),
    Case(
      "a chart without values of its own", ["Chart.yaml": "name: c", "values.yml": "k: 2"], "/",
      "k",
      ""),
    Case(
      "a file of a chart that Helm reads only if it is given",
      ["Chart.yaml": "name: c", "values.yaml": "k: 1", "values.yml": "k: 2\nj: 3"], "/", "j", ""),
    Case(
      "other names of overriding files",
      [
        "Chart.yaml": "name: c", "values.yaml": "k: 1", "prod.yaml": "k: 2",
        "values.eu.yaml": "k: 3", "values_us.YAML": "k: 4", "ci/x.yaml": "k: 5",
      ], "/prod", "k", "2"),
    Case(
      "a file below a chart with a key of its values",
      ["Chart.yaml": "name: c", "values.yaml": "k: {a: 1, b: 1}", "ci/x.yaml": "k: {b: ~}"],
      "/ci/x",
      "k", #"{"a":1}"#),
    Case(
      "a file below the directory that another file of a chart is",
      [
        "Chart.yaml": "name: c", "values.yaml": "k: 1", "ci/x.yaml": "k: 2",
        "values-ci.yaml": "k: 3",
      ], "/ci", "k", "3",
      listed: "ci/x.yaml:1:1: not imported: another file or directory is the same scope, or one"),
    Case(
      "a directory with the name of an overriding file",
      ["values.yaml": "k: 1", "values-prod.yaml": "k: 3", "prod/a.yaml": "k: 2"], "/prod", "k", "2",
      listed: "values-prod.yaml:1:1: not imported: another file or directory is the same scope"),
    Case(
      "a file below a chart with 'values' in its path",
      ["Chart.yaml": "name: c", "values/prod.yaml": "k: 2", "values/dev.yaml": "k: 3"],
      "/values/prod", "k", "2"),
    Case(
      "a broken file below a chart with 'values' in its path",
      ["Chart.yaml": "name: c", "values.yaml": "k: 1", "ci/a-values.yaml": "k: ["], "/", "k", "1",
      listed: "ci/a-values.yaml:1:4: not imported: '[' is never closed"),
    Case(
      "a file below a chart without values",
      ["Chart.yaml": "name: c", "values.yaml": "k: 1", "tests/x.yaml": "suite: [{{ k }}]"], "/",
      "k", "1"),
    Case(
      "an overriding file without a chart", ["values.yml": "k: 1", "eu-values.yaml": "k: 2"], "/",
      "k", "1"),
    Case(
      "two files for one scope",
      ["values.yaml": "k: 1", "values-eu.yaml": "k: 2", "values.eu.yaml": "k: 3"], "/eu", "k", "2",
      listed: "values.eu.yaml:1:1: not imported: another file or directory is the same scope"),
    Case(
      "a file of comments for a scope", ["values.yaml": "k: 1", "values-eu.yaml": "# none"], "/eu",
      "k", "1"),
    Case(
      "a merge key with its tag", ["a.yaml": "d: &d {x: 1}\nk: {!!merge <<: *d, y: 2}"], "/", "k",
      #"{"x":1,"y":2}"#),
    Case("days with one digit", ["a.yaml": "k: 2020-1-2"], "/", "k", #""2020-1-2""#),
    Case(
      "an object of nulls", ["values.yaml": "k: 1", "values-eu.yaml": "m: {n: null}"], "/eu", "m",
      "",
      listed: "values-eu.yaml:1:4: not imported: an object of which all members are null"),
    Case(
      "an object of nulls over a text", ["values.yaml": "m: x", "values-eu.yaml": "m: {n: null}"],
      "/eu", "m", "",
      listed: "values-eu.yaml:1:4: not imported: an object of which all members are null"),
    Case(
      "a sign that PyYAML refuses", ["a.yaml": "k: <<\nj: 1"], "/", "k", "",
      listed: "a.yaml:1:4: not imported: a value that PyYAML refuses"),
    Case(
      "a sign that PyYAML refuses in a list", ["a.yaml": "k: [1, =]\nj: 1"], "/", "k", "",
      listed: "a.yaml:1:8: not imported: a value that PyYAML refuses"),
    Case(
      "an object of nulls that only a chart above has",
      [
        "Chart.yaml": "name: a", "values.yaml": "m: {n: 1, k: 2}", "b/Chart.yaml": "name: b",
        "b/values.yaml": "j: 1", "b/values-eu.yaml": "m: {n: null}",
      ], "/b/eu", "m", "",
      listed: "b/values-eu.yaml:1:4: not imported: an object of which all members are null"),
    Case(
      "a null beside a value that is inherited",
      ["values.yaml": "m: {n: 1, k: 2}", "values-eu.yaml": "m: {n: null}"], "/eu", "m",
      #"{"k":2}"#),
    Case(
      "nulls of all members that are inherited",
      ["values.yaml": "m: {n: {o: 1}, k: 2}", "values-eu.yaml": "m: {n: {o: null}}"], "/eu", "m",
      #"{"k":2}"#,
      listed: "values-eu.yaml:1:8: not imported: an object of which all members are null"),
    Case(
      "charts in directories",
      [
        "values.yaml": "j: 1", "a/Chart.yaml": "name: a", "a/values.yaml": "k: 08",
        "a/values-eu.yaml": "t: '{{ x }}'", "b/Chart.yaml": "name: b", "b/values.yaml": "k: 1:30",
      ], "/a/eu", "k", "8.0"),
    Case(
      "a chart below values",
      ["values.yaml": "j: 1", "a/Chart.yaml": "{}", "a/values.yaml": "k: 1"],
      "/a", "j", ""),
    Case(
      "a second document", ["a.yaml": "k: 1\n---\nj: 2"], "/", "k", "1",
      listed: "a.yaml:2:1: not imported: the second document"),
    Case(
      "two files of a directory that set a key to other values",
      ["a.yaml": "m: {k: 1, l: 3}", "b.yaml": "m: {k: 2, l: 3, n: 4}\nj: 5"], "/", "m",
      #"{"k":1,"l":3,"n":4}"#,
      listed: "b.yaml:1:5: not imported: 'm.k', which another file of the directory sets"),
    Case(
      "a template in a text", ["a.yaml": "k: 1", "b/a.yaml": "k: 'a {{ x }}'"], "/b", "k",
      #""a {{ x }}""#),
    Case(
      "templates in values without a chart",
      ["values.yaml": "k: '{{ x }}'", "values-eu.yaml": "k: ['{{ y }}', '${{ z }}']"], "/eu", "k",
      #"["{{ y }}","${{ z }}"]"#),
    Case(
      "escaped surrogates, which Helm refuses",
      ["Chart.yaml": "name: c", "values.yaml": "k: 1", "values-eu.yaml": "k: \"\\ud83d\\ude00\""],
      "/", "k", "1", listed: "values-eu.yaml:1:5: not imported: the escape is not a Unicode"),
    Case(
      "a password that begins with a sign", ["a.yaml": "k: 1\npassword: !S3cr3t"], "/", "password",
      "", listed: "not imported: unsupported tag; write the value"),
    Case(
      "keys that are not text", ["a.yaml": "k: {1: a, '1': b, 2001-01-01: c, x: d}\ntrue: e"], "/",
      "k", #"{"1":"b","x":"d"}"#, listed: "a.yaml:1:8: not imported: a key that is not text"),
    Case(
      "keys that are not text in a chart",
      ["Chart.yaml": "name: c", "values.yaml": "k: {1: a, on: b, 1.5: c}"], "/", "k",
      #"{"1":"a","true":"b","1.5":"c"}"#),
    Case(
      "names that begin with '_'", ["_x.yaml": "k: 1", "a.yaml": "k: 2"], "/", "k", "2",
      listed: "_x.yaml: not imported: a name that begins with '_'"),
  ])
  func filesKeepTheirValues(one: Case) { one.check("import yaml . -o t -q") }

  @Test(.needs("puppet", "ruby"))
  func puppetFindsTheSameValues() throws {
    let scratch = Scratch()
    let tree = scratch.url.appending(path: "t").path
    var harness = Harness(in: Self.control)
    harness.environment["PATH"] = Programs.path
    let result = harness.run("import", "hiera", ".", "-o", tree, "--facts", "facts/*", "--verify")
    #expect(result.errors.contains("31 values equal, 0 values different\n"), "\(result)")
  }
}
