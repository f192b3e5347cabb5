/// Two snapshots of a tree, with common overlays.
package struct ReferenceTimes: Sendable {
  package var before: ReferenceTree
  package var after: ReferenceTree
  package var overlays: [ReferenceTree]
  /// Whether there are fragments and texts in it, of which the naive resolver knows nothing.
  package var hasParts = false
  /// Which files are laid out otherwise in the second time, as bits.
  package var layout: UInt64 = 0

  package init(before: ReferenceTree, after: ReferenceTree, overlays: [ReferenceTree] = []) {
    (self.before, self.after, self.overlays) = (before, after, overlays)
  }

  /// The files of the second time, some of them on one line.
  package var renderedAfter: [(path: String, text: String)] {
    let contents = after.paths.flatMap { after.files(in: $0) }.map(\.content)
    return zip(after.rendered, contents).enumerated().map { index, file in
      guard layout >> (UInt64(index) % 64) & 1 == 1, file.0.path.hasSuffix(".json") else {
        return file.0
      }
      return (file.0.path, "\n \(file.1.compact)")
    }
  }
}

extension ReferenceTimes: CustomStringConvertible {
  /// For the message of a test that failed.
  package var description: String {
    var lines = ["before:", before.description, "after:", after.description]
    for (index, overlay) in overlays.enumerated() {
      lines += ["overlay \(index + 1):", overlay.description]
    }
    return lines.joined(separator: "\n")
  }
}

// MARK: Making it small

extension ReferenceTimes {
  /// Small times for which the predicate still holds: greedily without a scope, a file, a member, in both
  /// or in one of them.
  package func shrunk(while fails: (ReferenceTimes) -> Bool) -> ReferenceTimes {
    var smallest = self
    while let smaller = smallest.smaller.first(where: { $0.isSound && fails($0) }) {
      smallest = smaller
    }
    return smallest
  }

  /// Whether every scope of both times has an order.
  package var isSound: Bool {
    [before, after].allSatisfy { ReferenceOrder([$0] + overlays).isSound }
  }

  private var smaller: [ReferenceTimes] {
    var found: [ReferenceTimes] = []
    if layout != 0 {
      var plain = self
      plain.layout = 0
      found.append(plain)
    }
    for index in overlays.indices {
      var fewer = self
      fewer.overlays.remove(at: index)
      found.append(fewer)
    }
    var cuts = Cut.all(of: before)
    for cut in Cut.all(of: after) where !cuts.contains(cut) { cuts.append(cut) }
    for cut in cuts {
      for (first, second) in [(true, true), (true, false), (false, true)] {
        var cutTimes = self
        if first { cut.apply(to: &cutTimes.before) }
        if second { cut.apply(to: &cutTimes.after) }
        if cutTimes.before != before || cutTimes.after != after { found.append(cutTimes) }
      }
    }
    for index in overlays.indices {
      for cut in Cut.all(of: overlays[index]) {
        var cutTimes = self
        cut.apply(to: &cutTimes.overlays[index])
        if cutTimes.overlays != overlays { found.append(cutTimes) }
      }
    }
    return found
  }
}

/// A part to remove from a tree.
private enum Cut: Hashable {
  case scope([PlainName])
  case file([PlainName], PlainName)
  case member([PlainName], PlainName, PlainKey)
  case element([PlainName], PlainName, PlainKey, Int)
  /// A value becomes a number.
  case plain([PlainName], PlainName, PlainKey)

  static func all(of tree: ReferenceTree) -> [Cut] {
    var cuts: [Cut] = tree.paths.filter { !$0.isEmpty }.map { .scope($0) }
    for scope in tree.scopes {
      for file in scope.files { cuts.append(.file(scope.path, file.name)) }
    }
    for scope in tree.scopes {
      for file in scope.files { add(file.content, [], scope.path, file.name, &cuts) }
    }
    return cuts
  }

  private static func add(
    _ value: PlainValue, _ key: PlainKey, _ scope: [PlainName], _ file: PlainName,
    _ cuts: inout [Cut]
  ) {
    let isDirective = key.contains { $0.bytes.first == dollar }
    switch value {
    case .object(let members):
      for member in members { cuts.append(.member(scope, file, key + [member.name])) }
      for member in members { add(member.value, key + [member.name], scope, file, &cuts) }
    case .array(let elements):
      for index in elements.indices { cuts.append(.element(scope, file, key, index)) }
    case .number: return
    default: break
    }
    if !isDirective && !key.isEmpty { cuts.append(.plain(scope, file, key)) }
  }

  func apply(to tree: inout ReferenceTree) {
    switch self {
    case .scope(let path):
      tree.scopes.removeAll { $0.path.starts(with: path) }
    case .file(let path, let name):
      edit(path, &tree) { files in files.removeAll { $0.name == name } }
    case .member(let path, let name, let key):
      content(path, name, &tree) { $0.edit(key[...]) { _ in nil } }
    case .element(let path, let name, let key, let index):
      content(path, name, &tree) { content in
        content.edit(key[...]) { value in
          guard case .array(var elements) = value, index < elements.count else { return value }
          elements.remove(at: index)
          return .array(elements)
        }
      }
    case .plain(let path, let name, let key):
      content(path, name, &tree) { $0.edit(key[...]) { _ in 1 } }
    }
  }

  private func edit(
    _ path: [PlainName], _ tree: inout ReferenceTree,
    _ change: (inout [ReferenceTree.File]) -> Void
  ) {
    for index in tree.scopes.indices where tree.scopes[index].path == path {
      change(&tree.scopes[index].files)
    }
  }

  private func content(
    _ path: [PlainName], _ name: PlainName, _ tree: inout ReferenceTree,
    _ change: (inout PlainValue) -> Void
  ) {
    edit(path, &tree) { files in
      for index in files.indices where files[index].name == name { change(&files[index].content) }
    }
  }
}

extension PlainValue {
  /// Changes what stands under a key as spelled in the file; nil takes it out.
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

private let dollar = UInt8(ascii: "$")
