import Foundation
import JSONSource
import TestSupport
import Testing

@testable import HeirTool

/// Random hierarchies of Hiera: each host has Puppet's values, or the key is listed and has no value.
@Suite struct ImportHieraLawTests {
  @Test(.needs("puppet", "ruby"), .timeLimit(.minutes(60)))
  func everyHostHasTheValuesOfPuppet() throws {
    let seeds = Array(Seeds.upTo(4))
    let scratch = Scratch()
    let trees = seeds.map { RandomHierarchy(seed: UInt64($0), in: scratch.url) }
    for tree in trees {
      for (path, text) in tree.files { scratch.write("\(tree.name)/\(path)", Array(text.utf8)) }
    }
    let answers = try Self.answers(of: trees, in: scratch)
    var counts = (equal: 0, listed: 0)
    for tree in trees {
      let found = tree.differences(from: answers[tree.name] ?? [:], in: scratch, &counts)
      #expect(found.isEmpty, "\(tree.name): \(found.joined(separator: "\n"))\n\(tree.text)")
    }
    if Seeds.isLong { print("equal: \(counts.equal), listed: \(counts.listed)") }
    // Otherwise everything might be left out.
    #expect(counts.equal > 2 * counts.listed, "\(counts)")
  }

  /// Puppet's values by tree, host and key; one process for all trees. A failed lookup is a text.
  private static func answers(
    of trees: [RandomHierarchy], in scratch: Scratch
  ) throws -> [String: [String: Document]] {
    scratch.write("lookups.rb", Array(lookups.utf8))
    let asked = trees.map { tree in
      let nodes = tree.hosts.map { name, facts in
        "\(quoted(name)): \(facts)"
      }
      return "\(quoted(tree.name)): {\(nodes.joined(separator: ", "))}"
    }
    scratch.write("asked.json", Array("{\(asked.joined(separator: ", "))}".utf8))
    let result = try Program.run("ruby", ["lookups.rb", scratch.url.path], in: scratch.url)
    try #require(result.status == 0, "\(result.errors)")
    var answers: [String: [String: Document]] = [:]
    for line in result.output.utf8.split(separator: 0x0A) {
      let document = try Document(Source(Array(line)), names: NameTable())
      let words = (0..<2).map { index in
        document.element(index, of: 0).flatMap(document.string)
          .map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      answers[words[0], default: [:]][words[1]] = document
    }
    return answers
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: StringEscapes.quoted(Array(text.utf8)), as: UTF8.self)
  }

  private static let lookups = """
    require 'json'; require 'puppet'
    base = ARGV[0]
    Puppet.initialize_settings(['--confdir', base + '/conf', '--vardir', base + '/var',
      '--environmentpath', base, '--hiera_config', '/nonexistent', '--strict', 'off'])
    Puppet::Util::Log.close_all
    def plain(value)
      case value
      when Puppet::Pops::Types::PSensitiveType::Sensitive then plain(value.unwrap)
      when Hash then value.to_h { |k, v| [k, plain(v)] }
      when Array then value.map { |v| plain(v) }
      else value
      end
    end
    loader = Puppet::Environments::Directories.new(base, [])
    asked = JSON.parse(File.read('asked.json'))
    Puppet.override(environments: loader) do
      asked.each do |tree, nodes|
        keys = Dir["#{base}/#{tree}/**/*.{yaml,json}"].reject { |f| f =~ %r{/f/|hiera.yaml} }
          .flat_map { |f| (YAML.load_file(f) || {}).keys }.uniq.sort - ['lookup_options']
        nodes.each do |name, given|
          env = loader.get(tree)
          Puppet.override(current_environment: env) do
            trusted = given.delete('trusted') || {}
            facts = given.reject { |k, _| k == 'environment' }
            known = Puppet::Node::Facts.new(name, facts)
            node = Puppet::Node.new(name, environment: env, facts: known)
            node.merge(facts.merge('clientcert' => name))
            node.trusted_data = {'authenticated' => 'remote', 'certname' => name,
              'hostname' => name.split('.', 2)[0], 'domain' => name.split('.', 2)[1],
              'extensions' => {}}.merge(trusted)
            compiler = Puppet::Parser::Compiler.new(node)
            values = {}
            compiler.compile do |catalog|
              keys.each do |key|
                invocation = Puppet::Pops::Lookup::Invocation.new(compiler.topscope, {}, {}, nil)
                asked_key = key =~ /['".]/ ? "'#{key}'" : key
                value = Puppet::Pops::Lookup.lookup([asked_key], nil, nil, false, nil, invocation)
                values[key] = [plain(value)]
              rescue Puppet::DataBinding::LookupError => error
                values[key] = error.message unless error.message.include?('did not find a value')
              rescue StandardError => error
                values[key] = error.message
              end
              catalog
            end
            puts JSON.generate([tree, name, values])
          end
        end
      end
    end
    """
}

