/// Why a source is no JSON (RFC 8259, with comments or without), and where.
package struct SyntaxError: Error, Equatable, Sendable {
  package enum Expectation: Equatable, Sendable {
    case value
    case name
    case nameOrBrace
    case valueOrBracket
    case colon(after: ByteRange)
    case commaOrBrace(afterValueOf: ByteRange)
    case commaOrBracket
    case digit
    case end
  }

  package enum Problem: Equatable, Sendable {
    case expected(Expectation)
    case endsBefore(Expectation)
    case trailingComma
    case leadingZero
    case controlCharacter(UInt8)
    case unterminatedString
    case unknownEscape
    case unpairedSurrogate
    case invalidUTF8
    case duplicateName(first: ByteRange)
    case tooDeep(limit: Int)
    case tooLarge(limit: Int)
    /// One where there may be none.
    case comment
    /// A sign that begins none where there may be some.
    case noComment
    case unterminatedComment
    case controlInComment
    /// A line that `git merge` leaves between two sides; the other such lines of the conflict.
    case mergeConflict(others: [ByteRange])
    case notAnObject
  }

  package let problem: Problem
  package let range: ByteRange

  package init(_ problem: Problem, _ range: ByteRange) {
    self.problem = problem
    self.range = range
  }
}
