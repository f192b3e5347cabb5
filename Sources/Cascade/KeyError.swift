/// Why a text is not a valid key. The offset counts bytes of the text.
package struct KeyError: Error, Equatable, Sendable {
  package enum Problem: Equatable, Sendable {
    case empty, emptyName
    case unquoted(UInt8)
    case badQuotes, wildcard, doubleStar, badPointerEscape, notUTF8, reserved
    case tooDeep
  }

  package let problem: Problem
  package let offset: Int
}
