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
}

extension ValueType
where
  Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String,
  Value.AllCases == [Value]
{
  package static func choice(_ name: String, of type: Value.Type = Value.self) -> ValueType {
    // A loop, because `map` of generic code needs metadata, which costs each start several pages.
    var words: [String] = []
    for value in Value.allCases { words.append(value.rawValue) }
    return ValueType(name, .choice(words)) {
      (bytes) throws(ArgumentProblem) in
      for value in Value.allCases where value.rawValue.utf8.elementsEqual(bytes) { return value }
      throw .notOneOf(Value.allCases.map(\.rawValue))
    }
  }
}
