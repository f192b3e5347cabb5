import SafeText
import SystemCalls
import YAMLSource

/// A value in the parameters of a file, as reclass reads it.
final class ReclassStatement: Sendable {
  enum Content: Sendable {
    case scalar(YAMLNode, isComposite: Bool = false)
    /// A text with references.
    case text([ReclassText.Piece])
    case query(ReclassQuery)
    case list([ReclassStatement])
    case dict
    /// A value that the import does not know.
    case leftOut(ReclassValue.Kind)
  }

  let content: Content
  /// The path of the file, and the place in it.
  let path: [FileName]
  let start: Int
  /// The members of a dict by their names without signs, in order.
  let members: [(name: [UInt8], isText: Bool, statement: ReclassStatement)]
  private let indexes: [[UInt8]: [Int]]
  let sign: UInt8?
  /// Whether the file sets the key before, with or without a sign.
  let isTwin: Bool
  /// The place of a text because of which reclass refuses the file.
  let refusal: Int?
  /// Whether the import leaves out the value or a part of it.
  let isIncomplete: Bool
  /// Whether the value has no references, and no key a sign.
  let isPlain: Bool
  /// Whether the import leaves out the whole value.
  private let isLeftOut: Bool

  init(
    _ node: YAMLNode, _ file: ImportSource.File, sign: UInt8? = nil,
    isTwin: Bool = false, isInList: Bool = false, isLeftOut: Bool = false
  ) {
    (path, start, self.sign, self.isTwin) = (file.path, node.start, sign, isTwin)
    var members: [(name: [UInt8], isText: Bool, statement: ReclassStatement)] = []
    var indexes: [[UInt8]: [Int]] = [:]
    var refusal: Int?
    var (isIncomplete, isLeftOut) = (false, isLeftOut)
    var isPlain = sign == nil
    switch node.content {
    case .null, .boolean, .number: content = .scalar(node)
    case .leftOut(let why, _):
      let scalars = [YAMLError.Problem.notFinite, .otherTime].map(\.words)
      content = .leftOut(scalars.contains(why) ? .scalar : .any)
      isIncomplete = true
    case .text(let text):
      let parsed = ReclassText(text)
      if parsed.isRefused { refusal = node.start }
      isIncomplete = text.isCiphertext || parsed.problem != nil
      content =
        if case .query(let query)? = parsed.pieces.first {
          .query(query)
        } else if parsed.isComputed {
          .text(parsed.pieces)
        } else {
          .scalar(.text(parsed.plain), isComposite: parsed.isComposite)
        }
    case .sequence(let elements):
      let elements = elements.map { ReclassStatement($0, file, isInList: true) }
      refusal = elements.lazy.compactMap(\.refusal).first
      isIncomplete = elements.contains(where: \.isIncomplete)
      isPlain = isPlain && elements.allSatisfy(\.isPlain)
      content = .list(elements)
    case .mapping(let all):
      content = .dict
      for member in all {
        let (name, signs) = isInList ? (member.pythonName, []) : member.reclassName
        // reclass reads the first byte of each name, and takes two signs off one after the other.
        if !isInList && name.isEmpty || Set(signs).count > 1 || signs.count > 2 {
          refusal = refusal ?? member.start
        }
        // The import leaves out a key that is also given with a sign; reclass merges both.
        let isTwin = indexes[name] != nil
        let statement = ReclassStatement(
          member.value, file, sign: signs.first, isTwin: isTwin, isInList: isInList,
          isLeftOut: signs.count > 1)
        refusal = refusal ?? statement.refusal
        if isTwin || statement.isIncomplete { isIncomplete = true }
        isPlain = isPlain && statement.isPlain
        indexes[name, default: []].append(members.count)
        members.append((name, member.keyType == .text, statement))
      }
      if node.hasKeyOfReclass { isLeftOut = true }
    }
    (self.members, self.indexes) = (members, indexes)
    (self.refusal, self.isLeftOut) = (refusal, isLeftOut)
    self.isIncomplete = isIncomplete || isLeftOut
    if case .text = content { isPlain = false }
    self.isPlain = isPlain && !self.isIncomplete
  }

