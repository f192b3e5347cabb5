import Answers
import Cascade
import JSONSource
import Trees

/// A variable and its value; nil unsets the variable.
package struct Assignment {
  let name: VariableName
  let text: [UInt8]?

  package init(name: VariableName, text: [UInt8]?) {
    self.name = name
    self.text = text
  }
}

extension EffectiveValue {
  /// Strings without quotes, everything else as compact JSON.
  package func rawText(_ names: NameTable) -> [UInt8] {
    text ?? JSONWriter.compact { $0.value(self, names) }
  }

  /// Returns nil for `null`; throws for a NUL, which no variable can contain.
  package func variableText(_ names: NameTable) throws(RepresentationError) -> [UInt8]? {
    if kind == .null { return nil }
    let text = rawText(names)
    if text.contains(0) { throw .containsNUL }
    return text
  }
}
