import Cascade
import JSONSource

/// A value given on the command line: JSON where it parses as JSON, otherwise a string (W2).
struct GivenValue {
  let document: Document

  /// `text` as JSON or, where it is none, as a string; nil if it holds a directive.
  init?(_ text: [UInt8], _ names: NameTable) {
    if let json = try? Document(Source(text), names: names) {
      guard !json.hasDirectives else { return nil }
      document = json
      return
    }
    var quoted: [UInt8] = []
    StringEscapes.append(text, to: &quoted)
    guard let string = try? Document(Source(quoted), names: names) else { return nil }
    document = string
  }
}
