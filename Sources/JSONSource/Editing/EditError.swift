/// Why an edit is impossible; `names` counts the path's names up to the range.
package enum EditError: Error, Equatable, Sendable {
  case throughValue(ByteRange, names: Int)
  case throughComputed(ByteRange, names: Int)
  case notAList(ByteRange)
  case tooDeep(limit: Int)
  case tooLarge(limit: Int)
}