  /// The value before it is merged with others.
  var value: ReclassValue {
    if sign == nil { return spelledValue }
    var part = ReclassValue.Part(spelledValue, self)
    part.sign = sign
    return .computed(ReclassValue.Computed([part]))
  }

  /// The value with signs in the names of its members.
  private var spelledValue: ReclassValue {
    switch content {
    case .scalar(let node, let isComposite): return .scalar(node, isComposite: isComposite)
    case .text, .query: return .computed(ReclassValue.Computed([ReclassValue.Part(computed: self)]))
    case .leftOut(let kind): return .unknown(kind)
    case .list(let elements):
      return .container(ReclassValue.Container(elements.map(\.spelledValue)))
    case .dict:
      let dict = ReclassValue.Container()
      for (name, isText, statement) in members {
        // A reference finds only a key that is a text.
        let sign = isText ? statement.sign : 0
        dict[(sign.map { [$0] } ?? []) + name] = statement.spelledValue
      }
      return .container(dict)
    }
  }

  var isLiteralDict: Bool { if case .dict = content { true } else { false } }
  var isQuery: Bool { if case .query = content { true } else { false } }

  /// The text and references of a text with references.
  var pieces: [ReclassText.Piece] { if case .text(let pieces) = content { pieces } else { [] } }

  /// The path of a value that is one reference.
  var reference: [[UInt8]]? {
    if pieces.count == 1, case .reference(let path) = pieces[0] { path } else { nil }
  }

  var isNested: Bool {
    pieces.contains { if case .nested = $0 { true } else { false } }
  }

  /// The paths to which the value refers, without those with references in them.
  var paths: [[[UInt8]]] {
    if case .query(let query) = content { query.parameters } else { ReclassText.paths(pieces) }
  }

  /// The members of a dict of which the import leaves out parts.
  var incompleteMembers: [[UInt8]] {
    members.filter { isLeftOut || $0.statement.isIncomplete || $0.statement.isTwin }.map(\.name)
  }

  /// Whether the import leaves out the value at a path, or a value around it that may set it.
  func leavesOut(_ path: some Collection<[UInt8]>, with outer: Bool = false) -> Bool {
    let isWhole = outer || isLeftOut
    guard isWhole || isIncomplete, isLiteralDict, let name = path.first else {
      return isWhole || isIncomplete
    }
    let statements = self[name]
    return statements.count > 1
      || statements.contains { $0.leavesOut(path.dropFirst(), with: isWhole) }
  }

  /// The statements of a member.
  subscript(name: [UInt8]) -> [ReclassStatement] {
    (indexes[name] ?? []).map { members[$0].statement }
  }

  /// Whether the value sets a key.
  func sets(_ path: some Collection<[UInt8]>) -> Bool {
    guard let name = path.first else { return true }
    return self[name].contains { $0.sets(path.dropFirst()) }
  }
}

extension YAMLNode {
  mutating func leaveOutKeysOfReclass() { leaveOutKeys(Self.otherKey, except: Self.keyTypes) }

  fileprivate var hasKeyOfReclass: Bool {
    problemOfKeys(Self.otherKey, except: Self.keyTypes) != nil
  }

  private static let otherKey = "an object with a key that reclass spells in another way"
  private static let keyTypes: [YAMLMember.KeyType] = [.text, .integer]
}

extension YAMLMember {
  /// The name in Python without '~' and '=', and these signs.
  var reclassName: (name: [UInt8], signs: ArraySlice<UInt8>) {
    let name = pythonName
    let signs = name.prefix { "~=".utf8.contains($0) }
    return (Array(name.dropFirst(signs.count)), signs)
  }

  /// The key as a text of Python.
  fileprivate var pythonName: [UInt8] {
    if keyType != .other || name.first?.isDigit == true { return name }
    let isTrue = name.elementsEqual("true".utf8)
    return Array((isTrue ? "True" : name.elementsEqual("false".utf8) ? "False" : "None").utf8)
  }
}
