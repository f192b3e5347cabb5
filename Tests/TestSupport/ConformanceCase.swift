import Cascade
import JSONSource

/// One case of the conformance data: a tree, and questions with their answers.
package struct ConformanceCase {
  /// What the command line sets: `KEY=VALUE`, or what a file of values holds.
  package enum Setting {
    case setting(String)
    case values(String)
  }

  /// JSON is compact.
  package struct Question {
    package let scope: String
    package let key: String?
    package let value: String?
    package let absent: String?
    package let attributes: String?
    package let resolved: String?
    package let error: String?
    /// The place of the value, of the reason for which there is none, or of the error.
    package let place: String?
    /// Each level that sets the key with what became of its value.
    package let outcomes: [String]?
    /// What `check` finds of the topic's kind: rule, key and level.
    package let findings: [String]?
    package let settings: [Setting]
    package let variables: [String: String]
    package let allowed: [String]
    package let facts: String?
  }

  package let name: String
  /// The root's tree.
  package let files: MemoryTree.Files
  package let overlayFiles: [MemoryTree.Files]
  package let scopesWithoutFiles: [String]
  package let questions: [Question]

  /// Reads a topic's file.
  package static func read(_ bytes: [UInt8]) throws -> [ConformanceCase] {
    let document = try Document(Source(bytes), names: NameTable())
    guard let cases = document.member("cases", of: 0) else { return [] }
    return document.elements(cases).map { ConformanceCase(document, $0) }
  }

  private init(_ document: Document, _ node: Int) {
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
    self.files = document.member("tree", of: node).map(files) ?? []
    overlayFiles =
      document.member("overlays", of: node).map { document.elements($0).map(files) } ?? []
    scopesWithoutFiles = scopes.map { String(decoding: $0.path, as: UTF8.self) }
    let asks = document.member("asks", of: node).map { Array(document.elements($0)) } ?? []
    questions = asks.map { Question(document, $0) }
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
}

extension ConformanceCase.Question {
  fileprivate init(_ document: Document, _ ask: Int) {
    func text(_ node: Int) -> String { String(decoding: document.text(node), as: UTF8.self) }
    func elements(_ name: String) -> [Int]? {
      document.member(name, of: ask).map { Array(document.elements($0)) }
    }
    scope = document.string("scope", of: ask) ?? "/"
    key = document.string("key", of: ask)
    value = document.compact("value", of: ask)
    absent = document.string("absent", of: ask)
    attributes = document.compact("attributes", of: ask)
    resolved = document.compact("resolve", of: ask)
    error = document.string("error", of: ask)
    place = document.string("from", of: ask) ?? document.string("at", of: ask)
    outcomes = elements("outcomes")?.map { document.compact($0) }
    findings = elements("findings")?.map { document.compact($0) }
    settings =
      elements("set")?.map {
        document.kind($0) == .string ? .setting(text($0)) : .values(document.compact($0))
      } ?? []
    variables = Dictionary(
      (document.member("env", of: ask).map { Array(document.members($0)) } ?? []).map {
        (text($0.nameIndex), text($0.value))
      }
    ) { $1 }
    allowed = elements("allow")?.map(text) ?? []
    facts = document.compact("facts", of: ask)
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
