import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

extension HieraImport {
  // MARK: Differences

  /// Compares each host with Puppet's answers, and leaves out the keys that differ; returns whether there are any.
  mutating func findDifferences() -> Bool {
    let tree = PlannedTree(plan)
    var found: [[UInt8]: Reason] = [:]
    var scopes: [[UInt8]: [FileName]] = [:]
    let all = options.keys
    let keys = all.filter { dropped[$0] == nil && !settled.contains($0) }
    let computed = Set(keys.filter(options.hasInterpolation))
    let (allKeys, isCompared) = (Set(all), Set(keys))
    // Without facts, a key is compared once for the hosts that read the same files for it.
    let needs = facts.hosts.isEmpty ? keys.map { options.needs(of: $0) } : []
    var origins: Set<[Int]> = []
    // By key, the hosts that have it or may have it.
    var counts: [[UInt8]: Int] = [:]
    for host in hosts {
      let scope = Scope(hostDirectory + [host.scope])
      let parents = parents { path in
        (try? path.names(for: host.host)).flatMap { $0.isWhole ? $0.names : nil }
      }
      tree.put(scope, parents: parents, facts: facts.hosts.isEmpty ? host.host.facts.ofFacts : nil)
      // The answers of all hosts together would take too much memory to be kept for the next round.
      let lookup = HieraLookup(
        host.host, host.levels, modules: host.modules, of: hierarchy, patterns)
      let asked: [[UInt8]]
      if facts.hosts.isEmpty {
        asked = keys.indices.filter {
          origins.insert([$0] + lookup.origin(of: needs[$0])).inserted
        }.map { keys[$0] }
      } else {
        let own = lookup.keys
        asked = own.union(tree.keys(of: scope)).intersection(isCompared).sorted {
          $0.lexicographicallyPrecedes($1)
        }
        // 'subtracting' would search for each of all keys.
        incomplete[host.scope, default: []].formUnion(own.filter { !allKeys.contains($0) })
      }
      let small = asked.filter { !lookup.isTooLarge($0) }
      let values = tree.values(
        of: scope, small, together: small.count == asked.count && asked.count > all.count / 4)
      for key in asked {
        if stopped[host.scope]?.contains(key) == true,
          case .success(nil) = values[key] ?? .success(nil)
        {
          continue
        }
        counts[key, default: 0] += 1
        guard let words = difference(key, values[key], lookup) else {
          if (try? lookup.value(of: key))?.leftOut.isEmpty == false {
            incomplete[host.scope, default: []].insert(key)
          }
          continue
        }
        if found[key] == nil {
          let own = host.files.lazy.compactMap { file in
            file.data.values[key].map { (file: file.data.file, start: $0.start) }
          }.first
          guard let place = own ?? options.place(of: key) else { continue }
          found[key] =
            unwritten[key] ?? Reason(words: words, file: place.file, start: place.start)
        }
        scopes[key, default: []].append(host.scope)
      }
    }
    var scopesToCheck = Set(tree.scopes)
    if facts.hosts.isEmpty {
      // The others are not written, and were compared.
      scopesToCheck.subtract(hosts.map { Scope(hostDirectory + [$0.scope]) })
      // A host without facts only inherits from levels without variables.
      let fixed = parents { HieraPath.fixed($0.names) }
      for host in otherHosts {
        let scope = Scope(hostDirectory + [host])
        tree.put(scope, parents: fixed)
        scopesToCheck.insert(scope)
      }
    }
    // What is left out changes no other value that neither looks up keys nor merges.
    for key in keys
    where !computed.contains(key) && found[key] == nil && options.strategy(of: key) == .first {
      settled.insert(key)
    }
    let failures = tree.failures(in: scopesToCheck)
    if tree.exceedsLimits {
      hierarchy.file.refuse(
        "hosts inherit from more than \(Lineage.most) scopes, with the directories of levels",
        hierarchy.file.root["hierarchy"]?.start ?? 0)
      return false
    }
    for (scope, path, _) in failures where found[path[0]] == nil && dropped[path[0]] == nil {
      let key = path[0]
      guard let place = options.place(of: key) else { continue }
      found[key] = Reason(
        words: "a computed value that has an error in \(Printable.string(scope.path))",
        file: place.file,
        start: place.start)
    }
    let lost = Set(dropped.keys).union(found.keys).union(partial.keys)
    // Made-up hosts are not all hosts.
    for key in facts.hosts.isEmpty ? computed : [] where found[key] == nil {
      if let other = options.lookups(in: key).first(where: { $0 != key && lost.contains($0) }),
        let place = options.place(of: key)
      {
        found[key] = Reason(
          words: "\(Printable.quoted(other)), which is not imported", file: place.file,
          start: place.start)
      }
    }
    for (key, reason) in found where Self.generalWords.contains(reason.words) {
      if let other = options.lookups(in: key).first(where: { $0 != key && lost.contains($0) }) {
        found[key]?.words = "\(Printable.quoted(other)), which is not imported"
      }
    }
    for (key, reason) in found {
      let reason = partial[key] ?? reason
      let differing = scopes[key] ?? []
      // A value that a scope has itself stays when it is stopped.
      let isStopped = differing.contains { stopped[$0]?.contains(key) == true }
      for scope in differing {
        stopped[scope, default: []].insert(key)
        incomplete[scope, default: []].insert(key)
      }
      partial[key] = reason
      partial[key]?.hostCount += differing.count
      let count = partial[key]?.hostCount ?? 0
      let isOfAll = differing.count == counts[key, default: 0] || count >= hosts.count
      if facts.hosts.isEmpty || isStopped || differing.isEmpty || isOfAll {
        dropped[key] = partial.removeValue(forKey: key)
      }
    }
    return !found.isEmpty
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
      let isLookup = options.strategy(of: key) == .first && options.hasInterpolation(key)
      let lost =
        isLookup && expected?.leftOut.isEmpty == false
        ? "a lookup of a value that is not imported" : nil
      switch own {
      case .success(let found): value = found
      case .failure: return lost ?? "a value that cannot be computed"
      case nil: value = nil
      }
      if value?.identity == expected?.withoutLeftOut?.identity { return nil }
      return lost
        ?? Self.generalWords[
          options.hasKnockouts(key)
            ? 0 : options.strategy(of: key) != .first ? 1 : options.hasInterpolation(key) ? 2 : 3]
    } catch {
      // Options may be refused for a key without a value.
      if case .success(nil) = own ?? .success(nil), !lookup.isSet(key) { return nil }
      return error.words
    }
  }
}

