import Cascade
import SafeText
import SystemCalls
import YAMLSource

/// What reclass answers for each node, compared with what heir computes.
extension ReclassImport {
  /// A node with its classes, lowest precedence first, and itself.
  struct Node {
    let entity: Entity
    let order: [Entity]
    /// Whether the values need not be compared.
    var isPlain = false

    var levels: [ReclassStatement] { order.compactMap(\.parameters) }
  }

  private func evaluation(
    of node: Node, nestedOfAll: [ObjectIdentifier: Set<[[UInt8]]>] = [:],
    in room: ReclassEvaluation.Room
  ) -> ReclassEvaluation {
    ReclassEvaluation(
      [addedParameters(of: node.entity)] + node.levels,
      exports: node.order.compactMap(\.exports), rules, nestedOfAll: nestedOfAll, in: room)
  }

  /// Removes the nodes that reclass refuses or may refuse; returns the others.
  mutating func removeRefused(
    _ entities: [Entity], hasOthers: Bool, _ findings: inout ReclassFindings
  ) -> [Node] {
    var kept: [Node] = []
    var room = ReclassEvaluation.Room(sourceSize: sourceSize)
    func refuse(_ words: String, _ statement: ReclassStatement, _ node: Node) {
      nodes.remove(node.entity.name)
      findings.add(words, statement, node: node.entity.name, isRefused: true)
    }
    var (twins, extended): ([[UInt8]: [ReclassStatement]], Set<ObjectIdentifier>) = ([:], [])
    var nested: [ObjectIdentifier: Set<[[UInt8]]>] = [:]
    var queries: [[UInt8]: ReclassStatement] = [:]
    for entity in entities {
      let lacksMapping = missingMappings.contains { $0(entity.name) }
      guard !lacksMapping, let order = lineage(of: entity) else {
        nodes.remove(entity.name)
        // It is not written, where its places would be listed.
        for place in entity.file.root.leftOut { entity.file.leaveOut(place.why, place.start) }
        continue
      }
      var node = Node(entity: entity, order: order)
      let evaluation = evaluation(of: node, in: room)
      twins[entity.name] = evaluation.twins
      extended.formUnion(evaluation.extendedTwins)
      do throws(ReclassEvaluation.Refusal) {
        try evaluation.run()
        node.isPlain = evaluation.isPlain
        kept.append(node)
        queries[entity.name] = evaluation.queries.first
      } catch { refuse(error.words, error.statement, node) }
      nested.merge(evaluation.nested) { $0.union($1) }
    }
    // reclass keeps what it merges with a key that one file sets twice from one node to the next.
    for node in kept {
      let twin = twins[node.entity.name]?.first { extended.contains(ObjectIdentifier($0)) }
      if let twin { refuse(ReclassEvaluation.twin, twin, node) }
    }
    room = ReclassEvaluation.Room(sourceSize: sourceSize)
    for node in nested.isEmpty ? [] : kept {
      do throws(ReclassEvaluation.Refusal) {
        try evaluation(of: node, nestedOfAll: nested, in: room).run()
      } catch { refuse(error.words, error.statement, node) }
    }
    // A query reads all nodes.
    if hasOthers || nodes.count < entities.count {
      for node in kept {
        guard nodes.contains(node.entity.name), let query = queries[node.entity.name] else {
          continue
        }
        refuse("an inventory query beside a node that is not imported", query, node)
      }
    }
    return kept.filter { nodes.contains($0.entity.name) }
  }

