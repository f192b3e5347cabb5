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

  func value(of bytes: [UInt8]) throws(ArgumentProblem) -> Value {
    if bytes.isEmpty && kind.refusesEmpty { throw .empty }
    return try convert(bytes)
  }
}

extension ValueType where Value == [UInt8] {
  package static func bytes(_ name: String, _ kind: ValueKind = .text) -> ValueType {
    ValueType(name, kind) { $0 }
  }
}

extension ValueType
where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
  package static func choice(_ name: String, of type: Value.Type = Value.self) -> ValueType {
    ValueType(name, .choice(FixedWords(Value.allCases.map(\.rawValue)))) {
      (bytes) throws(ArgumentProblem) in
      try word(bytes)
    }
  }

  static func word(_ bytes: [UInt8]) throws(ArgumentProblem) -> Value {
    for value in Value.allCases where value.rawValue.utf8.elementsEqual(bytes) { return value }
    throw .notOneOf(Value.allCases.map(\.rawValue))
  }
}