extension HieraImport {
  package var keys: [[UInt8]] { options.keys.filter { dropped[$0] == nil } }
  package var droppedCount: Int { dropped.count }
  package func isDropped(_ key: [UInt8]) -> Bool { dropped[key] != nil }

  /// Whether a part of the key's module is left out that may set it.
  package func isOfUnknownModule(_ key: [UInt8]) -> Bool {
    key.moduleName.map { name in
      !hierarchy.unknownModules.isDisjoint(with: [name, []])
        || hierarchy.modulesWithDefaults.contains(name)
    } == true
  }

  /// The directory on the server that is DIR, and the keys, as JSON on one line.
  package var question: [UInt8] {
    let base = (hierarchy.base ?? []).flatMap { [.slash] + $0 }
    let members = [YAMLMember("base", .text(base)), YAMLMember("keys", .list(keys))]
    return CommentedJSON.line(of: YAMLNode(.mapping(members)))
  }

  /// The certificate's name and the facts of each host by its scope, as JSON on one line.
  package var factsOfHosts: [FileName: [UInt8]] {
    let lines = hosts.map { host in
      let name = YAMLMember("certname", .text(host.host.name))
      let members = [name, YAMLMember("facts", host.host.facts)]
      return (host.scope, CommentedJSON.line(of: YAMLNode(.mapping(members))))
    }
    return Dictionary(lines, uniquingKeysWith: { $1 })
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
