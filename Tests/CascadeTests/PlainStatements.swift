import JSONSource
import TestSupport

@testable import Answers
@testable import Cascade

/// The statements in the files of a tree, parsed naively, to compare two snapshots.
struct PlainStatements {
  struct Statement {
    /// Scope, file, directive and key: what is spoken of.
    let subject: String
    let text: String
    let scope: String
    let file: String
    /// Where it was included from, from fragment to file.
    let inclusion: String
    let range: Range<Int>
    let key: PlainKey?
    let isValue: Bool
    /// Whether it is a file's list of further parents, which is one statement.
    let isParents: Bool

    var id: String { "\(subject) = \(text)" }
    var place: String { "\(file):\(range.lowerBound)" }
  }

  private(set) var all: [Statement] = []
  private let files: [String: [UInt8]]
  private let names = NameTable()

  /// Reads the property files of some scopes, and what they include.
  init(_ rendered: [(path: String, text: String)], _ scopes: [[PlainName]]) {
    var files: [String: [UInt8]] = [:]
    for file in rendered { files[PlainName(file.path).exact] = Array(file.text.utf8) }
    self.files = files
    for (path, _) in rendered {
      let components = path.utf8.split(separator: UInt8(ascii: "/")).map {
        PlainName(bytes: Array($0))
      }
      guard let name = components.last, name.text.hasSuffix(".json"),
        name.bytes.first != UInt8(ascii: "_"), scopes.contains(Array(components.dropLast()))
      else { continue }
      read(
        components, in: PlainName(ReferenceTree.spelled(Array(components.dropLast()))).exact, "",
        at: [], depth: 0)
    }
  }

  private mutating func read(
    _ path: [PlainName], in scope: String, _ inclusion: String, at prefix: PlainKey, depth: Int
  ) {
    let file = path.map(\.exact).joined(separator: "/")
    guard depth < 4, let text = files[file],
      let document = try? Document(Source(text), names: names)
    else { return }
    let reading = Reading(
      document: document, scope: scope, path: path, inclusion: inclusion, depth: depth)
    read(reading, 0, prefix)
  }

  private struct Reading {
    let document: Document
    let scope: String
    let path: [PlainName]
    let inclusion: String
    let depth: Int
  }

  private mutating func read(_ reading: Reading, _ object: Int, _ key: PlainKey) {
    let document = reading.document
    for member in document.members(object) {
      let name = PlainName(bytes: Array(names.bytes(of: member.name)))
      guard member.isDirective else {
        readValue(reading, member.value, key + [name])
        continue
      }
      switch name {
      case "$comment", "$schema": continue
      case "$include":
        note(reading, "$include", key, member.value, member.value, nil)
        include(reading, member.value, key)
      case "$inherit", "$pass": note(reading, name.text, key, member.value, member.value, nil)
      default: readDirective(reading, name, member, key)
      }
    }
  }

  private mutating func readValue(_ reading: Reading, _ node: Int, _ key: PlainKey) {
    let document = reading.document
    if document.kind(node) == .object {
      let directives = document.members(node).filter(\.isDirective).map {
        PlainName(bytes: Array(names.bytes(of: $0.name)))
      }
      let isComputed = directives.contains { ["$ref", "$format", "$env", "$file"].contains($0) }
      let isEmpty =
        document.members(node).allSatisfy(\.isDirective)
        && directives.allSatisfy { $0 == "$comment" }
      if !isComputed && !isEmpty { return read(reading, node, key) }
    }
    note(reading, "value", key, node, node, key)
  }

  private mutating func readDirective(
    _ reading: Reading, _ name: PlainName, _ member: Member, _ key: PlainKey
  ) {
    let document = reading.document
    switch document.kind(member.value) {
    case .true: note(reading, name.text, key, member.value, nil, nil, pattern: "*")
    case .array:
      for element in document.elements(member.value) {
        let text = String(decoding: document.text(element), as: UTF8.self)
        note(reading, name.text, key, element, nil, nil, pattern: text)
      }
    default:
      for inner in document.members(member.value) {
        let text = String(decoding: document.text(inner.nameIndex), as: UTF8.self)
        note(reading, name.text, key, inner.nameIndex, inner.value, nil, pattern: text)
      }
    }
  }

  private mutating func include(_ reading: Reading, _ node: Int, _ key: PlainKey) {
    let document = reading.document
    let nodes =
      document.kind(node) == .array ? Array(document.elements(node)) : [node]
    for node in nodes {
      var target = Array(reading.path.dropLast())
      for part in document.text(node).split(separator: UInt8(ascii: "/")) {
        if part.elementsEqual("..".utf8) {
          if target.popLast() == nil { return }
        } else {
          target.append(PlainName(bytes: Array(part)))
        }
      }
      let from = "\(reading.path.map(\.exact).joined(separator: "/")):\(document.range(node).start)"
      read(
        target, in: reading.scope, from + reading.inclusion, at: key, depth: reading.depth + 1)
    }
  }

  private mutating func note(
    _ reading: Reading, _ what: String, _ key: PlainKey, _ node: Int, _ value: Int?,
    _ valueKey: PlainKey?, pattern: String? = nil
  ) {
    var spelled = ReferencePattern.spelled(key)
    var named = valueKey
    if let pattern {
      guard let read = try? KeySyntax.pattern(Array(pattern.utf8), names) else { return }
      let parts = key.map { KeyPattern.Part.name(names.intern($0.bytes)) } + read.parts
      let whole = KeyPattern(parts: parts)
      spelled = String(decoding: names.spelling(whole), as: UTF8.self)
      named = whole.key.map { $0.names.map { PlainName(bytes: Array(names.bytes(of: $0))) } }
    }
    let document = reading.document
    let file = reading.path.map(\.exact).joined(separator: "/")
    let text = value.map { Self.bare(document.source[document.range($0)]) } ?? ""
    all.append(
      Statement(
        subject: PlainName("\(reading.scope) \(file) \(what) \(spelled)").exact,
        text: PlainName(text).exact, scope: reading.scope, file: file,
        inclusion: reading.inclusion,
        range: document.range(node).start..<document.range(value ?? node).end, key: named,
        isValue: what == "value", isParents: what == "$inherit"))
  }

  /// JSON without the space between its tokens.
  private static func bare(_ bytes: some Sequence<UInt8>) -> String {
    var kept: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if !isInString, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { continue }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
      kept.append(byte)
    }
    return String(decoding: kept, as: UTF8.self)
  }
}

extension SourceRange {
  /// What tells the statement at a place from all others: whose it is, where, and how it was included.
  var statement: String {
    let tree = if case .tree(let number) = file.home { number } else { -1 }
    let origin = file.includedFrom.map { " from \($0.statement)" } ?? ""
    let path = PlainName(bytes: file.path).exact
    let scope = PlainName(bytes: file.scope.path).exact
    return "\(tree):\(path):\(range.start) of \(scope)\(origin)"
  }
}

extension PlainName {
  /// Text that is equal only where the bytes are.
  var exact: String {
    bytes.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "<\(String($0, radix: 16))>" }.joined()
  }
}
