import SafeText

// Custom attributes (A8).
extension Directive {
  static let customPrefix = "$x-"

  /// Limits the output: the name is a column heading and is repeated at every change.
  private static let longestName = 64

  package static let customNameHint =
    "a custom attribute is '$x-NAME', with a NAME of up to \(longestName) letters, digits, '-' and '_'"

  package static func own(named name: some Collection<UInt8>) -> Directive? {
    guard !name.isEmpty, name.count <= longestName,
      name.allSatisfy(\.isLabelCharacter)
    else { return nil }
    return .own(String(decoding: name, as: UTF8.self))
  }

  /// The custom attribute meant by a name with a missing or wrong separator after `$x`.
  static func misspelledCustom(_ name: ArraySlice<UInt8>) -> Directive? {
    guard name.prefix(2).map(\.lowered).elementsEqual("$x".utf8) else { return nil }
    let rest = name.dropFirst(2)
    return own(named: rest.first?.isLetterOrDigit == false ? rest.dropFirst() : rest)
  }

  package var isOwn: Bool { if case .own = self { true } else { false } }
}
