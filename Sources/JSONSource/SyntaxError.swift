/// A problem that makes a source invalid JSON (RFC 8259 or JSONC), and its range.
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
    /// The source contains white space and comments only.
    case empty
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
    case comment
    /// A comment sign that begins no comment.
    case noComment
    case unterminatedComment
    case controlInComment
    /// A conflict marker of `git merge`, and the others of the same conflict.
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
