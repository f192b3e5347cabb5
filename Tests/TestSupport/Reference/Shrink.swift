import Testing

/// A sample of a law that can be made smaller.
package protocol LawSample: CustomStringConvertible {
  /// Samples that lack one part of this one, the largest parts first.
  var smaller: [Self] { get }
  /// Whether every scope has an order.
  var isSound: Bool { get }
}

extension LawSample {
  /// Records the problem of a sample, if it has one, with the smallest sample that has a problem.
  package func expectNone(
    seed: Int, sourceLocation: SourceLocation = #_sourceLocation, _ problem: (Self) -> String?
  ) -> Bool {
    guard problem(self) != nil else { return true }
    var small = self
    while let smaller = small.smaller.first(where: { $0.isSound && problem($0) != nil }) {
      small = smaller
    }
    Issue.record(
      "seed \(seed): \(problem(small) ?? "?")\n\(small)", sourceLocation: sourceLocation)
    return false
  }
}

extension ReferenceTree: LawSample {
  /// Alone it may be a tree of which scopes have no order.
  package var isSound: Bool { true }

  package var smaller: [ReferenceTree] {
    Cut.all(of: self).map { cut in
      var tree = self
      cut.apply(to: &tree)
      return tree
    }.filter { $0 != self }
  }
}

extension ReferenceWhole: LawSample {
  package var isSound: Bool { ReferenceOrder(trees).isSound }

  package var smaller: [ReferenceWhole] {
    func changed(_ change: (inout ReferenceWhole) -> Void) -> ReferenceWhole {
      var whole = self
      change(&whole)
      return whole
    }
    return overlays.indices.map { index in changed { $0.overlays.remove(at: index) } }
      + set.indices.map { index in changed { $0.set.remove(at: index) } }
      + trees.indices.flatMap { index in
        trees[index].smaller.map { tree in changed { $0.edit(index) { $0 = tree } } }
      }
      + set.indices.filter { set[$0].value != 1 }.map { index in
        changed { $0.set[index].value = $0.set[index].key.isEmpty ? [:] : 1 }
      }
  }

  /// A line for each file and each value of the command line.
  package var description: String {
    let more = overlays.enumerated().map { "overlay \($0 + 1):\n\($1)" }
    let values = set.map { key, value in
      key.isEmpty
        ? "--values <<< \(value.compact)"
        : "--set \(ReferencePattern.spelled(key))=\(value.compact)"
    }
    return ([tree.description] + more + values).joined(separator: "\n")
  }
}

extension ReferenceTimes: LawSample {
  /// Whether every scope of both times has an order.
  package var isSound: Bool {
    [before, after].allSatisfy { ReferenceOrder([$0] + overlays).isSound }
  }

  /// Without a part in both times or in one of them.
  package var smaller: [ReferenceTimes] {
    func changed(_ change: (inout ReferenceTimes) -> Void) -> ReferenceTimes {
      var times = self
      change(&times)
      return times
    }
    var found = layout == 0 ? [] : [changed { $0.layout = 0 }]
    found += overlays.indices.map { index in changed { $0.overlays.remove(at: index) } }
    var cuts = Cut.all(of: before)
    for cut in Cut.all(of: after) where !cuts.contains(cut) { cuts.append(cut) }
    for cut in cuts {
      let (first, second) = (
        changed { cut.apply(to: &$0.before) }, changed { cut.apply(to: &$0.after) }
      )
      found += [changed { ($0.before, $0.after) = (first.before, second.after) }]
        .filter { $0.before != before || $0.after != after }
      found += first.before != before && second.after != after ? [first, second] : []
    }
    return found
      + overlays.indices.flatMap { index in
        overlays[index].smaller.map { tree in changed { $0.overlays[index] = tree } }
      }
  }

  package var description: String {
    let more = overlays.enumerated().map { "overlay \($0 + 1):\n\($1)" }
    return (["before:\n\(before)", "after:\n\(after)"] + more).joined(separator: "\n")
  }
}

extension ReferenceRuled: LawSample {
  package var smaller: [ReferenceRuled] {
    func changed(_ change: (inout ReferenceRuled) -> Void) -> ReferenceRuled {
      var sample = self
      change(&sample)
      return sample
    }
    return rules.indices.flatMap { index in
      [changed { $0.rules.remove(at: index) }]
        + rules[index].templates.indices.map { template in
          changed { $0.rules[index].templates.remove(at: template) }
        }
    } + whole.smaller.filter(\.isSound).map { whole in changed { $0.whole = whole } }
  }

  package var description: String {
    "\(whole)\n.heir: \(ReferenceRule.settings(rules))facts: \(facts?.compact ?? "none")"
  }
}

