/// The text of a new member, with the objects between its first name and its value.
struct NewMember {
  enum Shape {
    case oneLine(padding: [UInt8])
    /// The member's line begins with `LineStart`; its content is indented by `unit`.
    case lines(LineStart, unit: [UInt8])
  }

  let names: [MemberName]
  let value: [UInt8]
  let colon: [UInt8]
  let shape: Shape

  var bytes: [UInt8] {
    var result: [UInt8] = []
    for (depth, name) in names.enumerated() {
      if depth > 0 { result += [UInt8(ascii: "{")] + space(depth) }
      name.append(to: &result)
      result += colon
    }
    result += value
    for depth in names.indices.dropLast().reversed() {
      result += space(depth) + [UInt8(ascii: "}")]
    }
    return result
  }

  private func space(_ depth: Int) -> [UInt8] {
    switch shape {
    case .oneLine(let padding): padding
    case .lines(let line, let unit):
      line.indented(by: Array(repeatElement(unit, count: depth).joined())).bytes
    }
  }
}
