/// One step of a path to edit: a member's name by its unescaped bytes, which are UTF-8, or an array's element.
package enum MemberName: Hashable, Sendable {
  /// The name of a property, without the `$` that a file puts before a first `$`.
  case ordinary([UInt8])
  /// The name of a directive, with its `$`.
  case directive([UInt8])
  /// The element of an array at an index from 0; the number of elements names a new one at the end.
  case element(Int)

  var isDirective: Bool {
    if case .directive = self { true } else { false }
  }

  var isElement: Bool {
    if case .element = self { true } else { false }
  }

  /// Appends the name as a file has it; an element has none.
  func append(to output: inout [UInt8]) {
    switch self {
    case .directive(let bytes): StringEscapes.append(bytes, to: &output)
    case .ordinary(let bytes):
      let dollar = UInt8(ascii: "$")
      StringEscapes.append(bytes.first == dollar ? [dollar] + bytes : bytes, to: &output)
    case .element: break
    }
  }
}

extension Document {
  /// The value of an object's member, or the element of an array.
  package func value(of member: MemberName, in object: Int) -> Int? {
    switch member {
    case .element(let index):
      return kind(object) == .array ? elements(object).dropFirst(index).first { _ in true } : nil
    case .ordinary(let bytes): return value(of: names.intern(bytes), in: object)
    case .directive(let bytes):
      let name = names.intern(bytes)
      return members(object).first { $0.isDirective && $0.name == name }?.value
    }
  }
}
