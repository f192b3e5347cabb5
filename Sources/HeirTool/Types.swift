import Cascade
import CommandSpec
import JSONSource

extension ValueType where Value == ScopeArgument {
  static var scope: ValueType {
    ValueType("SCOPE", .scope) { ScopeArgument(text: $0) }
  }
}

extension ValueType where Value == [UInt8] {
  static var key: ValueType { .bytes("KEY", .key) }
}

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
