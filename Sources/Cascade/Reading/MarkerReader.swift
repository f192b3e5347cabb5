import JSONSource
import SafeText

/// Parses a directive that names keys: a list of keys, or an object with a detail for each key.
struct MarkerReader {
  let directive: Directive
  let file: SourceFile
  let document: Document
  let path: [Name]
  private(set) var markers: [Marker] = []
  private(set) var problems: [(problem: Diagnostic.Problem, node: Int)] = []

  mutating func read(_ member: Member) {
    switch directive.shape {
    case .keys where directive == .pass: readPassed(member.value)
    case .keys: readList(member.value)
    case .each(let detail): readObject(member.value, detail)
    case .computed, .paths, .scopes, .truth, .anything: break
    }
  }

  private mutating func readList(_ node: Int) {
    switch document.kind(node) {
    case .true where directive == .closed: append(node, KeyPattern(Key(path)), nil)
    case .true:
      if let pattern = pattern([.any], Array("*".utf8), at: node) { append(node, pattern, nil) }
    case .array:
      for element in document.elements(node) {
        guard let text = document.string(element) else {
          problems.append((.notAKey(in: directive), element))
          continue
        }
        if let pattern = pattern(text, at: element) { append(element, pattern, text) }
      }
    default: problems.append((.wrongValue(of: directive), node))
    }
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
      problems.append((.wrongValue(of: directive), node))
      return
    }
    for member in document.members(node) {
      if member.isDirective && document.isComment(member) { continue }
      // Read without unescaping `$$`: a key that begins with `$` is quoted instead.
      let text = document.text(member.nameIndex)
      guard let pattern = pattern(text, at: member.nameIndex) else { continue }
      guard let detail = detail(member.value, kind) else { continue }
      append(member.nameIndex, pattern, text, detail)
    }
  }

  private mutating func pattern(_ text: [UInt8], at node: Int) -> KeyPattern? {
    do throws(KeyError) {
      return pattern(try KeySyntax.pattern(text, document.names).parts, text, at: node)
    } catch {
      problems.append((.badKey(text, error, in: directive), node))
      return nil
    }
  }

  private mutating func pattern(
    _ parts: [KeyPattern.Part], _ text: [UInt8], at node: Int
  ) -> KeyPattern? {
    let limit = KeySyntax.deepest
    guard path.count + parts.count <= limit else {
      problems.append((.tooManyNames(text, limit: limit, in: directive), node))
      return nil
    }
    return KeyPattern(parts: path.map(KeyPattern.Part.name) + parts)
  }

  private mutating func append(
    _ node: Int, _ pattern: KeyPattern, _ argument: [UInt8]?, _ detail: Marker.Detail = .none
  ) {
    markers.append(
      Marker(directive, file, document, node, pattern, argument: argument, detail))
  }

  private mutating func detail(_ node: Int, _ kind: Directive.Detail) -> Marker.Detail? {
    switch kind {
    case .strategy: return strategy(node)
    case .values:
      guard document.kind(node) == .array else { return wrong(node) }
      return .values(Array(document.elements(node)))
    case .types: return type(node).map { .type($0) }
    case .date:
      return document.string(node).flatMap(CalendarDate.init).map { .date($0) } ?? wrong(node)
    case .text: return document.string(node).map { .text($0) } ?? wrong(node)
    }
  }

  private mutating func strategy(_ node: Int) -> Marker.Detail? {
    if let text = document.string(node),
      let known = Strategy.named.first(where: { $0.0.utf8.elementsEqual(text) })
    {
      return .strategy(known.1)
    }
    let members = document.kind(node) == .object ? Array(document.members(node)) : []
    func isOnly(_ name: String) -> Bool {
      members.count == 1 && !members[0].isDirective
        && document.names.bytes(of: members[0].name).elementsEqual(name.utf8)
    }
    if isOnly("union"), document.string(members[0].value) == Array("prepend".utf8) {
      return .strategy(.unionPrepend)
    }
    if isOnly("by"), document.kind(members[0].value) == .string {
      return .strategy(.by(document.names.intern(document.text(members[0].value))))
    }
    return wrong(node, choices: Strategy.named.map(\.0))
  }

  private mutating func wrong(_ node: Int, choices: [String] = []) -> Marker.Detail? {
    note(.wrongDetail(of: directive, choices: choices, given: document.string(node)), node)
    return nil
  }

  mutating func note(_ problem: Diagnostic.Problem, _ node: Int) {
    problems.append((problem, node))
  }
}