/// A control repository with the facts of its hosts.
private struct RandomHierarchy {
  let name: String
  private(set) var files: [(path: String, text: String)] = []
  /// The facts by host, as JSON.
  private(set) var hosts: [(name: String, facts: String)] = []
  private var random: SplitMix64
  private let base: String
  private var hasModules = false

  private static let keys = ["k0", "k1", "k2", "k3", "k4", "k5", "p::a", "p::b", "m1::x", "m1::y"]
  private static let values: [String: [String]] = [
    "role": ["web", "db", "common"], "site": ["eu", "us", "common"], "alias": ["web", "eu", "x"],
    "family": ["Debian", "RedHat"], "host": ["web1", "web2", "db1"],
    "fqdn": ["web1.example.org", "web2.example.org", "db1"], "team": ["ops", "dev", "web"],
    "env": ["production", "test"],
  ]
  /// Paths with the names of values in braces, and how Hiera spells these.
  private static let paths = [
    "nodes/{fqdn}.yaml", "nodes/{host}.yaml", "{site}/{role}.yaml", "role/{role}.yaml",
    "{site}.yaml", "site/{site}.yaml", "os/{family}.yaml", "{role}-{site}.yaml", "common.yaml",
    "other.yaml", "c/common.yaml", "role/{alias}.yaml", "role/{role}.json", "role.yaml",
    "{env}.yaml", "teams/{team}.yaml", "g/{role}/a.yaml", "g/{role}/b.yaml", "{alias}/x.yaml",
    "site/{site}/role/{role}.yaml", "nodes/{fqdn}/{role}.yaml", "r/{role}.yml",
  ]
  private static let spellings: [String: [String]] = [
    "role": ["role", "facts.role", "::role"], "site": ["facts.site", "site"],
    "alias": ["facts.alias"], "family": ["facts.os.family", "os.family"],
    "host": ["trusted.hostname", "facts.networking.hostname"],
    "fqdn": ["trusted.certname", "facts.fqdn", "fqdn", "clientcert"], "team": ["facts.teams.0"],
    "env": ["environment"],
  ]

  init(seed: UInt64, in directory: URL) {
    (name, random) = ("t\(seed)", SplitMix64(seed: seed))
    base = directory.appending(path: "t\(seed)").path
    hasModules = chance(0.3)
    addHosts()
    addHierarchy()
    addData()
  }

  var text: String {
    files.map { "--- \($0.path)\n\($0.text)" }.joined(separator: "\n")
  }

