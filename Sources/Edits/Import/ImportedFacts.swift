import Cascade
import SystemCalls
import Trees
import YAMLSource

/// The facts of hosts, as `facter --json`, `puppet facts` and PuppetDB print them.
package struct ImportedFacts {
  /// The facts of each host by name.
  package private(set) var hosts: [[UInt8]: YAMLNode] = [:]
  package private(set) var errors: [Diagnostic] = []

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
      if hosts.count == count {
        source.refuse("the file contains no facts of another host", at: file.place(0))
      }
    }
    for host in hosts.keys where !host.isComponent || host.isHidden {
      throw FileError(.given(host), .notAName)
    }
    errors = source.errors
  }

  private mutating func add(_ root: YAMLNode, host: [UInt8]) {
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

  private mutating func add(_ fact: YAMLNode, to host: [UInt8]) {
    guard let name = fact["name"]?.text, let value = fact["value"] else { return }
    let members = hosts[host]?.members ?? []
    hosts[host] = YAMLNode(.mapping(members + [YAMLMember(name, value)]))
  }

  /// The largest number of elements of a list in the facts of a host.
  func count(of path: [[UInt8]]) -> Int {
    hosts.values.map { $0.following(path)?.elements?.count ?? 0 }.max() ?? 0
  }

  /// Whether the fact is the name of every host.
  func nameHosts(by path: [[UInt8]]) -> Bool {
    !hosts.isEmpty && hosts.allSatisfy { $0.value.following(path)?.text == $0.key }
  }

  /// Whether the fact of a host differs from the name of the host.
  func contradictName(_ path: [[UInt8]]) -> Bool {
    hosts.contains { host, facts in facts.following(path).map { $0.text != host } ?? false }
  }

  func hasFact(_ path: [[UInt8]]) -> Bool { hosts.values.contains { $0.following(path) != nil } }

  /// Whether the fact of a host cannot be inserted into a text.
  func isNoText(_ path: [[UInt8]]) -> Bool {
    hosts.values.contains { $0.following(path).map { $0.scalarText == nil } ?? false }
  }
}