extension MarkerReader {
  /// A detail is a type, a list of types, or an object with constraints.
  mutating func type(_ node: Int) -> DeclaredType? {
    if document.kind(node) == .object { return conditionedType(node) }
    return typeNames(node).map { DeclaredType($0) }
  }

  private mutating func typeNames(_ node: Int) -> [TypeName]? {
    let nodes = document.kind(node) == .array ? Array(document.elements(node)) : [node]
    var names: [TypeName] = []
    for node in nodes {
      guard let name = document.string(node).flatMap(TypeName.named) else {
        note(
          .wrongDetail(
            of: directive, choices: TypeName.allCases.map(\.rawValue), given: document.string(node)),
          node)
        return nil
      }
      names.append(name)
    }
    if names.isEmpty { note(.emptyDetail(of: directive), node) }
    return names.isEmpty ? nil : names
  }

  private mutating func conditionedType(_ node: Int) -> DeclaredType? {
    var declared: [TypeName] = []
    var conditions: [(condition: DeclaredType.Condition, option: Directive.Modifier, node: Int)] =
      []
    let members = document.members(node).filter { !document.isComment($0) }
    if members.isEmpty {
      note(.emptyDetail(of: directive), node)
      return nil
    }
    for member in members {
      let name =
        member.isDirective
        ? document.text(member.nameIndex) : Array(document.names.bytes(of: member.name))
      let known: Directive.Modifier
      do throws(Diagnostic.Problem) { known = try directive.option(name) } catch {
        note(error, member.nameIndex)
        return nil
      }
      if known == .type {
        guard let names = typeNames(member.value) else { return nil }
        declared = names
      } else if let condition = condition(known, member.value) {
        conditions.append((condition, known, member.nameIndex))
      } else {
        return nil
      }
    }
    if case .least(let least)? = conditions.first(where: { $0.option == .min })?.condition,
      let upper = conditions.first(where: { $0.option == .max }),
      case .most(let most) = upper.condition, ExactNumber(most) < ExactNumber(least)
    {
      note(.crossedBounds, upper.node)
      return nil
    }
    // Without a declared type, the constraints limit the types.
    var implied: [TypeName]?
    for (condition, option, node) in conditions {
      guard let types = condition.types else { continue }
      let left = (declared.isEmpty ? implied ?? types : declared).filter(types.contains)
      if left.isEmpty {
        note(.idleOption(option, types), node)
        return nil
      }
      implied = left
    }
    return DeclaredType(declared.isEmpty ? implied ?? [] : declared, conditions.map(\.condition))
  }

  private mutating func condition(
    _ option: Directive.Modifier, _ node: Int
  ) -> DeclaredType.Condition? {
    let found: DeclaredType.Condition?
    switch option {
    case .enum: found = listed(node)
    case .min, .max:
      let spelling = document.kind(node) == .number ? Array(document.spelling(node)) : nil
      found = spelling.map { option == .min ? .least($0) : .most($0) }
    case .match: found = document.string(node).map { .like(StarPattern($0)) }
    case .length: found = length(node).map { .length($0) }
    case .items: return type(node).map { .elements($0) }
    case .default, .scope, .map, .type, .trim: found = nil
    }
    if found == nil { note(.wrongOption(option), node) }
    return found
  }

  private func listed(_ node: Int) -> DeclaredType.Condition? {
    guard document.kind(node) == .array else { return nil }
    let values = Array(document.elements(node))
    if values.isEmpty || values.contains(where: containsDirective) { return nil }
    return .listed(document, values)
  }

  private func containsDirective(_ node: Int) -> Bool {
    switch document.kind(node) {
    case .object:
      document.members(node).contains {
        $0.isDirective ? !document.isComment($0) : containsDirective($0.value)
      }
    case .array: document.elements(node).contains(where: containsDirective)
    default: false
    }
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
