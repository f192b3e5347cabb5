import JSONSource

/// What is secret of a value and in it (A1).
package struct Mask {
  /// Whether all of it is.
  package let isSecret: Bool
  /// What is said of the value and below it.
  private let inside: [Statements]

  package static var none: Mask { Mask(isSecret: false, inside: []) }

  private init(isSecret: Bool, inside: [Statements]) {
    self.isSecret = isSecret
    self.inside = inside
  }

  /// The mask of the top, which no marker names.
  init(top statements: [Statements]) {
    self.init(isSecret: false, inside: statements.filter { $0.concerns.contains(.attribute) })
  }

  private init(_ isSecret: Bool, _ inside: [Statements]) {
    self.init(
      isSecret: isSecret || inside.contains { !$0.markers(.secret).isEmpty },
      inside: inside.filter { $0.concerns.contains(.attribute) })
  }

  /// Whether nothing is secret here or below.
  package var isNone: Bool { !isSecret && inside.isEmpty }

  package func descending(_ name: Name) -> Mask {
    if inside.isEmpty { return self }
    return Mask(isSecret, inside.flatMap { [$0.members[name], $0.any].compactMap { $0 } })
  }

  /// The mask of any element of an array: only `*` leads there.
  package var ofElements: Mask {
    inside.isEmpty ? self : Mask(isSecret, inside.compactMap(\.any))
  }

  /// This mask where everything is secret.
  package var whole: Mask { Mask(isSecret: true, inside: inside) }

  package func union(_ other: Mask) -> Mask {
    if other.isNone { return self }
    if isNone { return other }
    return Mask(isSecret: isSecret || other.isSecret, inside: inside + other.inside)
  }
}

extension View {
  /// What is secret under a key in this scope.
  package func mask(_ key: Key) -> Mask {
    guard hasAttributes else { return .none }
    var mask = Mask(top: levels.map(\.statements))
    for name in key.names { mask = mask.descending(name) }
    return mask
  }
}
