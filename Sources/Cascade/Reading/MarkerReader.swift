import JSONSource
import SafeText

/// Parses a directive that names keys: a list of keys, or an object with a detail for each key.
struct MarkerReader {
  let directive: Directive
  let file: SourceFile
  let document: Document
  let path: [Name]
  private(set) var markers: [Marker] = []
  private(set) var problems: [InvalidNode] = []

  mutating func read(_ member: Member) {
    switch directive.shape {
    case .keys where directive == .pass: readPassed(member.value)
    case .keys: readList(member.value)
    case .each(let detail): readObject(member.value, detail)
    case .computed, .paths, .scopes, .abstraction, .anything: break
    }
  }

  private mutating func readList(_ node: Int) {
    switch document.kind(node) {
    case .true where directive == .closed: append(node, KeyPattern(Key(path)), nil)
    case .true:
      reading { (reader) throws(InvalidNode) in
        reader.append(node, try reader.pattern(Array("*".utf8), at: node), nil)
      }
    case .array:
      for element in document.elements(node) {
        reading { (reader) throws(InvalidNode) in
          guard let text = reader.document.string(element) else {
            throw InvalidNode(.notAKey(in: reader.directive), element)
          }
          reader.append(element, try reader.pattern(text, at: element), text)
        }
      }
    default: problems.append(InvalidNode(.wrongValue(of: directive), node))
    }
  }

  /// Notes the problem of an entry; the other entries are read all the same.
  private mutating func reading(_ entry: (inout MarkerReader) throws(InvalidNode) -> Void) {
    do throws(InvalidNode) { try entry(&self) } catch { problems.append(error) }
  }

  /// The list of `$pass` is a single marker, because it excludes all other members.
  private mutating func readPassed(_ list: Int) {
    var reader = self
    reader.readList(list)
    problems += reader.problems
    if !reader.problems.isEmpty { return }
    append(list, KeyPattern(Key(path)), nil, .passed(reader.markers))
  }

  private mutating func readObject(_ node: Int, _ kind: Directive.Detail) {
    guard document.kind(node) == .object else {
      return problems.append(InvalidNode(.wrongValue(of: directive), node))
    }
    for member in document.members(node) {
      if member.isDirective && document.isComment(member) { continue }
      // Read without unescaping `$$`: a key that begins with `$` is quoted instead.
      let text = document.text(member.nameIndex)
      reading { (reader) throws(InvalidNode) in
        let pattern = try reader.pattern(text, at: member.nameIndex)
        let detail = try reader.detail(member.value, kind)
        reader.append(member.nameIndex, pattern, text, detail)
      }
    }
  }

  private func pattern(_ text: [UInt8], at node: Int) throws(InvalidNode) -> KeyPattern {
    let parts: [KeyPattern.Part]
    do throws(KeyError) { parts = try KeySyntax.pattern(text, document.names).parts } catch {
      throw InvalidNode(.badKey(text, error, in: directive), node)
    }
    let limit = KeySyntax.deepest
    guard path.count + parts.count <= limit else {
      throw InvalidNode(.tooManyNames(text, limit: limit, in: directive), node)
    }
    return KeyPattern(parts: path.map(KeyPattern.Part.name) + parts)
  }

  private mutating func append(
    _ node: Int, _ pattern: KeyPattern, _ argument: [UInt8]?, _ detail: Marker.Detail = .none
  ) {
    markers.append(
      Marker(directive, file, document, node, pattern, argument: argument, detail))
  }

  private func detail(
    _ node: Int, _ kind: Directive.Detail
  ) throws(InvalidNode) -> Marker.Detail {
    switch kind {
    case .strategy: return .strategy(try strategy(node))
    case .values where document.kind(node) == .array:
      return .values(Array(document.elements(node)))
    case .types: return .type(try type(node))
    case .date:
      if let date = document.string(node).flatMap(CalendarDate.init) { return .date(date) }
    case .text: if let text = document.string(node) { return .text(text) }
    case .values: break
    }
    throw wrong(node)
  }

  private func strategy(_ node: Int) throws(InvalidNode) -> Strategy {
    if let text = document.string(node),
      let known = Strategy.named.first(where: { $0.0.utf8.elementsEqual(text) })
    {
      return known.1
    }
    let members = document.kind(node) == .object ? Array(document.members(node)) : []
    func isOnly(_ name: String) -> Bool {
      members.count == 1 && !members[0].isDirective
        && document.names.bytes(of: members[0].name).elementsEqual(name.utf8)
    }
    if isOnly("union"), document.string(members[0].value) == Array("prepend".utf8) {
      return .unionPrepend
    }
    if isOnly("by"), document.kind(members[0].value) == .string {
      return .by(document.names.intern(document.text(members[0].value)))
    }
    throw wrong(node, choices: Strategy.named.map(\.0))
  }

  private func wrong(_ node: Int, choices: [String] = []) -> InvalidNode {
    InvalidNode(
      .wrongDetail(of: directive, choices: choices, given: document.string(node)), node)
  }

