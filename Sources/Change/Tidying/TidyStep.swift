import Answers
import Cascade
import Check
import JSONSource
import Snapshots

/// One thing that can go without any effective value changing, or that can stand once instead of in several
/// scopes.
package struct TidyStep {
  /// What says it, and does nothing; nil for a value.
  package let directive: Directive?
  /// Where a value goes that all scopes directly below one set alike; nil for what would be inherited all
  /// the same.
  package let destination: (level: Level, value: Document)?
  /// The key, or a marker's pattern, as it is written.
  package let key: [UInt8]
  /// What it names; of a marker nothing.
  let names: [Name]
  /// The values or markers that go, each in its file.
  package let items: [Item]

  /// Something in a file of a scope of the root's tree.
  package struct Item {
    package let scope: Scope
    package let file: PropertyFile
    /// The index of a member's name, or of an element.
    let index: Int

    package var place: SourceRange { SourceRange(file.file, file.document.range(index)) }

    /// What goes with it, from the name to the value's end.
    var range: ByteRange {
      let document = file.document
      let isMember = document.isName(index)
      return ByteRange(
        document.range(index).start, document.range(isMember ? index + 1 : index).end)
    }
  }

  /// The scope that gains a value by it.
  package var target: Scope? { destination?.level.scope }

  /// What tells it from others, though lines shift.
  package var id: ID {
    let path: [UInt8]
    if let target { path = target.path } else { path = items.first?.file.file.path ?? [] }
    return ID(path: path, key: key, directive: directive, isMove: destination != nil)
  }

  package struct ID: Hashable {
    let path: [UInt8]
    let key: [UInt8]
    let directive: Directive?
    let isMove: Bool
  }

  /// Whether a scope takes part in it, or stands below one that does.
  package func reaches(_ scope: Scope) -> Bool {
    items.contains { scope.isIn($0.scope) }
  }
}

extension TidyStep {
  /// The rules whose findings can go.
  package static let rules: [CheckRule] = [.redundant, .idleStop, .idleExclude, .idleRemove]

  /// What to take out for a finding, where the scope's own files say it, and neither why nor until when.
  package init?(_ finding: Checker.Finding, in says: TidySays) {
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

  /// A value moves from some scopes into one.
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

  /// The name of the member whose name or value begins at an offset, or the element that does.
  fileprivate func item(at offset: Int) -> Int? {
    let index = (0..<nodeCount).bisected { range($0).start >= offset }
    guard index > 0, index < nodeCount, range(index).start == offset else { return nil }
    return !isName(index) && isName(index - 1) ? index - 1 : index
  }
}
