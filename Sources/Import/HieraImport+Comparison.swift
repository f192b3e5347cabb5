import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

extension HieraImport {
  // MARK: Differences

  /// Compares each host with Puppet's answers, and drops keys that differ.
  mutating func findDifferences() {
    let tree = PlannedTree(plan)
    var found: [[UInt8]: Reason] = [:]
    let keys = options.keys.filter { dropped[$0] == nil }
    for host in hosts {
      let scope = Scope(hostDirectory + [host.scope])
      let parents = parents { path in
        path.names(for: host.host).flatMap { $0.isWhole ? $0.names : nil }
      }
      tree.put(scope, parents: parents, facts: facts.hosts.isEmpty ? host.host.facts : nil)
      let values = tree.values(of: scope, keys)
      // The answers of all hosts together would take too much memory to be kept for the next round.
      let lookup = HieraLookup(host.host, host.levels, modules: host.modules, patterns)
      for key in keys {
        guard let words = difference(key, values[key], lookup) else { continue }
        if found[key] == nil {
          let own = host.files.lazy.compactMap { file in
            file.data.values[key].map { (file: file.data.file, start: $0.start) }
          }.first
          guard let place = own ?? options.place(of: key) else { continue }
          found[key] = Reason(words: words, file: place.file, start: place.start)
        }
        found[key]?.hostCount += 1
      }
    }
    if facts.hosts.isEmpty {
      // A host without facts only inherits from levels without variables.
      let fixed = parents { HieraPath.fixed($0.names) }
      for host in otherHosts { tree.put(Scope(hostDirectory + [host]), parents: fixed) }
    }
    let failures = tree.failures(in: tree.scopes)
    if tree.exceedsLimits {
      return hierarchy.file.refuse(
        "hosts inherit from more than \(Lineage.most) scopes, with the directories of levels",
        hierarchy.file.root["hierarchy"]?.start ?? 0)
    }
    for (scope, path, _) in failures
    where found[path[0]] == nil && dropped[path[0]] == nil {
      let key = path[0]
      guard let place = options.place(of: key) else { continue }
      found[key] = Reason(
        words: "a computed value that has an error in \(Printable.string(scope.path))",
        file: place.file,
        start: place.start)
    }
    dropped.merge(found) { first, _ in first }
    for (key, reason) in found where Self.generalWords.contains(reason.words) {
      let others = options.lookups(in: key).filter { $0 != key && dropped[$0] != nil }
      if let other = others.first {
        dropped[key]?.words = "\(Printable.quoted(other)), which is not imported"
      }
    }
  }

  /// The scopes of levels that are parents by rule, nearest first.
  private func parents(_ names: (HieraPath) -> [FileName]?) -> [Scope] {
    hierarchy.paths.enumerated().compactMap { level, path in
      guard isTemplate(level), let names = names(path) else { return nil }
      return Scope(self.names(names, of: level) { $0 })
    }
  }

  static let generalWords = [
    "a knock-out that heir does not have", "a merge that heir does not have",
    "an interpolation that heir does not have", "the order of its levels",
  ]

  /// Why a value is not that of Puppet; nil if it is.
  func difference(
    _ key: [UInt8], _ own: Result<YAMLNode?, EvaluationError>?, _ lookup: HieraLookup
  ) -> String? {
    do throws(HieraLookup.Failure) {
      let expected = try lookup.value(of: key)
      let value: YAMLNode?
      switch own {
      case .success(let found): value = found
      case .failure: return "a value that cannot be computed"
      case nil: value = nil
      }
      if value?.identity == expected?.withoutLeftOut?.identity { return nil }
      return Self.generalWords[
        options.hasKnockouts(key)
          ? 0 : options.strategy(of: key) != .first ? 1 : options.hasInterpolation(key) ? 2 : 3]
    } catch { return error.words }
  }
}

extension HieraImport {
  package var keys: [[UInt8]] { options.keys.filter { dropped[$0] == nil } }
  package var droppedCount: Int { dropped.count }

  /// The hierarchies with absolute paths, the hosts by scope, and all keys, as JSON.
  package func question(from directory: [UInt8]) -> [UInt8] {
    let paths = Dictionary(grouping: hierarchy.paths, by: \.level)
    let levels = hierarchy.levels.enumerated().map { number, level in
      let own = paths[number] ?? []
      let isJSON = level.node["data_hash"]?.text?.elementsEqual("json_data".utf8) == true
      let location =
        level.node["mapped_paths"].map { YAMLMember("mapped_paths", $0) }
        ?? YAMLMember(own[0].isGlob ? "globs" : "paths", .list(own.map { $0.text() }))
      let node = YAMLNode(
        .mapping([
          YAMLMember("name", .text(String(number).utf8)),
          YAMLMember(
            "datadir", .text(directory + [UInt8(ascii: "/")] + level.directory.joinedPath)),
          YAMLMember("data_hash", .text((isJSON ? "json_data" : "yaml_data").utf8)), location,
        ]))
      return (module: own.first?.module, node: node)
    }
    func settings(of module: [UInt8]?) -> YAMLNode {
      let own = levels.filter { $0.module == module }.map(\.node)
      return YAMLNode(
        .mapping([
          YAMLMember("version", YAMLNode(.number([UInt8(ascii: "5")]))),
          YAMLMember("hierarchy", YAMLNode(.sequence(own))),
        ]))
    }
    let modules = Set(levels.compactMap(\.module)).sorted { $0.lexicographicallyPrecedes($1) }
      .map { YAMLMember($0, settings(of: $0)) }
    var nodes: [YAMLMember] = []
    for host in hosts where !facts.hosts.isEmpty {
      let node = [
        YAMLMember("certname", .text(host.host.name)), YAMLMember("facts", host.host.facts),
      ]
      nodes.append(YAMLMember(host.scope, YAMLNode(.mapping(node))))
    }
    return CommentedJSON.text(
      of: YAMLNode(
        .mapping([
          YAMLMember("hiera", settings(of: nil)),
          YAMLMember("modules", YAMLNode(.mapping(modules))),
          YAMLMember("nodes", YAMLNode(.mapping(nodes))),
          YAMLMember("keys", .list(keys)),
        ])))
  }
}

extension YAMLNode {
  /// The value without the nearest members of what is left out; nil if nothing remains.
  fileprivate var withoutLeftOut: YAMLNode? {
    switch content {
    case .leftOut: return nil
    case .sequence: return leftOut.isEmpty ? self : nil
    case .mapping(let members):
      return YAMLNode(
        .mapping(
          members.compactMap { member in
            member.value.withoutLeftOut.map { YAMLMember(member.name, $0) }
          }))
    default: return self
    }
  }
}