/// A part to remove from a tree.
private enum Cut: Hashable {
  /// A scope with all below it.
  case scope([PlainName])
  /// A scope, in whose place one of its children comes with all below that.
  case level(child: [PlainName])
  case file([PlainName], PlainName)
  case member([PlainName], PlainName, PlainKey)
  case element([PlainName], PlainName, PlainKey, Int)
  /// A value becomes a number.
  case plain([PlainName], PlainName, PlainKey)

  static func all(of tree: ReferenceTree) -> [Cut] {
    let paths = tree.paths.filter { !$0.isEmpty }
    var cuts = paths.map { Cut.scope($0) } + paths.map { Cut.level(child: $0) }
    for scope in tree.scopes { cuts += scope.files.map { .file(scope.path, $0.name) } }
    for scope in tree.scopes {
      for file in scope.files {
        add(file.content, [], &cuts) { $0(scope.path, file.name) }
      }
    }
    return cuts
  }

  /// Adds the parts of a value under a key as it is spelled. The arguments of a directive keep their kinds, and so do
  /// the scope and the map of a reference.
  private static func add(
    _ value: PlainValue, _ key: PlainKey, keepsKind: Bool = false, _ cuts: inout [Cut],
    _ make: (([PlainName], PlainName) -> Cut) -> Cut
  ) {
    let directive = key.firstIndex(where: \.isDirective)
    switch value {
    case .object(let members) where directive.map { key.count == $0 + 1 } ?? true:
      let isComputed = ReferenceWritten.isComputed(members)
      let parts = members.filter { !isComputed || !$0.name.isDirective && $0.name != "scope" }
      cuts += parts.map { part in make { .member($0, $1, key + [part.name]) } }
      for part in parts {
        let isMap = isComputed && part.name == "map"
        add(part.value, key + [part.name], keepsKind: isMap, &cuts, make)
      }
    case .array(let elements):
      cuts += elements.indices.map { index in make { .element($0, $1, key, index) } }
    case .number: return
    default: break
    }
    if directive == nil, !keepsKind, !key.isEmpty { cuts.append(make { .plain($0, $1, key) }) }
  }

  func apply(to tree: inout ReferenceTree) {
    switch self {
    case .scope(let path): tree.scopes.removeAll { $0.path.starts(with: path) }
    case .level(let child):
      let (parent, old) = (Array(child.dropLast()), tree)
      tree.scopes = tree.scopes.filter { $0.path != parent }.map { scope in
        scope.path.starts(with: child)
          ? ReferenceTree.Scope(parent + scope.path.dropFirst(child.count), scope.files) : scope
      }
      let isUnambiguous = Set(tree.scopes.map(\.path)).count == tree.scopes.count
      if !isUnambiguous || tree.paths.count >= old.paths.count { tree = old }
    case .file(let path, let name):
      for index in tree.scopes.indices where tree.scopes[index].path == path {
        tree.scopes[index].files.removeAll { $0.name == name }
      }
    case .member(let path, let name, let key): edit(path, name, key, &tree) { _ in nil }
    case .element(let path, let name, let key, let index):
      edit(path, name, key, &tree) { value in
        guard case .array(var elements) = value, index < elements.count else { return value }
        elements.remove(at: index)
        return .array(elements)
      }
    case .plain(let path, let name, let key): edit(path, name, key, &tree) { _ in 1 }
    }
  }

  private func edit(
    _ path: [PlainName], _ name: PlainName, _ key: PlainKey, _ tree: inout ReferenceTree,
    _ change: (PlainValue) -> PlainValue?
  ) {
    for scope in tree.scopes.indices where tree.scopes[scope].path == path {
      for file in tree.scopes[scope].files.indices
      where tree.scopes[scope].files[file].name == name {
        tree.scopes[scope].files[file].content.edit(key[...], change)
      }
    }
  }
}

extension PlainName {
  /// Whether it is spelled as a directive.
  var isDirective: Bool { bytes.starts(with: [0x24]) && !bytes.starts(with: [0x24, 0x24]) }
}

extension PlainValue {
  /// Changes what is under a key as spelled in the file; nil removes it.
  fileprivate mutating func edit(
    _ key: ArraySlice<PlainName>, _ change: (PlainValue) -> PlainValue?
  ) {
    guard let name = key.first, case .object(var members) = self,
      let index = members.firstIndex(where: { $0.name == name })
    else {
      if key.isEmpty, let changed = change(self) { self = changed }
      return
    }
    if key.count > 1 {
      members[index].value.edit(key.dropFirst(), change)
    } else if let changed = change(members[index].value) {
      members[index].value = changed
    } else {
      members.remove(at: index)
    }
    self = .object(members)
  }
}
