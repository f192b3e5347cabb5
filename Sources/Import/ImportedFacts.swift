import Cascade
import Files
import SystemCalls
import YAMLSource

/// The facts of hosts, as `facter --json`, `puppet facts` and PuppetDB print them.
package final class ImportedFacts {
  /// A fact in all hosts that have it.
  struct Fact {
    var isSet = false
    var isHostName: Bool
    var contradictsHost = false
    /// Whether a value cannot be inserted into a text.
    var isNoText = false
    /// The largest number of elements of a list.
    var elementCount = 0
  }

  /// The facts of each host by name.
  package private(set) var hosts: [[UInt8]: YAMLNode] = [:]
  package private(set) var findings: [Diagnostic] = []
  private var facts: [[[UInt8]]: Fact] = [:]

  package init() {}

  /// Reads the files that match a pattern such as `facts/*.json`.
  package init(_ pattern: [UInt8], from base: WorkingDirectory) throws(FileError) {
    let start = pattern.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let directory = start == 0 ? [UInt8(ascii: ".")] : Array(pattern[..<start])
    let folder = try Folder.root(directory, from: base)
    let names = folder.listing(Rules(patterns: [FilePattern(Array(pattern[start...]))])).files
    guard !names.isEmpty else { throw FileError(.given(pattern), .notFound) }
    let source = ImportSource(
      folder, .ruby, home: .facts, prefix: start == 0 ? [] : directory)
    for name in names {
      guard let file = try source.file(at: [name]) else { continue }
      let count = hosts.count
      add(file.root, host: name.withoutEnding)
      if hosts.count == count { file.refuse("the file contains no facts of another host") }
    }
    for host in hosts.keys where !host.isComponent || host.isHidden {
      throw FileError(.given(host), .notAName)
    }
    findings = source.findings
  }

  private func add(_ root: YAMLNode, host: [UInt8]) {
    for item in root.elements ?? [root] {
      let name = item["certname"]?.text ?? item["name"]?.text
      if let name, let values = item["values"] {
        // puppet facts
        hosts[name] = values
      } else if let name, let sets = item["facts"]?["data"]?.elements {
        // PuppetDB, factsets
        for fact in sets { add(fact, to: name) }
      } else if let name, item["value"] != nil {
        // PuppetDB, facts
        add(item, to: name)
      } else if item.members != nil {
        hosts[host] = item
      }
    }
  }

  private func add(_ fact: YAMLNode, to host: [UInt8]) {
    guard let name = fact["name"]?.text, let value = fact["value"] else { return }
    let members = hosts[host]?.members ?? []
    hosts[host] = YAMLNode(.mapping(members + [YAMLMember(name, value)]))
  }

  subscript(path: [[UInt8]]) -> Fact {
    if let known = facts[path] { return known }
    var fact = Fact(isHostName: !hosts.isEmpty)
    for (host, values) in hosts {
      let value = values.following(path)
      fact.isHostName = fact.isHostName && value?.text == host
      guard let value else { continue }
      fact.isSet = true
      fact.contradictsHost = fact.contradictsHost || value.text != host
      fact.isNoText = fact.isNoText || value.scalarText == nil
      fact.elementCount = max(fact.elementCount, value.elements?.count ?? 0)
    }
    facts[path] = fact
    return fact
  }
}
