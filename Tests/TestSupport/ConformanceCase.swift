import Answers
import Cascade
import Check
import JSONSource

/// A case of the conformance data: a tree, and questions with their answers.
package struct ConformanceCase {
  package let name: String
  private let tree: MemoryTree.Files
  private let overlays: [MemoryTree.Files]
  private let document: Document
  private let asks: [Int]
  private let scopes: Set<Scope>

  /// Reads a topic's file.
  package static func read(_ bytes: [UInt8]) throws -> [ConformanceCase] {
    let document = try Document(Source(bytes), names: NameTable())
    guard let cases = document.member("cases", of: 0) else { return [] }
    return document.elements(cases).map { ConformanceCase(document, $0) }
  }

  private init(_ document: Document, _ node: Int) {
    self.document = document
    name = document.string("name", of: node) ?? "?"
    var scopes: Set = [Scope.root]
    func files(_ tree: Int) -> MemoryTree.Files {
      document.members(tree).compactMap { member in
        let path = String(decoding: document.text(member.nameIndex), as: UTF8.self)
        let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst()
        let isText = [.string, .array].contains(document.kind(member.value))
        let isFile = name.hasSuffix(".json") || isText && name.contains(".")
        let scope = isFile ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : path
        // Names that begin with '.' or '_' are no part of the hierarchy.
        let names = MemoryTree.scope(scope).names
        if !names.contains(where: { [0x2E, 0x5F].contains($0.first) }) {
          scopes.formUnion(Scope(names).lineage)
        }
        if document.kind(member.value) == .null { return nil }
        let separator = path.hasSuffix("/") ? "" : "/"
        let file = isFile ? path : path + separator + "properties.json"
        return (file, Self.content(document, member.value))
      }
    }
    tree = document.member("tree", of: node).map(files) ?? []
    overlays =
      document.member("overlays", of: node).map { document.elements($0).map(files) } ?? []
    self.scopes = scopes
    asks = document.member("asks", of: node).map { Array(document.elements($0)) } ?? []
  }

  /// A file's bytes: an object as it is spelled; a text as it is; a list of texts and byte numbers.
  private static func content(_ document: Document, _ node: Int) -> [UInt8] {
    switch document.kind(node) {
    case .string: document.text(node)
    case .array: document.elements(node).flatMap { content(document, $0) }
    case .number: [UInt8(String(decoding: document.spelling(node), as: UTF8.self)) ?? 0]
    default: Array(document.spelling(node))
    }
  }

  /// What does not hold, in words.
  package func problems() -> [String] {
    let questions = ["value", "absent", "resolve", "outcomes", "error", "attributes", "findings"]
    if asks.isEmpty { return ["asks nothing"] }
    for ask in asks where !questions.contains(where: { document.member($0, of: ask) != nil }) {
      return ["has a question without an answer"]
    }
    return asks.flatMap { problems(of: $0) }
  }

  private func problems(of ask: Int) -> [String] {
    let scope = document.string("scope", of: ask) ?? "/"
    // Whether a scope exists is for whoever looks at directories.
    let isKnown =
      scopes.contains(MemoryTree.scope(scope))
      && MemoryTree.scope(scope).path == Array(scope.utf8)
    if document.member("error", of: ask) != nil, !isKnown { return [] }
    // And what the command line may say is for whoever reads it.
    if document.member("error", of: ask) != nil, document.member("set", of: ask) != nil {
      return []
    }
    // Findings are for whoever walks the tree.
    if document.member("findings", of: ask) != nil { return [] }
    let key = document.string("key", of: ask)
    let question = "\(scope) \(key ?? "")"
    do {
      let memory = MemoryTree(tree, overlays: overlays)
      let (words, variables, allowed) = surroundings(of: ask)
      memory.settings = words.map { setting in
        guard case .setting(let word) = setting else { return ("", setting.text) }
        var (isQuoted, isEscaped) = (false, false)
        let equals = word.utf8.firstIndex { byte in
          defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
          if byte == UInt8(ascii: "\""), word.first != "/", !isEscaped { isQuoted.toggle() }
          return byte == UInt8(ascii: "=") && !isQuoted
        }
        let value = String(word[word.utf8.index(after: equals ?? word.startIndex)...])
        let isJSON = (try? Document(Source(Array(value.utf8)), names: NameTable())) != nil
        return (
          String(word[..<(equals ?? word.startIndex)]),
          isJSON ? value : PlainValue.string(Array(value.utf8)).compact
        )
      }
      memory.otherScopes = scopes
      (memory.variables, memory.allowed) = (variables, Set(allowed))
      memory.factsText = document.compact("facts", of: ask)
      let asked = try memory.asked(scope)
      var problems: [String] = []
      if let key { problems += try check(asked, try memory.key(key), ask) }
      if let expected = document.compact("resolve", of: ask) {
        let actual = try asked.compact() ?? "nothing"
        if actual != expected { problems.append("resolves to \(actual), not \(expected)") }
      }
      if let error = document.string("error", of: ask) {
        if key == nil { _ = try asked.compact() }
        problems.append("is no error, but should say '\(error)'")
      }
      return problems.map { "\(question): \($0)" }
    } catch {
      return check(error, ask).map { "\(question): \($0)" }
    }
  }

  private func surroundings(
    of ask: Int
  ) -> (settings: [Setting], variables: [String: String], allowed: [String]) {
    func texts(_ name: String) -> [String] {
      document.member(name, of: ask).map {
        document.elements($0).map { String(decoding: document.text($0), as: UTF8.self) }
      } ?? []
    }
    var variables: [String: String] = [:]
    if let node = document.member("env", of: ask) {
      for member in document.members(node) {
        variables[String(decoding: document.text(member.nameIndex), as: UTF8.self)] =
          String(decoding: document.text(member.value), as: UTF8.self)
      }
    }
    let settings = document.member("set", of: ask).map { set in
      document.elements(set).map { element -> Setting in
        document.kind(element) == .string
          ? .setting(String(decoding: document.text(element), as: UTF8.self))
          : .values(document.compact(element))
      }
    }
    return (settings ?? [], variables, texts("allow"))
  }

  private func check(_ asked: Evaluation, _ key: Key, _ ask: Int) throws -> [String] {
    var problems: [String] = []
    let explanation = try asked.explain(key)
    switch explanation.answer {
    case .value:
      let value = try asked.compact(key) ?? ""
      if let reason = document.string("absent", of: ask) {
        problems.append("is \(value), and should be absent: \(reason)")
      }
      if let expected = document.compact("value", of: ask), value != expected {
        problems.append("is \(value), not \(expected)")
      }
      let origins = explanation.origins
      if let from = document.string("from", of: ask), !origins.contains(where: { $0.isAt(from) }) {
        problems.append("is from \(origins.map(\.text)), not \(from)")
      }
    case .absent(let absence):
      let reason = absence?.reason ?? .neverSet
      let expected = document.string("absent", of: ask)
      let wantsValue = document.member("value", of: ask) != nil
      if wantsValue || expected ?? reason.rawValue != reason.rawValue {
        problems.append("is absent: \(reason.rawValue)")
      }
      if let at = document.string("at", of: ask), absence?.place.isAt(at) != true {
        problems.append("is absent at \(absence?.place.text ?? "-"), not \(at)")
      }
    }
    if let expected = document.compact("attributes", of: ask) {
      let told = asked.ownAttributes(of: key).map {
        PlainMember(PlainName($0.name), PlainValue.string($0.text))
      }
      let actual = PlainValue.object(told).compact
      if actual != expected { problems.append("has the attributes \(actual), not \(expected)") }
    }
    if let outcomes = document.member("outcomes", of: ask) {
      let expected = document.elements(outcomes).map { document.compact($0) }
      let actual = explanation.steps.compactMap { step -> String? in
        guard case .value = step.say else { return nil }
        return "[\"\(step.place.scopeName)\",\"\(step.outcome.rawValue)\"]"
      }
      if actual != expected { problems.append("went \(actual), not \(expected)") }
    }
    return problems
  }

  private func check(_ error: any Error, _ ask: Int) -> [String] {
    guard let expected = document.string("error", of: ask) else { return ["fails: \(error)"] }
    let message: String
    var place: SourceRange?
    switch error {
    case let diagnostic as Diagnostic: (message, place) = (diagnostic.message, diagnostic.place)
    case let unresolved as Unresolved:
      message = unresolved.diagnostics.map(\.message).joined(separator: "; ")
      place = unresolved.diagnostics.first?.place
    case let keyError as KeyError:
      message = keyError.words(for: Array((document.string("key", of: ask) ?? "").utf8))
    default: message = "\(error)"
    }
    var problems: [String] = []
    if !expected.isEmpty, !message.lowercased().contains(expected) {
      problems.append("says '\(message)', not '\(expected)'")
    }
    if let at = document.string("at", of: ask), place?.isAt(at) != true {
      problems.append("fails at \(place?.text ?? "-"), not \(at): \(message)")
    }
    return problems
  }
}

