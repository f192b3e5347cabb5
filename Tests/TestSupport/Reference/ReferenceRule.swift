/// A rule of `.heir` (T11): further parents for the scopes whose path matches the pattern.
package struct ReferenceRule: Hashable, Sendable {
  package var pattern: String
  package var templates: [String]

  package init(_ pattern: String, _ templates: [String]) {
    (self.pattern, self.templates) = (pattern, templates)
  }

  /// The text of a `.heir` with these rules.
  package static func settings(_ rules: [ReferenceRule]) -> String {
    let members = rules.map {
      PlainMember(PlainName($0.pattern), .array($0.templates.map { .text($0) }))
    }
    return PlainValue.object([PlainMember("inherit", .object(members))]).pretty + "\n"
  }

  /// The names of the path by what the pattern calls them; nil where the path is another one.
  func names(of path: [PlainName]) -> [String: PlainName]? {
    let parts = pattern.split(separator: "/").map(String.init)
    guard parts.count == path.count else { return nil }
    var names: [String: PlainName] = [:]
    for (part, name) in zip(parts, path) where part != "*" {
      if part.hasPrefix("{"), part.hasSuffix("}") {
        names[String(part.dropFirst().dropLast())] = name
      } else if part != name.text {
        return nil
      }
    }
    return names
  }

  /// Whether a template is a path as it stands, which must be that of a scope.
  static func isFixed(_ template: String) -> Bool { !template.contains("${") }

  /// The path to which a template comes; nil where something in it has no value, or leaves a name that is none.
  static func path(_ template: String, _ value: (String) -> [UInt8]?) -> [PlainName]? {
    var text: [UInt8] = []
    var rest = template[...]
    while let first = rest.first {
      if rest.hasPrefix("${"), let end = rest.firstIndex(of: "}") {
        guard let value = value(String(rest[..<end].dropFirst(2))) else { return nil }
        text += value
        rest = rest[end...].dropFirst()
      } else {
        text += Array(String(first).utf8)
        rest.removeFirst()
      }
    }
    var names = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      PlainName(bytes: Array($0))
    }
    if template.hasPrefix("/") { names.removeFirst() }
    if template.hasSuffix("/") { names.removeLast() }
    return names.contains { ["", ".", ".."].contains($0) } ? nil : names
  }
}

extension PlainValue {
  /// A string, a number or a boolean as a template takes it.
  var templateText: [UInt8]? {
    switch self {
    case .string(let text): text
    case .number(let text): Array(text.utf8)
    case .bool(let truth): Array((truth ? "true" : "false").utf8)
    default: nil
    }
  }

  /// The value under a key, if there is one.
  func value(at key: PlainKey) -> PlainValue? {
    key.reduce(self as PlainValue?) { value, name in
      value?.members?.first { $0.name == name }?.value
    }
  }
}
