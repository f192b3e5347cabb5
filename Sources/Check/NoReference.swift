import Answers
import Cascade
import JSONSource
import Legible

extension CheckRule {
  /// A `$` that is written as an escape is meant as it stands.
  static let noReference = CheckRule(
    .warning, .noReference, "a text that looks like a reference and is none",
    .file(
      "properties.json", #"{ "host": "db", "url": "http://${host}/" }"#,
      mended: #"{ "host": "db", "url": { "$format": "http://${host}/" } }"#)
  ) { scope in
    var findings: [Diagnostic] = []
    for level in scope.visited.levels {
      for file in level.filesAndFragments
      where file.holdsComputed
        || file.document.source.holds(UInt8(ascii: "$"), before: UInt8(ascii: "{"))
      {
        var search = ReferenceSearch(file, scope.view)
        search.visit(0, Key(file.prefix))
        findings += search.found.map { key, problem, node in
          scope.finding(
            .warning, .noReference, key, problem,
            at: SourceRange(file.file, file.document.range(node)))
        }
      }
    }
    return findings
  }
}

/// Looks through the texts of one file.
private struct ReferenceSearch {
  private let file: PropertyFile
  private let view: View
  private(set) var found: [(key: Key, problem: Diagnostic.KeyProblem, node: Int)] = []

  init(_ file: PropertyFile, _ view: View) {
    self.file = file
    self.view = view
  }

  /// Looks at a value and into it. What directives say is none of the texts, but for what stands beside
  /// those of computed values.
  mutating func visit(_ node: Int, _ key: Key) {
    let document = file.document
    switch document.kind(node) {
    case .string:
      if document.spelling(node).contains(UInt8(ascii: "$")),
        document.text(node)[...].looksLikeReference(in: view)
      {
        found.append((key, .looksLikeReference(count: 1), node))
      }
    case .array:
      for (index, element) in document.elements(node).enumerated() {
        visit(element, key.appending(document.names.intern(Array(String(index).utf8))))
      }
    case .object:
      let computed = file.computed(node)
      if let computed, case .format(let pieces) = computed.source,
        pieces.allSatisfy(\.isText), document.text(computed.node)[...].holdsBareName
      {
        found.append((key, .formatWithoutReference(count: 1), computed.node))
      }
      for member in document.members(node) where !member.isDirective {
        visit(member.value, computed == nil ? key.appending(member.name) : key)
      }
    default: break
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether `${KEY}` stands in a text.
  fileprivate func looksLikeReference(in view: View) -> Bool {
    var rest = self
    while let at = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[(at + 1)...]
      guard rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}"))
      else { continue }
      if rest[(rest.startIndex + 1)..<end].isReference(in: view) { return true }
    }
    return false
  }

  /// Whether this is a key, or what stands for the scope or the inherited value. A name that a variable of
  /// a shell might have is one only where there is such a key.
  fileprivate func isReference(in view: View) -> Bool {
    let surroundings = Reference.Surroundings(path: [], prefixCount: 0, isDetached: true)
    guard let reference = try? Reference.read(Array(self), in: surroundings, view.names) else {
      return false
    }
    guard case .key(let key) = reference.target, key.names.count == 1,
      !contains(where: { $0.isLowercase || $0 == UInt8(ascii: ".") })
    else { return true }
    return view.node(key)?.isLive == true
  }

  /// Whether `$name` or `{name}` stands in the text of a `$format`, where `$$` is one `$`.
  fileprivate var holdsBareName: Bool {
    var rest = self
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "$") {
        if rest.first?.beginsName == true { return true }
        // What is written so is meant so, also before a brace.
        if rest.first == first { rest.removeFirst() }
        if rest.first == UInt8(ascii: "{") { rest.removeFirst() }
      } else if first == UInt8(ascii: "{"), rest.first?.beginsName == true,
        rest.first(where: { !$0.continuesName }) == UInt8(ascii: "}")
      {
        return true
      }
    }
    return false
  }
}

extension Computed.Piece {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension UInt8 {
  fileprivate var beginsName: Bool { isOfWord && !isDigit }

  fileprivate var continuesName: Bool {
    isOfWord || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
  }
}