  /// Leaves out what differs from reclass in a node or has an error, until nothing else depends on it.
  mutating func leaveOutDifferences(in kept: [Node], _ findings: inout ReclassFindings) {
    var left: [[FileName]: Set<[[UInt8]]>] = [:]
    for node in kept {
      incomplete[node.entity.name] = Set(node.levels.flatMap(\.incompleteMembers))
    }
    // Ancestors first, because scopes share what is computed for them.
    let others = classes.values.map { (entity: $0, count: readableLineage(of: $0).entities.count) }
      .sorted { $0.entity.name.lexicographicallyPrecedes($1.entity.name) }
      .sorted { $0.count < $1.count }.map(\.entity)
    while true {
      let tree = PlannedTree(plan)
      let all = finals.isEmpty ? [] : others + kept.map(\.entity)
      let refused = all.flatMap { tree.refusedFinals(of: Scope($0.scope)) }
      // heir would report each as an error.
      var hadFinal = false
      for final in refused where plan.remove(.final, final.key, at: final.path) { hadFinal = true }
      if hadFinal { continue }
      var found: [[FileName]: Set<[[UInt8]]>] = [:]
      // How many nodes have each class, and in how many a key that it sets differs.
      var uses: [[FileName]: (all: Int, different: [[[UInt8]]: Int])] = [:]
      var errors: [(entity: Entity, key: [[UInt8]])] = []
      for entity in others {
        // What is missing in a class may come from a node.
        for failure in tree.failures(in: [Scope(entity.scope)])
        where !failure.error.isMissingValueOnly && left[entity.scope]?.contains(failure.key) != true
        {
          errors.append((entity, failure.key))
        }
      }
      let room = ReclassEvaluation.Room(sourceSize: sourceSize)
      let comparisons = kept.map { node -> ReclassComparison? in
        if node.isPlain {
          // The node may have too many classes.
          _ = try? tree.view(of: Scope(node.entity.scope))
          return nil
        }
        let evaluation = evaluation(of: node, in: room)
        try? evaluation.run()
        return ReclassComparison(
          node.levels, evaluation, tree.leaves(of: Scope(node.entity.scope)),
          leftOut: node.order.reduce(into: Set()) { $0.formUnion(left[$1.scope] ?? []) }, names)
      }
      // heir keeps a final key, also in an object that another one replaces.
      for (node, comparison) in zip(kept, comparisons) {
        for key in comparison?.differences.keys.map({ $0 }) ?? [] {
          for parent in node.order where finals.contains(parent.scope) {
            if plan.remove(.final, key, at: parent.scope + [ImportPlan.fileName]) {
              hadFinal = true
            }
          }
        }
      }
      if hadFinal { continue }
      for (node, comparison) in zip(kept, comparisons) {
        let differences = comparison?.differences ?? [:]
        for (key, difference) in differences {
          let isLeft = left[node.entity.scope]?.contains(key) == true
          let key = isLeft ? [key[0]] : key
          if left[node.entity.scope]?.contains(key) == true { continue }
          found[node.entity.scope, default: []].insert(key)
          incomplete[node.entity.name]?.insert(key[0])
          findings.add(difference.words, difference.statement, node: node.entity.name)
        }
        for parent in node.order {
          uses[parent.scope, default: (0, [:])].all += 1
          for key in differences.keys where parent.parameters?.sets(key) == true {
            uses[parent.scope]?.different[key, default: 0] += 1
          }
        }
      }
      if tree.exceedsLimits {
        kept.first?.entity.file.refuse("more than \(Lineage.most) scopes with the classes of this")
        return
      }
      // A value that differs in all nodes is left out in the class, where heir would evaluate it, too.
      for (scope, (count, different)) in uses {
        found[scope, default: []].formUnion(different.filter { $0.value == count }.keys)
      }
      for (entity, key) in errors where found[entity.scope, default: []].insert(key).inserted {
        let place = entity.file.root["parameters"]?.following(key) ?? entity.file.root
        let name = Printable.quoted(names.spelling(Key(key.map(names.intern))))
        if usedScopes.contains(entity.scope) {
          entity.file.leaveOut(
            "\(name), which has an error in this class without a node", place.start)
        } else {
          entity.file.note(
            "\(name) is left out of a class without nodes, where it has an error", place.start)
        }
      }
      found = found.filter { !$0.value.isEmpty }
      if found.isEmpty { return }
      for (scope, keys) in found {
        plan.leaveOut(Array(keys), at: scope + [ImportPlan.fileName])
        left[scope, default: []].formUnion(keys)
      }
    }
  }
}
