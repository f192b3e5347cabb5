/// A step of an edit path: the unescaped UTF-8 name of a member, or the index of an element.
package enum MemberName: Hashable, Sendable {
  /// A property name, without the `$` that a file adds before a leading `$`.
  case ordinary([UInt8])
  case directive([UInt8])
  /// The index of an element from 0; the array's count appends an element.
  case element(Int)

  var isDirective: Bool {
    if case .directive = self { true } else { false }
  }

  var isElement: Bool {
    if case .element = self { true } else { false }
  }

  /// Appends the name as written in a file; an element has none.
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
