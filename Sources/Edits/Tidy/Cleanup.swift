import Answers
import Cascade
import JSONSource

/// A removal, or a move of a value into the parent scope, that changes no effective value.
package struct Cleanup {
  /// The directive to remove; nil for a value.
  package let directive: Directive?
  /// The level and value of a move; nil for a removal.
  package let destination: (level: Level, value: Document)?
  package let key: [UInt8]
  let names: [Name]
  package let items: [Item]

  /// A member or element in a file of the root's tree.
  package struct Item {
    package let scope: Scope
    package let file: PropertyFile
    let index: Int

    var range: ByteRange {
      let document = file.document
      let isMember = document.isName(index)
      return ByteRange(
        document.range(index).start, document.range(isMember ? index + 1 : index).end)
    }
  }

  /// The text of the value; nil for a directive.
  package var spelling: ArraySlice<UInt8>? {
    guard directive == nil, let item = items.first else { return nil }
    return item.file.document.spelling(item.index + 1)
  }

  package var target: Scope? { destination?.level.scope }

  /// Identifies the step even if lines shift.
  package var id: ID {
    let path = target?.path ?? items.first?.file.file.path ?? []
    return ID(path: path, key: key, directive: directive, isMove: destination != nil)
  }

  package struct ID: Hashable {
    let path: [UInt8]
    let key: [UInt8]
    let directive: Directive?
    let isMove: Bool
  }

  package func reaches(_ scope: Scope) -> Bool {
    items.contains { scope.isIn($0.scope) }
  }

  package static let rules: [CheckRule] = [.redundant, .idleStop, .idleExclude, .idleRemove]

  /// Returns nil if the scope's own files do not contain the finding, or if they give a reason for it.
  package init?(_ finding: Checker.Finding, in says: ScopeDirectives) {
    let diagnostic = finding.diagnostic
    let level = says.level
    guard let place = diagnostic.place, place.file.includedFrom == nil,
      let file = level.files.first(where: { $0.file.path == place.file.path }),
      level.home == place.file.home, let key = diagnostic.key,
      let index = file.document.item(at: place.range.start)
    else { return nil }
    if diagnostic.rule == .redundant {
      guard let named = try? KeySyntax.key(key, file.document.names),
        !says.hasReason(for: named)
      else { return nil }
      directive = nil
    } else {
      guard let marker = says.marker(at: place),
        !says.hasReason(for: marker)
      else { return nil }
      directive = marker.directive
    }
    self.key = key
    (names, destination) = ([], nil)
    items = [Item(scope: level.scope, file: file, index: index)]
  }

  init(
    hoisting written: [(scope: Scope, value: Definition)], _ key: Key, to level: Level,
    _ value: Document, _ names: NameTable
  ) {
    (directive, destination) = (nil, (level, value))
    self.key = names.spelling(key)
    self.names = key.names
    items = written.map { Item(scope: $0.scope, file: $0.value.file, index: $0.value.node - 1) }
  }
}

extension Document {
  func isName(_ index: Int) -> Bool { kind(index) == .name || kind(index) == .directive }

  /// The node of the member whose name or value begins at an offset, or of the element there.
  fileprivate func item(at offset: Int) -> Int? {
    let index = (0..<nodeCount).bisected { range($0).start >= offset }
    guard index > 0, index < nodeCount, range(index).start == offset else { return nil }
    return !isName(index) && isName(index - 1) ? index - 1 : index
  }
}

/// The directives of a scope's own files, indexed for many tidy steps.
package struct ScopeDirectives {
  let level: Level
  private let reasons: Set<[KeyPattern.Part]>
  private let markers: [SourceRange.ID: Marker]

  package init(_ level: Level) {
    self.level = level
    let all = level.markers
    reasons = Set(
      all.lazy.filter { $0.directive == .because || $0.directive == .until }.map(\.pattern.parts))
    markers = Dictionary(all.map { ($0.place.id, $0) }) { first, _ in first }
  }

  func hasReason(for key: Key) -> Bool {
    if reasons.isEmpty { return false }
    var cursor = PatternCursor([(0, level)], .attribute)
    for name in key.names {
      cursor = cursor.descending(name)
      if cursor.markers.contains(where: { $0.marker.directive.describesOverride }) { return true }
    }
    return false
  }

  /// Whether `$because` or `$until` has the pattern of the marker.
  func hasReason(for marker: Marker) -> Bool { reasons.contains(marker.pattern.parts) }

  func marker(at place: SourceRange) -> Marker? { markers[place.id] }
}
