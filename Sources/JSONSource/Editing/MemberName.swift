/// One step of a path to edit: a member's name by its unescaped bytes, which are UTF-8.
package enum MemberName: Hashable, Sendable {
  /// The name of a property, without the `$` that a file puts before a first `$`.
  case ordinary([UInt8])
  /// The name of a directive, with its `$`.
  case directive([UInt8])

  var isDirective: Bool {
    if case .directive = self { true } else { false }
  }

  /// Appends the name as a file has it.
  func append(to output: inout [UInt8]) {
    switch self {
    case .directive(let bytes): StringEscapes.append(bytes, to: &output)
    case .ordinary(let bytes):
      let dollar = UInt8(ascii: "$")
      StringEscapes.append(bytes.first == dollar ? [dollar] + bytes : bytes, to: &output)
    }
  }
}

extension Document {
  /// The value of an object's member.
  package func value(of member: MemberName, in object: Int) -> Int? {
    switch member {
    case .ordinary(let bytes): return value(of: names.intern(bytes), in: object)
    case .directive(let bytes):
      let name = names.intern(bytes)
      return members(object).first { $0.isDirective && $0.name == name }?.value
    }
  }
}
