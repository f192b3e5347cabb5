import Answers
import Cascade
import Check
import JSONSource
import Snapshots

/// Why an edit is not made; nothing is written then.
package enum EditRefusal: Error {
  /// The scope's files cannot be read.
  case broken([Diagnostic])
  /// The file as it would be cannot be read; places are those in the new text.
  case brokenByEdit([Diagnostic])
  /// Several files hold as much of the key, by their names.
  case tie([[UInt8]])
  /// A later file of the scope would still win, at this place.
  case overruled(SourceRange)
  /// Another file of the scope, or what is included, adds members to the object.
  case addedTo(Key, SourceRange)
  /// A directive stands in the object that would go.
  case holdsDirective(Key, SourceRange)
  /// A later file says something else about why or until when.
  case reasonOverruled(SourceRange)
  /// What stands under a key on the way is no object, or is worked out.
  case through(Key, SourceRange, isComputed: Bool)
  /// An array of which an element is named is put together by several levels.
  case mergedArray(Key, [SourceRange])
  /// The file to write does not write the array of which an element is named, but this place.
  case arrayElsewhere(Key, SourceRange, isSet: Bool)
  /// The array that a key names has no such element; how many it has, if that is no secret.
  case noElement(Key, count: Int?)
  /// A `+` is not the last name of a key that is set.
  case misplacedEnd
  /// There is no array to which a `+` could append.
  case noArray(Key)
  /// Directives name members only, and no elements of an array.
  case elementNamed(Key, isStop: Bool)
  /// A name in the place of an index of an array is none.
  case noIndex(Key, Name)
  /// A list of keys stands where all would be named.
  case listStands(SourceRange)
  /// The directive at a place is no list.
  case notAList(SourceRange)
  case tooDeep(limit: Int)
  case tooLarge(limit: Int)
  /// A level before the scope made a key final, here.
  case final([UInt8], by: SourceRange)
  /// It would break a type that is declared, where it stands now.
  case type(Diagnostic, declaredAt: SourceRange?)
  /// An object that is closed around it does not know it.
  case unknown(Diagnostic)
  /// Its last day is over.
  case past([UInt8])
  /// No property file may be called so; the patterns of those that are.
  case noPropertyFile([UInt8], patterns: [[UInt8]])
  /// A value whose kind was guessed may be meant otherwise; as it was typed, and as it was taken.
  case doubtful(GuessDoubt, typed: [UInt8], TypeName, json: [UInt8], isSecret: Bool)
  /// What it depends on cannot be read.
  case failed(Failure)
}
