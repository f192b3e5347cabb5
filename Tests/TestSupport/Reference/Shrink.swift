extension ReferenceTree {
  /// A small tree for which the predicate still holds: greedily without this scope, that file, that member,
  /// as long as anything can be spared. Its `description` is made to be read.
  package func shrunk(while fails: (ReferenceTree) -> Bool) -> ReferenceTree {
    var smallest = self
    while let smaller = smallest.smaller.first(where: fails) { smallest = smaller }
    return smallest
  }

  /// Every tree that is this one less one thing, the largest cuts first.
  private var smaller: [ReferenceTree] {
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

extension PlainValue {
  /// The same object less one member, one element or one depth somewhere in it.
  fileprivate var smallerObjects: [PlainValue] {
    guard let members else { return [] }
    var results = members.indices.map { index in
      var fewer = members
      fewer.remove(at: index)
      return PlainValue.object(fewer)
    }
    for index in members.indices {
      let isDirective =
        members[index].name.bytes.first == UInt8(ascii: "$")
        && members[index].name.bytes.dropFirst().first != UInt8(ascii: "$")
      for value in members[index].value.smaller(isDirective: isDirective) {
        var changed = members
        changed[index].value = value
        results.append(.object(changed))
      }
    }
    return results
  }

  private func smaller(isDirective: Bool) -> [PlainValue] {
    switch self {
    case .object where !isDirective: [1] + smallerObjects
    case .array(let elements):
      (isDirective ? [] : [1])
        + elements.indices.map { index in
          var fewer = elements
          fewer.remove(at: index)
          return .array(fewer)
        }
    case _ where isDirective || self == 1: []
    default: [1]
    }
  }
}
