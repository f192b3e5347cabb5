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
  /// The facts of hosts that PuppetDB gives one by one.
  private var single: [[UInt8]: MemberTable] = [:]
  private var refused: Set<[UInt8]> = []
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
      findings = [Diagnostic(.error, .settings, .foreign(problem), path: pattern, home: .facts)]
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
      add(file, host: name.withoutEnding)
    }
    hosts.merge(single.mapValues { YAMLNode(.mapping($0.members)) }) { first, _ in first }
    findings = source.findings
  }

  /// Adds the facts of the host of the file's name, or what programs print for several hosts.
  private func add(_ file: ImportSource.File, host: [UInt8]) {
    guard let items = file.root.elements else { return add(file.root, of: host, file) }
    if items.isEmpty { file.refuse("the file contains no facts", file.root.start) }
    for item in items { add(item, of: nil, file) }
  }

  private func add(_ item: YAMLNode, of host: [UInt8]?, _ file: ImportSource.File) {
    let named = item["certname"] ?? item["name"]
    let name = named?.text
    if let name, let named, let values = item["values"] {
      // puppet facts
      leaveOut(of: item, except: ["values", "timestamp", "expiration"], file)
      add(values, to: name, named.start, file)
    } else if let name, let named, let facts = item["facts"] {
      // PuppetDB, factsets and inventory
      leaveOut(of: item, except: Self.namesOfNodes, file)
      guard let members = facts.members else { return file.refuse(Self.noObject, facts.start) }
      var table = MemberTable([])
      if let data = facts["data"]?.elements,
        members.allSatisfy({ ["data", "href"].contains(String(decoding: $0.name, as: UTF8.self)) })
      {
        for fact in data { Self.add(fact, to: &table, file) }
      } else {
        table = MemberTable(members)
      }
      // A node's environment counts, beside a fact of that name.
      for given in ["environment", "trusted"] {
        guard let value = item[given] else { continue }
        table[YAMLMember(Array(given.utf8), value, start: value.start)] = value
      }
      add(YAMLNode(.mapping(table.members)), to: name, named.start, file)
    } else if let name, let named, item["certname"] != nil, item["name"] != nil,
      item["value"] != nil
    {
      // PuppetDB, facts
      leaveOut(of: item, except: ["value", "environment"], file)
      guard isHost(name, named.start, file, isGiven: hosts[name] != nil) else { return }
      Self.add(item, to: &single[name, default: MemberTable([])], file)
    } else if let host, item.members != nil {
      add(item, to: host, item.start, file)
    } else {
      file.refuse(Self.unknownForm, item.start)
    }
  }

  private static let unknownForm = "facts in a form that facter, puppet and PuppetDB do not print"
  private static let noObject = "the facts of a host must be an object"
  private static let namesOfNodes = [
    "facts", "trusted", "environment", "timestamp", "producer_timestamp", "producer", "hash",
    "resources", "package_inventory",
  ]

  private func leaveOut(of item: YAMLNode, except names: [String], _ file: ImportSource.File) {
    for member in item.members ?? [] {
      let name = String(decoding: member.name, as: UTF8.self)
      if !names.contains(name), !["certname", "name"].contains(name) {
        file.leaveOut(
          "\(Printable.quoted(member.name)), which is not among the facts", member.start)
      }
    }
  }

  /// Reports a host whose name no scope can have, or that has facts.
  private func isHost(
    _ name: [UInt8], _ start: Int, _ file: ImportSource.File, isGiven: Bool
  ) -> Bool {
    if isGiven {
      file.refuse("the facts of \(Printable.quoted(name)) are given twice", start)
    } else if !name.isScopeName, refused.insert(name).inserted {
      file.refuse("\(Printable.quoted(name)) cannot be the name of a scope", start)
    }
    return !isGiven && name.isScopeName
  }

  /// Adds all facts of a host.
  private func add(
    _ facts: YAMLNode, to host: [UInt8], _ start: Int, _ file: ImportSource.File
  ) {
    guard let members = facts.members else { return file.refuse(Self.noObject, facts.start) }
    guard isHost(host, start, file, isGiven: hosts[host] != nil || single[host] != nil) else {
      return
    }
    hosts[host] = facts
    for member in members { Self.check(member, file) }
  }

  /// Adds a fact as PuppetDB gives it.
  private static func add(
    _ fact: YAMLNode, to table: inout MemberTable, _ file: ImportSource.File
  ) {
    guard let name = fact["name"]?.text, let value = fact["value"] else {
      return file.refuse(unknownForm, fact.start)
    }
    let member = YAMLMember(name, value, start: fact.start)
    if table[member] != nil {
      file.refuse("the fact \(Printable.quoted(name)) of a host is given twice", fact.start)
    }
    table[member] = value
    check(member, file)
  }

  /// Lists what the names in the certificate replace.
  private static func check(_ member: YAMLMember, _ file: ImportSource.File) {
    guard member.name.elementsEqual("trusted".utf8), member.value.members == nil,
      !member.value.isNull
    else { return }
    file.leaveOut("'trusted', because it is not an object", member.start)
  }
}

extension FileName {
  /// Whether a directory with this name is a scope.
  var isScopeName: Bool { isComponent && !isHidden && isUTF8 && count <= 255 }
}

extension YAMLNode {
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
    var member = YAMLMember(name, inner)
    if name.allSatisfy(\.isDigit) { member.keyType = .integer }
    content = .mapping(members + [member])
  }
}
