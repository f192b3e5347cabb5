import Legible

// Attributes of one's own (A8): of which names there may be some, and which was meant.
extension Directive {
  static let ownStart = "$x-"

  /// Names head columns, and stand beside every change: a bound keeps much from being made out of little.
  private static let longestName = 64

  /// What to say where a name of one's own is none.
  package static let ownNames =
    "a custom attribute is '$x-NAME', with a NAME of up to \(longestName) letters, digits, '-' and '_'"

  /// The attribute of one's own with this NAME; nil where none can be called so.
  package static func own(named name: some Collection<UInt8>) -> Directive? {
    guard !name.isEmpty, name.count <= longestName,
      name.allSatisfy(\.isOfLabel)
    else { return nil }
    return .own(String(decoding: name, as: UTF8.self))
  }

  /// What is meant where the sign behind `$x` is missing or another one.
  static func markedOwn(_ name: ArraySlice<UInt8>) -> Directive? {
    guard name.prefix(2).map(\.lowered).elementsEqual("$x".utf8) else { return nil }
    let rest = name.dropFirst(2)
    return own(named: rest.first?.isLetterOrDigit == false ? rest.dropFirst() : rest)
  }

  /// Whether it is an attribute of one's own.
  package var isOwn: Bool { if case .own = self { true } else { false } }
}
