import Cascade
import JSONSource
import Trees

/// Why an edit is refused; nothing is written then.
package enum EditRefusal: Error {
  case broken([Diagnostic])
  /// The edited file would be invalid; places refer to the new text.
  case brokenByEdit([Diagnostic])
  /// Several files, by name, are equally good targets.
  case tie([[UInt8]])
  /// A later file of the scope overrides the value at this place.
  case overridden(SourceRange)
  /// Another file of the scope or a fragment adds members to the object.
  case membersAdded(Key, SourceRange)
  /// The object that would be replaced contains a directive.
  case containsDirective(Key, SourceRange)
  /// A later file sets another reason or date.
  case reasonOverridden(SourceRange)
  /// A value on the path is not an object, or is computed.
  case through(Key, SourceRange, isComputed: Bool)
  /// Several levels contribute to the array whose element is named.
  case mergedArray(Key, [SourceRange])
  /// The array of the named element is written at this place, not in the file to write.
  case arrayElsewhere(Key, SourceRange, isSet: Bool)
  /// The array has no such element; `count` is nil if it is secret.
  case noElement(Key, count: Int?)
  /// `+` is not the last name of the key.
  case misplacedEnd
  /// The key before `+` is not an array.
  case noArray(Key)
  /// Directives can name members, not elements of an array.
  case elementNamed(Key, isStop: Bool)
  /// The name is not an index of the array.
  case noIndex(Key, Name)
  /// The directive lists keys here, and `true` would replace the list.
  case listExists(SourceRange)
  case notAList(SourceRange)
  case tooDeep(limit: Int)
  case tooLarge(limit: Int)
  case final([UInt8], by: SourceRange)
  /// The value would break a declared type; `declaredAt` is the place before the edit.
  case type(Diagnostic, declaredAt: SourceRange?)
  /// A closed object does not allow the key.
  case unknown(Diagnostic)
  /// The scope inherits nothing that the stop would remove.
  case nothingToStop
  case past([UInt8])
  /// The name matches none of these patterns of property files.
  case noPropertyFile([UInt8], patterns: [[UInt8]])
  /// The guessed type may be wrong; `json` is the value read from `typed`.
  case doubtful(GuessProblem, typed: [UInt8], TypeName, json: [UInt8], isSecret: Bool)
  case failed(Failure)
}
