import Answers
import Cascade
import JSONSource
import Sessions

/// What a variable gets: text, or nothing, which unsets it.
package struct Assignment {
  let name: VariableName
  let text: [UInt8]?

  package init(name: VariableName, text: [UInt8]?) {
    self.name = name
    self.text = text
  }
}

extension EffectiveValue {
  /// The value as raw text: strings as they are, everything else as compact JSON.
  package func rawText(_ names: NameTable) -> [UInt8] {
    text ?? JSONWriter.compact { $0.value(self, names) }
  }

  /// The value as a variable has it: `null` is none; an error for a NUL, which no variable holds.
  package func variableText(_ names: NameTable) throws(Unrepresentable) -> [UInt8]? {
    if kind == .null { return nil }
    let text = rawText(names)
    if text.contains(0) { throw .holdsNUL }
    return text
  }
}