  /// A detail is a type, a list of types, or an object with constraints.
  func type(_ node: Int) throws(InvalidNode) -> DeclaredType {
    document.kind(node) == .object
      ? try conditionedType(node) : DeclaredType(try typeNames(node))
  }

  private func typeNames(_ node: Int) throws(InvalidNode) -> [TypeName] {
    let nodes = document.kind(node) == .array ? Array(document.elements(node)) : [node]
    if nodes.isEmpty { throw InvalidNode(.emptyDetail(of: directive), node) }
    return try nodes.map { (node) throws(InvalidNode) in
      guard let name = document.string(node).flatMap(TypeName.named) else {
        throw wrong(node, choices: TypeName.allCases.map(\.rawValue))
      }
      return name
    }
  }

  private func conditionedType(_ node: Int) throws(InvalidNode) -> DeclaredType {
    var declared: [TypeName] = []
    var conditions: [(condition: DeclaredType.Condition, option: Directive.Modifier, node: Int)] =
      []
    let members = document.members(node).filter { !document.isComment($0) }
    if members.isEmpty { throw InvalidNode(.emptyDetail(of: directive), node) }
    for member in members {
      let name =
        member.isDirective
        ? document.text(member.nameIndex) : Array(document.names.bytes(of: member.name))
      let known = try InvalidNode.located(member.nameIndex) { () throws(Diagnostic.Problem) in
        try directive.option(name)
      }
      if known == .type {
        declared = try typeNames(member.value)
      } else {
        conditions.append((try condition(known, member.value), known, member.nameIndex))
      }
    }
    if case .least(let least)? = conditions.first(where: { $0.option == .min })?.condition,
      let upper = conditions.first(where: { $0.option == .max }),
      case .most(let most) = upper.condition, ExactNumber(most) < ExactNumber(least)
    {
      throw InvalidNode(.crossedBounds, upper.node)
    }
    // Without a declared type, the constraints limit the types.
    var implied: [TypeName]?
    for (condition, option, node) in conditions {
      guard let types = condition.types else { continue }
      let left = (declared.isEmpty ? implied ?? types : declared).filter(types.contains)
      if left.isEmpty { throw InvalidNode(.idleOption(option, types), node) }
      implied = left
    }
    return DeclaredType(declared.isEmpty ? implied ?? [] : declared, conditions.map(\.condition))
  }

  private func condition(
    _ option: Directive.Modifier, _ node: Int
  ) throws(InvalidNode) -> DeclaredType.Condition {
    let found: DeclaredType.Condition?
    switch option {
    case .enum: found = listed(node)
    case .min, .max:
      let spelling = document.kind(node) == .number ? Array(document.spelling(node)) : nil
      found = spelling.map { option == .min ? .least($0) : .most($0) }
    case .match:
      let text = document.string(node)
      found = text.flatMap { Self.looksLikeExpression($0) ? nil : .like(StarPattern($0)) }
    case .length: found = length(node).map { .length($0) }
    case .items: return .elements(try type(node))
    case .default, .scope, .map, .type, .trim: found = nil
    }
    guard let found else { throw InvalidNode(.wrongOption(option), node) }
    return found
  }

  /// Whether a text begins with `^`, ends with `$`, or has brackets, as regular expressions do.
  private static func looksLikeExpression(_ text: [UInt8]) -> Bool {
    text.first == UInt8(ascii: "^") || text.last == UInt8(ascii: "$")
      || text.firstIndex(of: UInt8(ascii: "["))
        .map { text[$0...].contains(UInt8(ascii: "]")) } == true
  }

  private func listed(_ node: Int) -> DeclaredType.Condition? {
    guard document.kind(node) == .array else { return nil }
    let values = Array(document.elements(node))
    if values.isEmpty || values.contains(where: { document.firstDirective(in: $0) != nil }) {
      return nil
    }
    return .listed(document, values)
  }

  private func length(_ node: Int) -> ClosedRange<Int>? {
    guard document.kind(node) == .array else { return nil }
    let bounds = document.elements(node).map { element in
      document.kind(element) == .number
        ? Int(String(decoding: document.spelling(element), as: UTF8.self)) : nil
    }
    guard bounds.count == 2, let least = bounds[0], let most = bounds[1], 0 <= least, least <= most
    else { return nil }
    return least...most
  }
}

/// A merge strategy (I8).
package enum Strategy: Equatable {
  case deep, replace, append, prepend, union
  /// Own elements first, then the inherited elements without equal.
  case unionPrepend
  /// Elements with equal values of this member are merged.
  case by(Name)

  package static let named: [(String, Strategy)] = [
    ("deep", .deep), ("replace", .replace), ("append", .append), ("prepend", .prepend),
    ("union", .union),
  ]

  package var fitsObjects: Bool { self == .deep || self == .replace }
  package var fitsArrays: Bool { self != .deep }
}
