import Cascade
import SafeText
import SystemCalls
import YAMLSource

/// What reclass answers beside what heir computes.
extension ReclassImport {
  /// Lists the values that differ from reclass, and returns their keys by scope; removes nodes that cannot be built.
  mutating func compare(
    _ entities: [Entity], hasOthers: Bool
  ) -> [[FileName]: [[[UInt8]]]] {
    var keys: [[FileName]: [[[UInt8]]]] = [:]
    var queries: [(query: ReclassStatement, entity: Entity)] = []
    // How many nodes have each class, and in how many a key that it sets differs.
    var uses: [[FileName]: (all: Int, different: [[[UInt8]]: Int])] = [:]
    var found: [Place: [ReclassNode.Reason: (file: ImportSource.File, nodes: [[UInt8]])]] = [:]
    func note(_ difference: ReclassNode.Difference, _ entity: Entity) {
      let (file, start) = (difference.statement.file, difference.statement.start)
      let place = Place(file, start)
      if found[place]?[difference.reason]?.nodes.last == entity.name { return }
      found[place, default: [:]][difference.reason, default: (file, [])].nodes.append(entity.name)
    }
    for entity in entities {
      let lacksMapping = missingMappings.contains { $0(entity.name) }
      guard !lacksMapping, let order = lineage(of: entity) else {
        nodes.remove(entity.name)
        // It is not written, where its places would be listed.
        for place in entity.file.root.leftOut { entity.file.leaveOut(place.why, place.start) }
        continue
      }
      var own = rules
      // The scope has the whole name.
      if entity.name.contains(Self.dot) { own.names.remove(ReclassNode.shortName) }
      let node = node(of: order, own, name: entity.name)
      if let query = node.query { queries.append((query, entity)) }
      let refused = node.differences.values.filter(\.reason.isRefused)
      for difference in refused { note(difference, entity) }
      if !refused.isEmpty {
        nodes.remove(entity.name)
        continue
      }
      keys[entity.scope] = Array(node.differences.keys)
      incomplete[entity.name] = Set(
        node.differences.keys.compactMap(\.first) + order.flatMap { $0.parameters?.leftOut ?? [] })
      for parent in order {
        uses[parent.scope, default: (0, [:])].all += 1
        for key in node.differences.keys where parent.parameters?.sets(key) == true {
          uses[parent.scope]?.different[key, default: 0] += 1
        }
      }
      for difference in node.differences.values { note(difference, entity) }
    }
    // A query reads all nodes.
    if hasOthers || nodes.count < entities.count {
      for (query, entity) in queries where nodes.remove(entity.name) != nil {
        note(
          ReclassNode.Difference(
            "an inventory query beside a node that is not imported", query, isRefused: true), entity
        )
      }
    }
    // A value that differs in all nodes is left out in the class, where heir would evaluate it, too.
    for (scope, (count, different)) in uses where keys[scope] == nil {
      keys[scope] = different.filter { $0.value == count }.map(\.key)
    }
    // heir evaluates classes without nodes, too. Those that no other class has contain all of them.
    let parents = Set(classes.values.flatMap(\.parents))
    let used = Set(uses.keys)
    usedScopes = used
    for entity in classes.values
    where !used.contains(entity.scope) && !parents.contains(entity.name) {
      let order = readableLineage(of: entity).entities
      let node = node(of: order, rules)
      for (key, difference) in node.differences {
        for parent in order
        where !used.contains(parent.scope) && parent.parameters?.sets(key) == true {
          keys[parent.scope, default: []].append(key)
          if parent.file.path != difference.statement.file.path { continue }
          parent.file.note(
            "\(difference.reason.words), so the value is left out of a class without nodes",
            difference.statement.start)
        }
      }
    }
    for (place, reasons) in found {
      // Findings at one place must not depend on hashes.
      for (reason, (file, nodes)) in reasons.sorted(by: { $0.key.words < $1.key.words }) {
        let others =
          nodes.count == 1 ? "" : " and \(Printable.count(nodes.count - 1, "other node"))"
        let names = Printable.quoted(nodes[0]) + others
        file.leaveOut(
          reason.isRefused
            ? "node \(names), which reclass refuses because of \(reason.words)"
            : "\(reason.words), for \(names)", place.start)
      }
    }
    return keys
  }

  private mutating func node(
    of order: [Entity], _ rules: ReclassNode.Rules, name: [UInt8]? = nil
  ) -> ReclassNode {
    let node = ReclassNode(order.compactMap(\.parameters), rules, name: name)
    brokenConstants.formUnion(node.brokenConstants.map { Place($0.file, $0.start) })
    return node
  }

  /// Leaves out values that have an error: heir checks classes, too.
  mutating func leaveOutErrors(in entities: [Entity]) {
    var isClean = false
    var known: Set<[[UInt8]]> = []
    // Ancestors first, because scopes share what is computed for them.
    let sorted = entities.map { (entity: $0, depth: readableLineage(of: $0).entities.count) }
      .sorted { $0.depth < $1.depth }.map(\.entity)
    // What is left out may be an error in another class.
    while !isClean {
      isClean = true
      let tree = PlannedTree(plan)
      var failures: [[FileName]: [(scope: Scope, key: [[UInt8]], error: EvaluationError)]] = [:]
      for entity in sorted {
        failures[entity.scope] = tree.failures(in: [Scope(entity.scope)])
        if tree.exceedsLimits {
          return entity.file.refuse("more than \(Lineage.most) scopes with the classes of this")
        }
      }
      for entity in entities {
        let isNode = entity.scope[0] == Self.nodeDirectory
        let failing = (failures[entity.scope] ?? [])
          // What is missing in a class may come from a node.
          .filter { isNode || !$0.error.isMissingValueOnly }.map(\.key)
        let keys = failing.filter { known.insert(entity.scope + [[]] + $0).inserted }
        // A final key cannot be stopped, and would have the error again.
        for other in keys.count < failing.count ? readableLineage(of: entity).entities : []
        where plan.remove(.final, at: other.scope + [ImportPlan.fileName]) { isClean = false }
        for key in keys {
          let place = entity.file.root["parameters"]?.following(key) ?? entity.file.root
          let name = Printable.quoted(names.spelling(Key(key.map(names.intern))))
          if usedScopes.contains(entity.scope) {
            entity.file.leaveOut(
              "\(name), which has an error in this \(isNode ? "node" : "class without a node")",
              place.start)
          } else {
            entity.file.note(
              "\(name) is left out of a class without nodes, where it has an error", place.start)
          }
        }
        plan.leaveOut(keys, at: entity.scope + [ImportPlan.fileName])
        if isNode { incomplete[entity.name]?.formUnion(keys.compactMap(\.first)) }
        if !keys.isEmpty { isClean = false }
      }
      if isClean { break }
    }
  }
}
