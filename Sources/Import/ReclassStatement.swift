import SafeText
import YAMLSource

/// A value in the parameters of a file, as reclass merges it.
final class ReclassStatement {
  enum Content {
    case null
    case scalar([UInt8])
    /// A value that Python inserts into texts in another spelling.
    case unusualScalar
    case text([ReclassText.Piece])
    case reference([[UInt8]])
    /// A text with references that are not imported.
    case unwritten([ReclassText.Piece])
    /// A query of exports, which is not imported.
    case query(ReclassQuery)
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
  /// Whether the same object gives the key before, with or without a sign.
  private(set) var isTwin = false
  /// Whether the value and all values in it are the same in each node.
  let isPlain: Bool
  /// The place of a text because of which reclass refuses the file.
  private(set) var refusal: Int?
  private(set) var hasQuery = false

  init(
    _ node: YAMLNode, _ file: ImportSource.File, _ names: Set<[[UInt8]]>, isInList: Bool = false
  ) {
    (start, self.file) = (node.start, file)
    switch node.content {
    case .null: content = .null
    case .boolean: content = .unusualScalar
    case .number(let spelling):
      content = spelling.isUsualNumber ? .scalar(spelling) : .unusualScalar
    case .leftOut(let why, _):
      content = .leftOut(isScalar: why == YAMLError.Problem.notFinite.words)
    case .text(let text):
      let parsed = ReclassText(text)
      if parsed.isRefused { refusal = start }
      content =
        if text.isCiphertext {
          .leftOut(isScalar: true)
        } else if case .query(let query)? = parsed.pieces.first {
          .query(query)
        } else if parsed.problem(names) != nil {
          .unwritten(parsed.pieces)
        } else if let path = parsed.reference {
          .reference(path)
        } else if parsed.references.isEmpty {
          .scalar(parsed.plain)
        } else {
          .text(parsed.pieces)
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
      // The import leaves out a key that is also given with a sign; reclass merges both.
      for twins in children.values where twins.count > 1 { twins[1].isTwin = true }
      content = .dict(children)
    }
    hasQuery =
      switch content {
      case .query: true
      case .list(let elements): elements.contains(where: \.hasQuery)
      case .dict(let children): children.values.joined().contains(where: \.hasQuery)
      default: false
      }
    isPlain =
      switch content {
      case .null, .scalar, .unusualScalar: true
      case .text, .reference, .unwritten, .query, .leftOut: false
      case .list(let elements): elements.allSatisfy(\.isPlain)
      case .dict(let children):
        children.values.allSatisfy {
          $0.count == 1 && $0[0].isPlain && !$0[0].isOverride && !$0[0].isConstant
        }
      }
  }

  var containsLeftOut: Bool {
    switch content {
    case .unwritten, .query, .leftOut: true
    case .list(let elements): elements.contains(where: \.containsLeftOut)
    case .dict(let children):
      children.values.joined().contains { $0.isTwin || $0.containsLeftOut }
    case .null, .scalar, .unusualScalar, .text, .reference: false
    }
  }

  /// The members that contain something that is left out.
  var leftOut: [[UInt8]] {
    guard case .dict(let children) = content else { return [] }
    return children.filter { $0.value.count > 1 || $0.value[0].containsLeftOut }.map(\.key)
  }

  /// Whether the value sets a key.
  func sets(_ path: some Collection<[UInt8]>) -> Bool {
    guard let name = path.first else { return true }
    guard case .dict(let children) = content else { return false }
    return children[name]?.contains { $0.sets(path.dropFirst()) } == true
  }

  /// The name of a member with its sign.
  func spelling(_ name: [UInt8]) -> [UInt8] {
    (isOverride ? [UInt8(ascii: "~")] : isConstant ? [UInt8(ascii: "=")] : []) + name
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
