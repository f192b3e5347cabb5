/// The conversion of an argument, with its name in help and its kind for completion.
package struct ValueType<Value>: Sendable {
  package typealias Conversion = @Sendable ([UInt8]) throws(ArgumentProblem) -> Value

  package let name: String
  package let kind: ValueKind
  let convert: Conversion

  package init(_ name: String, _ kind: ValueKind, convert: @escaping Conversion) {
    self.name = name
    self.kind = kind
    self.convert = convert
  }

  /// This type, but completed as `other` if any of these options is given.
  package func standing(for other: ValueKind, with options: String...) -> ValueType {
    ValueType(name, .depending(kind, other, on: options), convert: convert)
  }

  func value(of bytes: [UInt8], option: String? = nil) throws(UsageError) -> Value {
    do throws(ArgumentProblem) {
      if bytes.isEmpty && kind.refusesEmpty { throw .empty }
      return try convert(bytes)
    } catch { throw .badValue(bytes, of: option ?? name, isOption: option != nil, error) }
  }
}

extension ValueType where Value == [UInt8] {
  package static func bytes(_ name: String, _ kind: ValueKind = .text) -> ValueType {
    ValueType(name, kind) { $0 }
  }

  /// One of these words. Bytes, because each further type of values costs each start several pages.
  package static func choice(_ name: String, _ words: [String]) -> ValueType {
    ValueType(name, .choice(words)) { (bytes) throws(ArgumentProblem) in
      if !words.contains(where: { $0.utf8.elementsEqual(bytes) }) { throw .notOneOf(words) }
      return bytes
    }
  }
}
