import Cascade
import Files
import SafeText
import SystemCalls
import YAMLSource

/// The facts of hosts, as `facter --json`, `puppet facts` and PuppetDB print them.
package final class ImportedFacts {
  /// The facts of each host by name.
  package private(set) var hosts: [[UInt8]: YAMLNode] = [:]
  package private(set) var findings: [Diagnostic] = []
  /// The hosts with their facts, in byte order; one without facts if none are given.
  private(set) lazy var judged =
    hosts.isEmpty
    ? [HieraHost(name: Array("host".utf8), facts: YAMLNode(.mapping([])))]
    : hosts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { HieraHost(name: $0, facts: $1.addingCertificate(of: $0), isMadeUp: false) }

  package init() {}

  /// Reads the files that match a pattern such as `facts/*.json`.
  package init(_ pattern: [UInt8], from base: WorkingDirectory) throws(FileError) {
    let start = pattern.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let directory = start == 0 ? [UInt8(ascii: ".")] : Array(pattern[..<start])
    let file = FilePattern(Array(pattern[start...]))
    func refuse(_ words: String) {
      let problem = TextProblem(words: words + "; give a pattern such as 'facts/*.json'")
      findings = [Diagnostic(.error, .settings, .foreign(problem), path: pattern)]
    }
    if directory.contains(UInt8(ascii: "*")) || FilePattern(directory).isForeign || file.isForeign {
      refuse("only '*' in the name of a file is known")
      return
    }
    let folder = try Folder.root(directory, from: base)
    let listing = folder.listing(Rules(patterns: [file]))
    // A shell's pattern matches names that begin with '_', too.
    let others = folder.entries.map(\.name).filter {
      $0.first == UInt8(ascii: "_") && file.matches($0)
    }
    let names = others + listing.files
    if names.isEmpty, start == pattern.count || listing.folders.contains(file.text) {
      refuse("this is a directory")
      return
    }
    if names.isEmpty, let problem = listing.problems.first { throw problem.error }
    guard !names.isEmpty else { throw FileError(.given(pattern), .notFound) }
    let source = ImportSource(
      folder, .ruby, home: .facts, prefix: start == 0 ? [] : directory)
    try source.report(listing.problems, in: [])
    for name in names {
      guard var file = try source.file(at: [name]) else { continue }
      file.root.spellNumbersInRuby()
      let count = hosts.count
      add(file, host: name.withoutEnding)
      if hosts.count == count { file.refuse("the file contains no facts of another host") }
    }
    findings = source.findings
  }

  private func add(_ file: ImportSource.File, host: [UInt8]) {
    var refused: Set<[UInt8]> = []
    for item in file.root.elements ?? [file.root] {
      let named = item["certname"] ?? item["name"]
      let name = named?.text
      if let name, let values = item["values"] {
        // puppet facts
        hosts[name] = values
      } else if let name, let facts = item["facts"], facts.members != nil {
        // PuppetDB, factsets and inventory
        let sets = facts["data"]?.elements ?? (facts.members ?? []).map { .fact($0.name, $0.value) }
        hosts[name] = hosts[name] ?? YAMLNode(.mapping([]))
        for fact in sets { add(fact, to: name) }
        for given in ["environment", "trusted"] {
          item[given].map { add(.fact(Array(given.utf8), $0), to: name) }
        }
      } else if let name, item["value"] != nil {
        // PuppetDB, facts
        add(item, to: name)
      } else if item.members != nil {
        hosts[host] = item
      }
      for (name, start) in [(name ?? host, named?.start ?? 0), (host, item.start)]
      where hosts[name] != nil && (!name.isComponent || name.isHidden)
        && refused.insert(name).inserted
      {
        file.refuse("\(Printable.quoted(name)) cannot be the name of a scope", start)
      }
    }
  }

  private func add(_ fact: YAMLNode, to host: [UInt8]) {
    guard let name = fact["name"]?.text, let value = fact["value"] else { return }
    // The last of two counts, as a node's environment beside a fact of that name.
    let members = (hosts[host]?.members ?? []).filter { $0.name != name }
    hosts[host] = YAMLNode(.mapping(members + [YAMLMember(name, value)]))
  }
}

extension YAMLNode {
  fileprivate static func fact(_ name: [UInt8], _ value: YAMLNode) -> YAMLNode {
    YAMLNode(.mapping([YAMLMember("name", .text(name)), YAMLMember("value", value)]))
  }

  /// The facts with what Puppet knows from the name in a certificate.
  func addingCertificate(of name: [UInt8]) -> YAMLNode {
    let dot = name.firstIndex(of: UInt8(ascii: "."))
    let domain = dot.map { YAMLNode.text(name[($0 + 1)...]) } ?? YAMLNode(.null)
    let given = self["trusted"]?.members ?? []
    let derived = [
      YAMLMember("certname", .text(name)),
      YAMLMember("hostname", .text(name[..<(dot ?? name.count)])),
      YAMLMember("domain", domain),
    ].filter { member in !given.contains { $0.name == member.name } }
    let others = (members ?? []).filter { !$0.name.elementsEqual("trusted".utf8) }
    // Puppet adds this fact to those of each host.
    let own = self["clientcert"] == nil ? [YAMLMember("clientcert", .text(name))] : []
    return YAMLNode(
      .mapping(others + own + [YAMLMember("trusted", YAMLNode(.mapping(given + derived)))]))
  }
}

extension YAMLNode {
  /// Sets a text at a path of names.
  mutating func set(_ text: [UInt8], at path: ArraySlice<[UInt8]>) {
    guard let name = path.first else {
      content = .text(text)
      return
    }
    var members = members ?? []
    var inner = members.first { $0.name == name }?.value ?? YAMLNode(.mapping([]))
    inner.set(text, at: path.dropFirst())
    members.removeAll { $0.name == name }
    content = .mapping(members + [YAMLMember(name, inner)])
  }
}