extension SourceRange {
  /// Whether this is the place that a case names: a scope, or a file, line and column.
  fileprivate func isAt(_ expected: String) -> Bool {
    expected == scopeName || home + "/" + text == expected
  }

  private var home: String {
    switch file.home {
    case .tree(0), .former: ""
    case .tree(let number): "\(number):"
    case .commandLine(let number), .values(let number): "set:\(number)"
    case .facts: "facts:"
    }
  }

  /// The level: `/prod`, `1:/prod` in the first overlay, `set:1` for the first `--set`.
  fileprivate var scopeName: String {
    switch file.home {
    case .commandLine, .values: return home
    case .tree, .former, .facts: break
    }
    return home + String(decoding: file.scope.path, as: UTF8.self)
  }
}

extension Document {
  package func member(_ name: String, of node: Int) -> Int? {
    members(node).first { text($0.nameIndex) == Array(name.utf8) }?.value
  }

  package func string(_ name: String, of node: Int) -> String? {
    member(name, of: node).flatMap {
      kind($0) == .string ? String(decoding: text($0), as: UTF8.self) : nil
    }
  }

  fileprivate func compact(_ node: Int) -> String {
    var writer = JSONWriter(.compact)
    writer.value(self, node, asWritten: true)
    return String(decoding: writer.take(), as: UTF8.self)
  }

