import JSONSource

/// An entry of a directive: a key pattern with its detail and place.
package final class Marker {
  /// The detail of an entry besides its key.
  package enum Detail {
    case none
    case strategy(Strategy)
    case values([Int])
    case type(DeclaredType)
    case text([UInt8])
    case date(CalendarDate)
    /// The keys that `$pass` lets through.
    case passed([Marker])
  }

  package let directive: Directive
  package let file: SourceFile
  package let document: Document
  /// The node of the list element, of `true`, or of the member name.
  package let node: Int
  package let pattern: KeyPattern
  /// The key as written; nil for `true` and for the list of `$pass`.
  package let argument: [UInt8]?
  package let detail: Detail
  /// The reading order of its file in the level, compared lexicographically.
  var readOrder: [Int] = []

  init(
    _ directive: Directive, _ file: SourceFile, _ document: Document, _ node: Int,
    _ pattern: KeyPattern, argument: [UInt8]?, _ detail: Detail = .none
  ) {
    self.directive = directive
    self.file = file
    self.document = document
    self.node = node
    self.pattern = pattern
    self.argument = argument
    self.detail = detail
  }

  package var place: SourceRange { SourceRange(file, document.range(node)) }

  package var value: Int? {
    switch detail {
    case .none: nil
    case .passed: node
    default: node + 1
    }
  }

  package var passed: [Marker] { if case .passed(let keys) = detail { keys } else { [] } }

  package private(set) lazy var text: [UInt8] =
    value.flatMap(document.string) ?? []

  /// Both markers must belong to the same level.
  package func isRead(before other: Marker) -> Bool {
    if file !== other.file, readOrder != other.readOrder {
      return readOrder.lexicographicallyPrecedes(other.readOrder)
    }
    return document.range(node).start < other.document.range(other.node).start
  }

  /// Whether this entry overrides another of its level that matches the same key (I8, A8).
  /// In order: no `**`; longer (without `**`); fewer wildcards; an earlier exact name; longer; read later.
  package func prevails(over other: Marker) -> Bool {
    let (isDeep, otherIsDeep) = (pattern.isDeep, other.pattern.isDeep)
    if isDeep != otherIsDeep { return otherIsDeep }
    let (length, otherLength) = (pattern.parts.count, other.pattern.parts.count)
    if !isDeep && length != otherLength { return length > otherLength }
    let mine = pattern.parts.map { !$0.isExact }
    let others = other.pattern.parts.map { !$0.isExact }
    let (count, otherCount) = (mine.count { $0 }, others.count { $0 })
    if count != otherCount { return count < otherCount }
    for (any, otherAny) in zip(mine, others) where any != otherAny { return otherAny }
    if length != otherLength { return length > otherLength }
    return other.isRead(before: self)
  }

  package var strategy: Strategy? {
    if case .strategy(let strategy) = detail { strategy } else { nil }
  }
}
