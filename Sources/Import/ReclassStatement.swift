import SafeText
import YAMLSource

/// A value in the parameters of a file, as reclass merges it.
final class ReclassStatement {
  enum Content {
    case null
    case scalar
    /// A text that differs from reclass if it is inserted into another text.
    case unusualScalar
    case text([[[UInt8]]])
    case reference([[UInt8]])
    case list([ReclassStatement])
    case dict([[UInt8]: [ReclassStatement]])
    /// A value that the import leaves out.
    case leftOut(isScalar: Bool)
  }

  let content: Content
  let start: Int
  let file: ImportSource.File
  var isOverride = false
  var isConstant = false
  /// Whether the value and all values in it are the same in each node.
  let isPlain: Bool
  /// The place of a text because of which reclass refuses the file.
  private(set) var refusal: Int?

  init(
    _ node: YAMLNode, _ file: ImportSource.File, _ names: Set<[[UInt8]]>, isInList: Bool = false
  ) {
    (start, self.file) = (node.start, file)
    switch node.content {
    case .null: content = .null
    case .boolean: content = .unusualScalar
    case .number(let spelling): content = spelling.isUsualNumber ? .scalar : .unusualScalar
    case .leftOut: content = .leftOut(isScalar: false)
    case .text(let text):
      let parsed = ReclassText(text, names)
      if parsed.isRefused { refusal = start }
      content =
        if parsed.problem != nil || text.isCiphertext {
          .leftOut(isScalar: text.isCiphertext)
        } else if let path = parsed.reference {
          .reference(path)
        } else if parsed.references.isEmpty {
          .scalar
        } else {
          .text(parsed.references)
        }
    case .sequence(let elements):
      let elements = elements.map { ReclassStatement($0, file, names, isInList: true) }
      refusal = elements.lazy.compactMap(\.refusal).first
      content = .list(elements)
    case .mapping(let members):
      var children: [[UInt8]: [ReclassStatement]] = [:]
      for member in members {
        let statement = ReclassStatement(member.value, file, names, isInList: isInList)
        refusal = refusal ?? statement.refusal
        // reclass reads the first byte of each name.
        if !isInList, ["", "~", "="].contains(where: { member.name.elementsEqual($0.utf8) }) {
          refusal = member.start
        }
        let (name, sign) = isInList ? (member.name, nil) : member.reclassName
        statement.isOverride = sign == UInt8(ascii: "~")
        statement.isConstant = sign == UInt8(ascii: "=")
        children[name, default: []].append(statement)
      }
      // The import leaves out a key that is also given with a sign.
      for (name, twins) in children where twins.count > 1 {
        let clash = zip(twins, twins.dropFirst()).first { one, other in
          one.isConstant || !other.isOverride && !other.isOfKind(of: one)
        }
        refusal = refusal ?? clash?.1.start
        let leftOut = YAMLNode(.leftOut(""), start: twins[0].start)
        children[name] = [ReclassStatement(leftOut, file, names)]
      }
      content = .dict(children)
    }
    isPlain =
      switch content {
      case .null, .scalar, .unusualScalar: true
      case .text, .reference, .leftOut: false
      case .list(let elements): elements.allSatisfy(\.isPlain)
      case .dict(let children):
        children.values.allSatisfy {
          $0.count == 1 && $0[0].isPlain && !$0[0].isOverride && !$0[0].isConstant
        }
      }
  }

  var containsLeftOut: Bool {
    switch content {
    case .leftOut: true
    case .list(let elements): elements.contains(where: \.containsLeftOut)
    case .dict(let children): children.values.joined().contains(where: \.containsLeftOut)
    case .null, .scalar, .unusualScalar, .text, .reference: false
    }
  }

  /// The members that contain something that is left out.
  var leftOut: [[UInt8]] {
    guard case .dict(let children) = content else { return [] }
    return children.filter { $0.value.contains(where: \.containsLeftOut) }.map(\.key)
  }

  /// Whether the value sets a key.
  func sets(_ path: some Collection<[UInt8]>) -> Bool {
    guard let name = path.first else { return true }
    guard case .dict(let children) = content else { return false }
    return children[name]?.contains { $0.sets(path.dropFirst()) } == true
  }

  /// Whether a key in the dict begins with '~' or '=', at any depth.
  var hasSigns: Bool {
    guard case .dict(let children) = content else { return false }
    return children.values.joined().contains { $0.isOverride || $0.isConstant || $0.hasSigns }
  }
}

extension YAMLNode {
  /// Leaves out the keys of objects with two signs, which reclass takes off one after the other.
  mutating func leaveOutDoubleSigns() {
    guard var members else { return }
    for index in members.indices {
      let name = members[index].name
      let rest = name.drop { "~=".utf8.contains($0) }
      if name.count - rest.count > 1, !rest.isEmpty {
        members[index].name = Array(rest)
        members[index].value.content = .leftOut("a key with two of '~' and '='")
      } else {
        members[index].value.leaveOutDoubleSigns()
      }
    }
    content = .mapping(members)
  }
}

extension YAMLMember {
  /// The name without '~' or '=', and this sign.
  var reclassName: (name: [UInt8], sign: UInt8?) {
    guard let sign = name.first, "~=".utf8.contains(sign), name.count > 1 else {
      return (name, nil)
    }
    return (Array(name.dropFirst()), sign)
  }
}
