import Cascade
import JSONSource

/// What a variable gets: text, or nothing, which unsets it.
struct Assignment {
  let name: VariableName
  let text: [UInt8]?
}

extension Value {
  /// The value as raw text: strings as they are, everything else as compact JSON.
  func rawText(_ names: NameTable) -> [UInt8] {
    if let text { return text }
    var writer = JSONWriter(.compact)
    writer.value(self, names)
    return writer.output
  }

  /// The value as a variable has it: `null` is none; an error for a NUL, which no variable holds.
  func variableText(_ names: NameTable) throws(Unfit) -> [UInt8]? {
    if kind == .null { return nil }
    let text = rawText(names)
    try Self.refuseNUL(in: text)
    return text
  }

  static func refuseNUL(in text: [UInt8]) throws(Unfit) {
    if text.contains(0) { throw .holdsNUL }
  }
}
