import JSONSource

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
