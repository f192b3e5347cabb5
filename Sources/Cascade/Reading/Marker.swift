import JSONSource

/// One key in one directive: an instruction of a scope, with its place.
package final class Marker {
  /// What a directive says of the key besides naming it.
  package enum Detail {
    case none
    case strategy(Strategy)
    case values([Int])
    case type(DeclaredType)
    case text([UInt8])
    case date(CalendarDate)
    /// What alone goes down of the object around the directive, each key as a marker of its own.
    case passed([Marker])
  }

  package let directive: Directive
  package let file: SourceFile
  package let document: Document
  /// The list's element, the `true` in place of a list, or the member's name.
  package let node: Int
  /// From the top object of the tree's scope.
  package let pattern: KeyPattern
  /// The key as written, or nil for `true` and for a list that is one statement.
  package let argument: [UInt8]?
  package let detail: Detail
  /// Its file's turn among the files of its level, as numbers to compare one by one.
  var turn: [Int] = []

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

  /// The value that stands beside the key, where the directive takes one.
  package var value: Int? {
    switch detail {
    case .none: nil
    case .passed: node
    default: node + 1
    }
  }

  /// The keys that alone go down, where that is what the marker says.
  package var passed: [Marker] { if case .passed(let keys) = detail { keys } else { [] } }

  /// What `$about`, `$x-NAME`, `$deprecated`, `$because` or `$until` say.
  package private(set) lazy var text: [UInt8] =
    value.flatMap(document.string) ?? []

  /// Whether this marker of one level is read before another one of it: in an earlier file, farther up.
  package func isRead(before other: Marker) -> Bool {
    if file !== other.file, turn != other.turn {
      return turn.lexicographicallyPrecedes(other.turn)
    }
    return document.range(node).start < other.document.range(other.node).start
  }

  /// Whether this declaration of one level counts rather than another one of it that fits the same key:
  /// the pattern without `**`, then the one with the fewest names that are not exact, then the one that is
  /// exact earlier, then the longer one, then the one read last (I8). Of two that name what is around it, or one
  /// of them that, the longer counts before the stars are looked at (A8).
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
}
