import Answers
import Cascade
import Check
import JSONSource

/// Why an edit is not made; nothing is written then.
package enum EditRefusal: Error {
  /// The scope's files, or the file as it would be, cannot be read.
  case broken([Diagnostic])
  /// Several files hold as much of the key, by their names.
  case tie([[UInt8]])
  /// A later file of the scope would still win, at this place.
  case overruled(Place)
  /// Another file of the scope, or what is included, adds members to the object.
  case addedTo(Key, Place)
  /// A directive stands in the object that would go.
  case holdsDirective(Key, Place)
  /// A later file says something else about why or until when.
  case reasonOverruled(Place)
  /// What stands under a key on the way is no object.
  case throughValue(Key, Place)
  /// What stands under a key on the way is worked out.
  case throughComputed(Key, Place)
  /// The directive at a place is no list.
  case notAList(Place)
  case tooDeep(limit: Int)
  case tooLarge(limit: Int)
  /// A level before the scope made a key final, here.
  case final([UInt8], by: Place)
  /// It would break a type that is declared, where it stands now.
  case type(Diagnostic, declaredAt: Place?)
  /// Its last day is over.
  case past([UInt8])
}