  private mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < part
  }
  private mutating func pick<Element>(_ all: [Element]) -> Element {
    all[Int.random(in: 0..<all.count, using: &random)]
  }

  // MARK: Hosts

  private mutating func addHosts() {
    let lacksDomain = chance(0.5)
    for (index, name) in ["web1.example.org", "web2.example.org", "db1"].enumerated() {
      if index > 0 && chance(0.3) { continue }
      let short = name.split(separator: ".")[0]
      var facts = [
        #""id": \#(index)"#,
        #""networking": {"hostname": "\#(short)", "fqdn": "\#(name)"}"#,
      ]
      if !chance(0.2) { facts.append(#""fqdn": "\#(name)""#) }
      if !chance(0.1) {
        facts.append(#""role": "\#(chance(0.07) ? "a/b" : pick(Self.values["role"]!))""#)
      }
      if !chance(0.1) { facts.append(#""site": "\#(pick(Self.values["site"]!))""#) }
      if !chance(0.3) { facts.append(#""alias": "\#(pick(Self.values["alias"]!))""#) }
      if !chance(0.2) { facts.append(#""os": {"family": "\#(pick(Self.values["family"]!))"}"#) }
      let teams = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        "\"\(pick(Self.values["team"]!))\""
      }
      facts.append(#""teams": [\#(teams.joined(separator: ", "))]"#)
      facts.append(
        #""number": \#(pick(["1", "2.5", "-0.5"])), "flag": \#(pick(["true", "false", "null"]))"#)
      facts.append(#""environment": "\#(self.name)""#)
      if lacksDomain && chance(0.2) {
        facts.append(#""trusted": {"extensions": {"pp_role": "web"}}"#)
      }
      let text = "{\(facts.joined(separator: ", "))}"
      hosts.append((name, text))
      files.append(("f/\(name).json", text))
    }
  }

  // MARK: Hierarchy

  private mutating func spelled(_ path: String) -> String {
    var text = path
    for (name, spellings) in Self.spellings.sorted(by: { $0.key < $1.key }) {
      text = text.replacingOccurrences(of: "{\(name)}", with: "%{\(pick(spellings))}")
    }
    return text
  }

  private mutating func levels(_ count: Int, datadirs: [String]) -> [String] {
    var levels = (0..<count).map { number -> String in
      let datadir = pick(datadirs)
      let place = datadir.isEmpty ? "" : ", datadir: '\(datadir)'"
      let location: String
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        location =
          "glob: '\(spelled(pick(["*.yaml", "os/*.yaml", "role/{role}.yaml", "g/{role}/*.yaml"])))'"
      case 1: location = "globs: ['\(spelled(pick(Self.paths)))', 'g/*.yaml']"
      case 2:
        location = pick([
          "mapped_paths: [facts.teams, t, 'teams/%{t}.yaml']",
          "mapped_paths: [teams, t, 'role/%{t}.yaml']",
          "mapped_paths: [facts.role, r, 'site/%{r}.yaml']",
        ])
      case 3, 4:
        let paths = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          "'\(spelled(pick(Self.paths)))'"
        }
        location = "paths: [\(paths.joined(separator: ", "))]"
      default: location = "path: '\(spelled(pick(Self.paths)))'"
      }
      return "{name: l\(number), \(location)\(place)}"
    }
    if chance(0.4) {
      levels.insert(
        "{name: hosts, path: '\(spelled(pick(["nodes/{fqdn}.yaml", "nodes/{host}.yaml"])))'}", at: 0
      )
    }
    if chance(0.7) { levels.append("{name: last, path: common.yaml}") }
    return levels
  }

  private mutating func addHierarchy() {
    let isAbsolute = chance(0.3)
    let first = isAbsolute ? base + "/data" : "data"
    let second = isAbsolute ? base + "/private/data" : "private/data"
    let datadirs = chance(0.3) ? ["", "", second] : [""]
    let count = Int.random(in: 1...5, using: &random)
    files.append(
      (
        "hiera.yaml",
        "version: 5\ndefaults: {datadir: '\(first)', data_hash: yaml_data}\nhierarchy:\n"
          + levels(count, datadirs: datadirs).map { "- \($0)\n" }.joined()
      ))
    if hasModules {
      files.append(("environment.conf", "modulepath = site-modules:modules\n"))
      files.append(
        (
          "site-modules/m1/hiera.yaml",
          "version: 5\nhierarchy:\n"
            + levels(Int.random(in: 0...2, using: &random), datadirs: [""]).map { "- \($0)\n" }
            .joined()
            + "- {name: end, path: other.yaml}\n"
        ))
    }
  }

  // MARK: Data

  private mutating func addData() {
    for (directory, isModule) in [
      ("data", false), ("private/data", false), ("site-modules/m1/data", true),
    ] {
      if isModule && !hasModules { continue }
      var known: Set<String> = []
      for path in Self.paths {
        for _ in 0..<2 where chance(isModule ? 0.4 : 0.6) {
          var path = path
          for (name, values) in Self.values.sorted(by: { $0.key < $1.key }) {
            path = path.replacingOccurrences(
              of: "{\(name)}", with: name == "env" ? self.name : pick(values))
          }
          if !known.insert(path).inserted { continue }
          let text =
            path.hasSuffix(".json")
            ? #"{"k0": \#(Int.random(in: 0...9, using: &random)), "k1": ["x"]}"#
            : dataFile(isModule: isModule)
          files.append(("\(directory)/\(path)", text))
        }
      }
    }
  }

  private mutating func dataFile(isModule: Bool) -> String {
    let keys = isModule ? ["m1::x", "m1::y"] : Self.keys
    var members: [String] = []
    for key in keys where chance(0.3) {
      members.append(
        "\(key == "k5" && chance(0.2) ? "'k.5'" : "'\(key)'"): \(value(shape: Int(key.utf8.last!) % 4))"
      )
    }
    if chance(0.3) {
      var options: [String] = []
      var names =
        isModule
        ? ["m1::x", "^m1::.*"]
        : Self.keys + [
          "^k.*", "^k[0-3]$", "^p::.*", "^k(0|1)", "^k(.*)", "^(.*)$", "^m1::x", "^p::(a|b)$",
          "^.*", "^k\\\\d",
        ]
      for _ in 0..<Int.random(in: 1...(isModule ? 2 : 3), using: &random) {
        let name = pick(names)
        names.removeAll { $0 == name }
        options.append("\"\(name)\": {\(option())}")
      }
      members.append("lookup_options: {\(options.joined(separator: ", "))}")
    }
    return "{\(members.joined(separator: ",\n "))}\n"
  }

  private mutating func option() -> String {
    let secret = chance(0.15) ? ", convert_to: Sensitive" : ""
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: return "merge: first" + secret
    case 2, 3: return "merge: unique" + secret
    case 4, 5: return "merge: hash" + secret
    case 6, 7: return "merge: deep" + secret
    case 8: return "merge: {strategy: deep, knockout_prefix: '--'}" + secret
    case 9:
      return
        "merge: {strategy: deep, \(pick(["merge_hash_arrays: true", "sort_merged_arrays: true"]))}"
    case 10: return "merge: {strategy: \(pick(["hash", "unique", "deep", "first"]))}" + secret
    default:
      return pick([
        "convert_to: Sensitive", "convert_to: [Array, true]", "merge: deep", "merge: none",
      ])
    }
  }

  private mutating func value(shape: Int, depth: Int = 0) -> String {
    let isOther = chance(0.06)
    switch isOther ? Int.random(in: 0..<4, using: &random) : shape {
    case 0: return scalar()
    case 1:
      let count = Int.random(in: 0...3, using: &random)
      return
        "[\((0..<count).map { _ in depth < 2 && chance(0.15) ? value(shape: pick([1, 2]), depth: depth + 1) : scalar(isElement: true) }.joined(separator: ", "))]"
    default:
      var names = ["a", "b", "c", "l", "o"]
      if chance(0.05) { names.append(pick(["\"%{role}\"", "$x", "'a.b'", "'--a'"])) }
      var members: [String] = []
      for name in names where chance(0.4) {
        let inner = name == "l" ? 1 : name == "o" && depth < 2 ? 2 : 0
        members.append("\(name): \(value(shape: inner, depth: depth + 1))")
      }
      return "{\(members.joined(separator: ", "))}"
    }
  }

  private mutating func scalar(isElement: Bool = false) -> String {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<20: return pick(["x", "y", "z", "1", "2", "true", "1.5"])
    case 20..<24:
      return "\"\(spelled(pick(["{role}", "a{site}b", "{fqdn}", "{host}:{env}", "{family}"])))\""
    case 24: return "\"%{facts.number}-%{flag}\""
    case 25, 26: return "\"a%{lookup('\(pick(Self.keys))')}b\""
    case 27: return "\"%{alias('\(pick(Self.keys))')}\""
    case 28:
      return pick([
        "\"%{lookup('k3.a')}\"", "\"%{hiera('k1.0')}\"", "\"%{lookup('k3.o.a')}\"",
        "\"%{alias('k3.l')}\"",
      ])
    case 29: return "\"%{literal('%')}{facts.role}\""
    case 30: return pick(["\"$x ${y} $$z\"", "\"50%\"", "\"%%{literal('{')}role}\""])
    case 31: return chance(0.5) ? "'ENC[PKCS7,abc]'" : "\"u:ENC[PKCS7,a]@ENC[PKCS7,b]\""
    case 32, 33: return isElement ? pick(["'--x'", "'--y'", "'--'"]) : chance(0.3) ? "'--x'" : "x"
    case 34: return "null"
    case 35:
      return pick([
        "\"%{unset}\"", "\"%{trusted.domain}\"", "\"%{trusted.extensions.pp_role}\"",
        "\"%{facts.teams}\"",
      ])
    case 36:
      return pick([
        "\"%{}\"", "\"%{'facts'.role}\"", "\"%{ facts.role }\"", "\"%{nope('x')}\"",
        "\"%{lookup('none')}\"",
      ])
    case 37: return "false"
    default: return "''"
    }
  }

  // MARK: Comparison

  /// What differs without a word.
  func differences(
    from answers: [String: Document], in scratch: Scratch, _ counts: inout (equal: Int, listed: Int)
  ) -> [String] {
    let directory = scratch.url.appending(path: name)
    var harness = Harness(in: directory)
    harness.environment["PATH"] = Programs.path
    // To ask Puppet again takes long.
    let verifies = Seeds.isLong || name.hasSuffix("0")
    let imported = harness.run(
      ["import", "hiera", ".", "-o", "t", "--facts", "f/*.json", "-q"]
        + (verifies ? ["--verify"] : []))
    if Seeds.isLong { print(imported.output) }
    guard imported.status < 2 else { return ["\(imported)"] }
    let listsParts = ["encrypted value", "variable of the server"]
      .contains(where: imported.output.contains)
    let check = harness.run("check", "--root", "t")
    var found = check.status == 2 ? ["check: \(check)"] : []
    // A verification finds no other difference.
    found += imported.output.split(separator: "\n").map(String.init).filter {
      !$0.contains(": not imported: ")
    }
    let tree = directory.appending(path: "t").path
    let paths = (FileManager.default.subpaths(atPath: tree) ?? []).filter {
      $0.hasSuffix("facts.jsonc")
    }
    for (host, facts) in hosts {
      let id = facts.split(separator: ",")[0].dropFirst()
      let path = paths.first { path in
        let text = FileManager.default.contents(atPath: "\(tree)/\(path)").map {
          String(decoding: $0, as: UTF8.self)
        }
        return text?.contains(id) == true
      }
      guard let path, let answer = answers[host], let values = answer.element(2, of: 0) else {
        found.append("\(host): no facts or no answer")
        continue
      }
      let scope = "/" + path.dropLast("/facts.jsonc".count)
      for member in answer.members(values) {
        let key = String(decoding: answer.names.bytes(of: member.name), as: UTF8.self)
        let own = harness.run(
          "get", scope, key.contains(".") ? "\"\(key)\"" : key, "--root", "t", "--json", "--reveal",
          "-q")
        let mine =
          own.output.isEmpty
          ? nil : try? Document(Source(Array(own.output.utf8)), names: answer.names)
        let theirs = answer.kind(member.value) == .array ? answer.element(0, of: member.value) : nil
        if own.status == 2 { found.append("\(scope) \(key): \(own.errors)") }
        if let mine, let theirs, mine.equal(0, answer, theirs, namesAreData: true) {
          counts.equal += 1
        } else if let mine, let theirs, listsParts,
          Self.isPart(mine, 0, of: answer, theirs)
        {
          counts.equal += 1
        } else if mine == nil,
          // Puppet also fails for a key that no file of the host sets.
          theirs == nil || listsParts || imported.output.contains("not imported: '\(key)'")
        {
          counts.listed += 1
        } else {
          var writer = JSONWriter(.compact)
          writer.value(answer, member.value, asWritten: true)
          found.append(
            "\(scope) \(key): \(own.output) not \(String(decoding: writer.take(), as: UTF8.self))")
        }
      }
      // A key that Puppet does not find has no value.
      let others = Self.keys.filter { key in
        !answer.members(values).contains { answer.names.bytes(of: $0.name).elementsEqual(key.utf8) }
      }
      for key in others {
        let own = harness.run("get", scope, key, "--root", "t", "--json", "-q")
        if own.status != 1 { found.append("\(scope) \(key): \(own) not absent") }
      }
    }
    if !found.isEmpty { found.append(imported.output) }
    return found
  }

  /// Whether a value is another without members that are left out.
  private static func isPart(
    _ one: Document, _ value: Int, of other: Document, _ whole: Int
  ) -> Bool {
    guard one.kind(value) == .object, other.kind(whole) == .object else {
      return one.equal(value, other, whole, namesAreData: true)
    }
    return one.members(value).allSatisfy { member in
      other.members(whole).contains {
        other.names.bytes(of: $0.name) == one.names.bytes(of: member.name)
          && isPart(one, member.value, of: other, $0.value)
      }
    }
  }
}
