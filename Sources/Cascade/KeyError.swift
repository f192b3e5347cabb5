/// Why a key cannot be read; the offset counts bytes of the key's text.
package struct KeyError: Error, Equatable, Sendable {
  package enum Problem: Equatable, Sendable {
    case empty, emptyName
    case unquoted(UInt8)
    case badQuotes, wildcard, doubleStar, badPointerEscape, notUTF8, reserved
    /// More names than a key may have.
    case tooDeep
  }

  package let problem: Problem
  package let offset: Int
}
