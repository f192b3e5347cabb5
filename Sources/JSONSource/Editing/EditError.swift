/// Why an edit cannot be made; `names` counts the names of its path that lead to the place.
package enum EditError: Error, Equatable, Sendable {
  /// The path leads through a value that is no object.
  case throughValue(ByteRange, names: Int)
  /// The path leads through a value that is worked out.
  case throughComputed(ByteRange, names: Int)
  /// A directive that should be a list, or `true`, is neither.
  case notAList(ByteRange)
  case tooDeep(limit: Int)
  case tooLarge(limit: Int)
}
