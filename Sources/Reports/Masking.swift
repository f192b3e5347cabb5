import Answers
import Cascade
import JSONSource
import Legible

extension ShownValue {
  /// The value on one line, as people read it.
  var string: String { Printable.string(text) }
}
