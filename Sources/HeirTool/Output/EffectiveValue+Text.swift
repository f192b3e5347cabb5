import Cascade
import JSONSource
import Output

extension EffectiveValue {
  /// Strings without quotes, everything else as compact JSON.
  func rawText(_ names: NameTable) -> [UInt8] {
    text ?? JSONWriter.compact { $0.value(self, names) }
  }

  /// Returns nil for `null`; throws for a NUL, which no variable can contain.
  func variableText(_ names: NameTable) throws(RepresentationError) -> [UInt8]? {
    if kind == .null { return nil }
    let text = rawText(names)
    if text.contains(0) { throw .containsNUL }
    return text
  }
}