  fileprivate func compact(_ name: String, of node: Int) -> String? {
    member(name, of: node).map { compact($0) }
  }
}

extension ConformanceCase {
  /// A value of the command line: `KEY=VALUE`, or the content of a file of values.
  package enum Setting {
    case setting(String)
    case values(String)

    package var text: String {
      switch self {
      case .setting(let text), .values(let text): text
      }
    }
  }
}

/// A case as plain data, for tests of the program.
extension ConformanceCase {
  package struct Question {
    package let scope: String
    package let key: String?
    /// Compact JSON.
    package let value: String?
    package let absent: String?
    /// Compact JSON.
    package let attributes: String?
    /// Compact JSON.
    package let resolved: String?
    package let error: String?
    /// What `check` finds of the topic's kind: rule, key and level, each list in compact JSON.
    package let findings: [String]?
    package let settings: [Setting]
    package let variables: [String: String]
    package let allowed: [String]
    /// Compact JSON.
    package let facts: String?
  }

  /// The root's tree.
  package var files: MemoryTree.Files { tree }

  package var overlayFiles: [MemoryTree.Files] { overlays }

  package var scopesWithoutFiles: [String] {
    scopes.map { String(decoding: $0.path, as: UTF8.self) }
  }

  package var questions: [Question] {
    asks.map { ask in
      let (settings, variables, allowed) = surroundings(of: ask)
      return Question(
        scope: document.string("scope", of: ask) ?? "/", key: document.string("key", of: ask),
        value: document.compact("value", of: ask), absent: document.string("absent", of: ask),
        attributes: document.compact("attributes", of: ask),
        resolved: document.compact("resolve", of: ask), error: document.string("error", of: ask),
        findings: document.member("findings", of: ask).map { list in
          document.elements(list).map { document.compact($0) }
        },
        settings: settings, variables: variables, allowed: allowed,
        facts: document.compact("facts", of: ask))
    }
  }
}
