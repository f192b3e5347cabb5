import Cascade
import JSONSource

/// Finds values that all children of a scope set alike and the scope does not set. Values with directives stay in the
/// children.
package final class HoistFinder: ScopeVisitor {
  private struct OpenScope {
    let visited: VisitedScope
    let leaves: [[Name]: Definition]
    /// Values that all children so far set alike; nil before the first child.
    var common: [[Name]: [(scope: Scope, value: Definition)]]?
    var childCount = 0
    var isWhole: Bool

    var view: View { visited.view }

    mutating func keepCommon(_ leaves: [[Name]: Definition], of scope: Scope) {
      // An array, because the dictionary would be copied at the first change.
      guard let keys = common.map({ Array($0.keys) }) else {
        common = leaves.mapValues { [(scope, $0)] }
        return
      }
      for key in keys {
        if let value = leaves[key], let first = common?[key]?.first?.value,
          first.document.isSpelled(first.node, like: value.document, value.node)
        {
          common?[key]?.append((scope, value))
        } else {
          common?[key] = nil
        }
      }
    }
  }

  private let names: NameTable
  private var open: [OpenScope] = []
  package private(set) var steps: [Cleanup] = []

  package init(_ names: NameTable) { self.names = names }

  package func enter(_ visited: VisitedScope) {
    let missing = visited.levels.flatMap { $0.openInclusions(along: Key()) }
    var leaves: [[Name]: Definition] = [:]
    if visited.isAsked {
      visited.levels[0].statements.collect([], &leaves)
      leaves = leaves.withoutComments
    }
    open.append(
      OpenScope(
        visited: visited, leaves: leaves,
        isWhole: visited.reading.isWhole && missing.isEmpty && visited.reading.childProblems.isEmpty
      ))
  }

  package func miss(_ problem: Diagnostic) { open[open.count - 1].isWhole = false }

  package func leave() {
    let scope = open.removeLast()
    find(in: scope)
    guard !open.isEmpty else { return }
    let above = open.count - 1
    open[above].childCount += 1
    // A value that is secret only below would be revealed above.
    let masks = (scope.view.secrets, open[above].view.secrets)
    let leaves =
      masks.0.isNone
      ? scope.leaves
      : scope.leaves.filter { key, _ in
        let isSecret = key.reduce(masks.0) { $0.descending($1) }.isSecret
        return !isSecret || key.reduce(masks.1) { $0.descending($1) }.isSecret
      }
    if !scope.isWhole { open[above].isWhole = false }
    open[above].keepCommon(leaves, of: scope.view.scope)
  }

  private func find(in scope: OpenScope) {
    guard scope.visited.isAsked, scope.isWhole, scope.childCount > 1, let common = scope.common
    else {
      return
    }
    let position = scope.view.lineage.own[0].position
    // Sorted by place in the first child's files.
    let found = common.compactMap { key, written in
      written.first.map { (key: Key(key), written: written, first: $0.value) }
    }.sorted { one, other in
      let (path, otherPath) = (one.first.file.file.path, other.first.file.file.path)
      if path != otherPath { return path.lexicographicallyPrecedes(otherPath) }
      return one.first.node < other.first.node
    }
    var steps: [Cleanup] = []
    for (key, written, first) in found {
      // Skips keys that the scope already sets or mentions.
      if let node = scope.view.node(key), node.isLive || node.isMentioned { continue }
      let nonObjects = scope.view.nonObjects(around: key, at: position)
      if nonObjects.contains(where: { _ in true }) { continue }
      guard
        let value = try? Document(Source(Array(first.document.spelling(first.node))), names: names)
      else { continue }
      steps.append(
        Cleanup(
          hoisting: written, key, to: scope.view.lineage.own[0].level, value, names))
    }
    self.steps += steps.withoutCommentLoss
  }
}

extension View {
  fileprivate var secrets: Mask {
    Mask(top: PatternCursor(lineage.levels(concerning: .secret), .secret))
  }
}

extension [Cleanup] {
  /// The steps that remove no object with comments: hoisting would lose the comments.
  fileprivate var withoutCommentLoss: Self {
    var files: [ObjectIdentifier: (document: Document, items: Set<Int>)] = [:]
    for item in flatMap(\.items) {
      let document = item.file.document
      files[ObjectIdentifier(document), default: (document, [])].items.insert(item.index)
    }
    let losing = files.mapValues { DocumentEditor($0.document).removingComments(items: $0.items) }
    return filter { step in
      !step.items.contains {
        losing[ObjectIdentifier($0.file.document)]?.contains($0.index) ?? false
      }
    }
  }
}

extension [[Name]: Definition] {
  /// The values without comments attached: hoisting would lose the comments.
  fileprivate var withoutComments: Self {
    var commented: [ObjectIdentifier: Set<Int>] = [:]
    return filter { _, value in
      if value.document.isStrict { return true }
      let id = ObjectIdentifier(value.document)
      let items = commented[id] ?? value.document.commentedItems
      commented[id] = items
      return !items.contains(value.node - 1)
    }
  }
}

extension StatementTree {
  /// Collects leaves, unless a marker names them or an object around them.
  fileprivate func collect(_ path: [Name], _ leaves: inout [[Name]: Definition]) {
    if isWide() || !markers.isEmpty { return }
    switch own {
    case .nothing: return
    case .leaf(let value):
      // An included value, or a value that depends on its file, cannot move.
      guard value.file.file.includedFrom == nil, !value.dependsOnItsPlace, !path.isEmpty else {
        return
      }
      leaves[path] = value
    case .object:
      for name in Set(mentions) { member(name)?.collect(path + [name], &leaves) }
    }
  }
}
