extension ReferenceTree {
  /// A small tree for which the predicate still holds: greedily without this scope, that file, that member,
  /// as long as anything can be spared. Its `description` is made to be read.
  package func shrunk(while fails: (ReferenceTree) -> Bool) -> ReferenceTree {
    shrunkUnsound(while: { ReferenceOrder([$0]).isSound && fails($0) })
  }

  /// The same where scopes of the small tree may have no order of scopes.
  package func shrunkUnsound(while fails: (ReferenceTree) -> Bool) -> ReferenceTree {
    var smallest = self
    while let smaller = smallest.smaller.first(where: fails) { smallest = smaller }
    return smallest
  }

  /// Every tree that is this one less one thing, the largest cuts first.
  fileprivate var smaller: [ReferenceTree] {
    withoutAScope + withoutALevel + withoutAFile + withSmallerFiles
  }

  /// Less a scope with all below it.
  private var withoutAScope: [ReferenceTree] {
    paths.filter { !$0.isEmpty }.map { path in
      ReferenceTree(scopes.filter { !$0.path.starts(with: path) })
    }.filter { $0 != self }
  }

  /// Less a scope, with one of its children and all below that in its place.
  private var withoutALevel: [ReferenceTree] {
    paths.filter { !$0.isEmpty }.compactMap { child in
      let parent = Array(child.dropLast())
      let kept = scopes.filter { $0.path != parent }.map { scope in
        scope.path.starts(with: child)
          ? Scope(parent + scope.path.dropFirst(child.count), scope.files) : scope
      }
      let tree = ReferenceTree(kept)
      let isUnambiguous = Set(kept.map(\.path)).count == kept.count
      return isUnambiguous && tree.paths.count < paths.count ? tree : nil
    }
  }

  private var withoutAFile: [ReferenceTree] {
    scopes.indices.flatMap { index in
      scopes[index].files.indices.map { file in
        var tree = self
        tree.scopes[index].files.remove(at: file)
        return tree
      }
    }
  }

  private var withSmallerFiles: [ReferenceTree] {
    scopes.indices.flatMap { index in
      scopes[index].files.indices.flatMap { file in
        scopes[index].files[file].content.smallerObjects.map { content in
          var tree = self
          tree.scopes[index].files[file].content = content
          return tree
        }
      }
    }
  }
}

extension RandomTree {
  /// A small sample for which the predicate still holds, as `ReferenceTree.shrunk` makes a small tree.
  package static func shrunk(
    _ whole: ReferenceWhole, while fails: (ReferenceWhole) -> Bool
  ) -> ReferenceWhole {
    var smallest = whole
    while let smaller = smaller(smallest).first(where: {
      ReferenceOrder([$0.tree] + $0.overlays).isSound && fails($0)
    }) {
      smallest = smaller
    }
    return smallest
  }

  /// Every sample that is this one less one thing, the largest cuts first.
  private static func smaller(_ whole: ReferenceWhole) -> [ReferenceWhole] {
    let (tree, overlays, set) = whole
    var results: [ReferenceWhole] = []
    for index in overlays.indices {
      var fewer = overlays
      fewer.remove(at: index)
      results.append((tree, fewer, set))
    }
    for index in set.indices {
      var fewer = set
      fewer.remove(at: index)
      results.append((tree, overlays, fewer))
    }
    results += tree.smaller.map { ($0, overlays, set) }
    for index in overlays.indices {
      for overlay in overlays[index].smaller {
        var changed = overlays
        changed[index] = overlay
        results.append((tree, changed, set))
      }
    }
    for index in set.indices {
      for value in set[index].value.smaller(isDirective: false) {
        var changed = set
        changed[index].value = value
        results.append((tree, overlays, changed))
      }
    }
    return results
  }

  /// A line a file and a line a value of the command line, for the message of a test that failed.
  package static func description(of whole: ReferenceWhole) -> String {
    var lines = [whole.tree.description]
    for (index, overlay) in whole.overlays.enumerated() {
      lines += ["overlay \(index + 1):", overlay.description]
    }
    lines += whole.set.map { key, value in
      key.isEmpty
        ? "--values <<< \(value.compact)"
        : "--set \(ReferencePattern.spelled(key))=\(value.compact)"
    }
    return lines.joined(separator: "\n")
  }
}

extension PlainValue {
  /// The same object less one member, one element or one depth somewhere in it.
  fileprivate var smallerObjects: [PlainValue] {
    guard let members else { return [] }
    let isComputed = ReferenceWritten.isComputed(members)
    var results = members.indices.filter { !isComputed || members[$0].name.bytes.first != dollar }
      .map { index in
        var fewer = members
        fewer.remove(at: index)
        return PlainValue.object(fewer)
      }
    for index in members.indices {
      let name = members[index].name
      var values = members[index].value.smaller(
        isDirective: name.bytes.first == dollar && name.bytes.dropFirst().first != dollar)
      // The scope and the map of a reference keep their kind.
      if isComputed, name == "scope" { values = [] }
      if isComputed, name == "map" { values = values.filter { $0.members != nil } }
      for value in values {
        var changed = members
        changed[index].value = value
        results.append(.object(changed))
      }
    }
    return results
  }

  fileprivate func smaller(isDirective: Bool) -> [PlainValue] {
    switch self {
    case .object where !isDirective: [1] + smallerObjects
    case .object(let members): Self.smallerArguments(members)
    case .array(let elements):
      (isDirective ? [] : [1])
        + elements.indices.map { index in
          var fewer = elements
          fewer.remove(at: index)
          return .array(fewer)
        } + (isDirective ? [] : Self.smallerElements(elements))
    case _ where isDirective || self == 1: []
    default: [1]
    }
  }

  private static func smallerElements(_ elements: [PlainValue]) -> [PlainValue] {
    elements.indices.flatMap { index in
      elements[index].smaller(isDirective: false).map { value in
        var changed = elements
        changed[index] = value
        return PlainValue.array(changed)
      }
    }
  }

  /// The argument of a directive that says something of each of several keys: fewer keys, shorter lists.
  private static func smallerArguments(_ members: [PlainMember]) -> [PlainValue] {
    members.indices.flatMap { index in
      var fewer = members
      fewer.remove(at: index)
      guard case .array = members[index].value else { return [PlainValue.object(fewer)] }
      return [.object(fewer)]
        + members[index].value.smaller(isDirective: true).map { value in
          var changed = members
          changed[index].value = value
          return .object(changed)
        }
    }
  }
}

private let dollar = UInt8(ascii: "$")
