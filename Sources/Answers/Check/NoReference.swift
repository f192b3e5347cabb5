import Cascade

extension CheckRule {
  /// Text with an escape, such as `\u0024{`, is taken literally.
  static let noReference = CheckRule(
    .warning, .noReference, "Text that looks like a reference, but is not evaluated",
    .file(
      "properties.json", #"{ "host": "db", "url": "http://${host}/" }"#,
      corrected: #"{ "host": "db", "url": { "$format": "http://${host}/" } }"#)
  ) { scope in
    var findings: [Diagnostic] = []
    for level in scope.visited.levels {
      for file in level.filesAndFragments {
        var search = ReferenceSearch(file: file, view: scope.view)
        // Most files have none, and a search of the text is faster than one of all values.
        if file.document.spelling(0).mayHoldReference { search.visit(0, Key(file.prefix)) }
        search.visitLookupOptions()
        findings += search.found.map { key, problem, node in
          scope.warning(
            .noReference, key, problem,
            at: SourceRange(file.file, file.document.range(node)))
        }
      }
    }
    return findings
  }
}

/// Searches the strings of a file.
private struct ReferenceSearch {
  let file: PropertyFile
  let view: View
  var found: [(key: Key, problem: Diagnostic.KeyProblem, node: Int)] = []

  /// Visits a value and its members, without directives, except for text of computed values.
  mutating func visit(_ node: Int, _ key: Key) {
    let document = file.document
    switch document.kind(node) {
    case .string:
      if document.spelling(node).contains(UInt8(ascii: "$")),
        document.text(node)[...].looksLikeReference(in: view)
      {
        found.append((key, .looksLikeReference(count: 1), node))
      }
      lookForTemplates(node, key)
    case .array:
      for (index, element) in document.elements(node).enumerated() {
        visit(element, key.appending(document.names.intern(Array(String(index).utf8))))
      }
    case .object:
      let computed = file.computed(node)
      if let computed, case .format(let pieces) = computed.source,
        pieces.allSatisfy(\.isText), document.text(computed.node)[...].containsBareName
      {
        found.append((key, .formatWithoutReference(count: 1), computed.node))
      }
      if let computed, case .format = computed.source { lookForTemplates(computed.node, key) }
      for member in document.members(node) where !member.isDirective {
        visit(member.value, computed == nil ? key.appending(member.name) : key)
      }
    default: break
    }
  }

  private mutating func lookForTemplates(_ node: Int, _ key: Key) {
    let spelling = file.document.spelling(node)
    if !spelling.contains(UInt8(ascii: "{")) { return }
    if spelling.containsHieraTemplate { found.append((key, .foreignText(.hiera, count: 1), node)) }
    if spelling.containsJinjaTemplate { found.append((key, .foreignText(.jinja, count: 1), node)) }
  }

  /// Looks for the object of Hiera's merge options.
  fileprivate mutating func visitLookupOptions() {
    let document = file.document
    let name = document.names.intern("lookup_options")
    guard file.prefix.isEmpty, let value = document.value(of: name, in: 0),
      document.kind(value) == .object
    else { return }
    found.append((Key([name]), .lookupOptions, value))
  }
}

extension ArraySlice<UInt8> {
  /// Whether it contains `%{facts.os.family}` or `%{lookup('k')}`.
  /// Puppet's variables begin with a small letter; `%{HTTP_HOST}` is for other programs.
  fileprivate var containsHieraTemplate: Bool {
    insides(from: "%{", to: "}").contains { inside in
      let name = inside.trimmed
      let word = name.prefix { $0.continuesName || $0 == UInt8(ascii: ":") }
      let start = word.drop { $0 == UInt8(ascii: ":") }
      guard start.first.map({ $0.isLowercase || $0 == UInt8(ascii: "_") }) == true else {
        return false
      }
      let rest = name[word.endIndex...]
      return rest.isEmpty || rest.first == UInt8(ascii: "(") && rest.last == UInt8(ascii: ")")
    }
  }

  /// Whether it contains `{{ name }}` or `{{ .Values.name | quote }}`; `{{ $name }}` is for other programs.
  fileprivate var containsJinjaTemplate: Bool {
    insides(from: "{{", to: "}}").contains { inside in
      let code = inside.drop { $0 == UInt8(ascii: "-") }.trimmed
      return code.first.map { $0.beginsName || $0 == UInt8(ascii: ".") } == true
    }
  }

  private var trimmed: Self {
    let start = drop { $0 == 0x20 }
    return start.prefix(
      (start.lastIndex { $0 != 0x20 } ?? start.startIndex - 1) + 1 - start.startIndex)
  }

  private func insides(from open: StaticString, to close: StaticString) -> [Self] {
    var found: [Self] = []
    var rest = self
    while let start = rest.start(of: open) {
      rest = rest[(start + open.utf8CodeUnitCount)...]
      guard let end = rest.start(of: close) else { break }
      found.append(rest[..<end])
      rest = rest[(end + close.utf8CodeUnitCount)...]
    }
    return found
  }

  private func start(of mark: StaticString) -> Int? {
    let mark = Array("\(mark)".utf8)
    return indices.first { self[$0] == mark[0] && self[$0...].starts(with: mark) }
  }

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

  /// Whether it is a key, the scope or the inherited value.
  /// A name like a shell variable counts only if the key exists.
  fileprivate func isReference(in view: View) -> Bool {
    let text = Array(FormatSyntax.endOfKey(self).map { self[..<$0] } ?? self)
    guard let reference = try? Reference.read(text, in: .detached, view.names) else {
      return false
    }
    guard let key = reference.key, key.names.count == 1,
      !contains(where: { $0.isLowercase || $0 == UInt8(ascii: ".") })
    else { return true }
    return view.node(key)?.isLive == true
  }

  /// Whether the text of a `$format` contains `$name` or `{name}`.
  fileprivate var containsBareName: Bool {
    var rest = self
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "$") {
        if rest.first?.beginsName == true { return true }
        // `$$` is a literal `$`, also before a brace.
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

extension ComputedValue.Piece {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension UInt8 {
  fileprivate var beginsName: Bool { isWordCharacter && !isDigit }

  fileprivate var continuesName: Bool {
    isWordCharacter || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
  }
}
