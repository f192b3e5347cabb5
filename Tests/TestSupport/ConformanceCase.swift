import Cascade
import JSONSource

/// One case of the conformance data: a tree, and questions with their answers.
package struct ConformanceCase {
  package let name: String
  private let tree: MemoryTree
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
    var files: [(path: String, text: [UInt8])] = []
    var scopes: Set = [Scope.root]
    if let tree = document.member("tree", of: node) {
      for member in document.members(tree) {
        let path = String(decoding: document.text(member.nameIndex), as: UTF8.self)
        let isFile = path.hasSuffix(".json")
        let scope = isFile ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : path
        // Names that begin with '.' or '_' are no part of the hierarchy.
        let names = MemoryTree.scope(scope).names
        if !names.contains(where: { [0x2E, 0x5F].contains($0.first) }) {
          scopes.formUnion(Scope(names).lineage)
        }
        if document.kind(member.value) == .null { continue }
        let separator = path.hasSuffix("/") ? "" : "/"
        let file = path.hasSuffix(".json") ? path : path + separator + "properties.json"
        files.append((file, Self.content(document, member.value)))
      }
    }
    self.scopes = scopes
    tree = MemoryTree(files)
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
    let questions = ["value", "absent", "resolve", "outcomes", "error"]
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
    let key = document.string("key", of: ask)
    let question = "\(scope) \(key ?? "")"
    do {
      let view = try tree.view(scope)
      var problems: [String] = []
      if let key { problems += try check(view, try tree.key(key), ask) }
      if let expected = document.compact("resolve", of: ask), view.compact != expected {
        problems.append("resolves to \(view.compact), not \(expected)")
      }
      if let error = document.string("error", of: ask) {
        problems.append("is no error, but should say '\(error)'")
      }
      return problems.map { "\(question): \($0)" }
    } catch {
      return check(error, ask).map { "\(question): \($0)" }
    }
  }

  private func check(_ view: View, _ key: Key, _ ask: Int) throws -> [String] {
    var problems: [String] = []
    let explanation = view.explain(key)
    switch explanation.answer {
    case .value:
      let value = view.compact(key) ?? ""
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
      if let at = document.string("at", of: ask), absence?.taking.place.isAt(at) != true {
        problems.append("is absent at \(absence?.taking.place.text ?? "-"), not \(at)")
      }
    }
    if let outcomes = document.member("outcomes", of: ask) {
      let expected = document.elements(outcomes).map { document.compact($0) }
      let actual = explanation.steps.compactMap { step -> String? in
        guard case .value = step.say else { return nil }
        let scope = String(decoding: step.place.file.scope.path, as: UTF8.self)
        return "[\"\(scope)\",\"\(step.outcome.rawValue)\"]"
      }
      if actual != expected { problems.append("went \(actual), not \(expected)") }
    }
    return problems
  }

  private func check(_ error: any Error, _ ask: Int) -> [String] {
    guard let expected = document.string("error", of: ask) else { return ["fails: \(error)"] }
    let message: String
    var place: Place?
    switch error {
    case let diagnostic as Diagnostic: (message, place) = (diagnostic.message, diagnostic.place)
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

extension Place {
  /// Whether this is the place that a case names: a scope, or a file, line and column.
  fileprivate func isAt(_ expected: String) -> Bool {
    expected.contains(":") ? "/" + text == expected : file.scope.path == Array(expected.utf8)
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
    return String(decoding: writer.output, as: UTF8.self)
  }

  fileprivate func compact(_ name: String, of node: Int) -> String? {
    member(name, of: node).map { compact($0) }
  }
}

/// A case as plain data, for whoever asks the program itself.
extension ConformanceCase {
  package struct Question {
    package let scope: String
    package let key: String?
    /// Compact JSON.
    package let value: String?
    package let absent: String?
    /// Compact JSON.
    package let resolved: String?
    package let error: String?
  }

  package var files: [(path: String, text: [UInt8])] { tree.files }

  package var scopesWithoutFiles: [String] {
    scopes.map { String(decoding: $0.path, as: UTF8.self) }
  }

  package var questions: [Question] {
    asks.map { ask in
      Question(
        scope: document.string("scope", of: ask) ?? "/", key: document.string("key", of: ask),
        value: document.compact("value", of: ask), absent: document.string("absent", of: ask),
        resolved: document.compact("resolve", of: ask), error: document.string("error", of: ask))
    }
  }
}
