import Answers
import Cascade
import JSONSource
import Legible

extension ShownValue {
  /// The value on one line, as people read it.
  var string: String { Printable.string(text) }
}

extension JSONWriter {
  /// Writes `"value"` or `"secret": true`.
  mutating func valueMember(_ shown: ShownValue, _ names: NameTable) {
    if shown.isMasked {
      member("secret")
      raw("true")
      return
    }
    member("value")
    json(shown, names)
  }

  /// Writes a value in which nothing is masked.
  package mutating func json(_ shown: ShownValue, _ names: NameTable) {
    if layout == .indented, let document = try? Document(Source(shown.text), names: names) {
      value(document, 0, asWritten: true)
    } else {
      output += shown.text
    }
  }
}
