import SafeText

/// The path of a scope: directory names from the root, compared byte by byte.
package struct Scope: Hashable, Sendable {
  package let names: [[UInt8]]

  package init(_ names: [[UInt8]]) { self.names = names }

  package static let root = Scope([])

  package func hash(into hasher: inout Hasher) {
    for name in names { hasher.combine(text: name) }
  }

  package var depth: Int { names.count }

  /// Whether the scope equals the other scope or is below it.
  package func isIn(_ other: Scope) -> Bool { names.starts(with: other.names) }

  package var path: [UInt8] {
    let slash = UInt8(ascii: "/")
    if names.isEmpty { return [slash] }
    var path: [UInt8] = []
    path.reserveCapacity(names.reduce(names.count) { $0 + $1.count })
    for name in names {
      path.append(slash)
      path += name
    }
    return path
  }

  /// Whether the scope comes before another one in the order of directories.
  package func isBefore(_ other: Scope) -> Bool {
    names.lexicographicallyPrecedes(other.names) { $0.lexicographicallyPrecedes($1) }
  }

  package var above: Scope? { names.isEmpty ? nil : Scope(Array(names.dropLast())) }

  package var lineage: [Scope] { (0...names.count).map { Scope(Array(names.prefix($0))) } }

  package var looksLikePattern: Bool {
    names.contains { name in name.contains { "*?{".utf8.contains($0) } }
  }

  /// Parses a scope in a file: from the root, or from `scope` if it begins with a dot (T10).
  init(written text: [UInt8], in scope: Scope) throws(Diagnostic.Problem) {
    guard text.first == UInt8(ascii: ".") else {
      guard let named = Scope(path: text) else { throw .badScope(text) }
      self = named
      return
    }
    let path = text.last == UInt8(ascii: "/") ? text.dropLast() : text[...]
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let steps = parts.prefix(while: Self.isStep)
    let names = parts.dropFirst(steps.count)
    let up = steps.count { $0.count == 2 }
    if up > scope.depth { throw .scopeAboveRoot(text) }
    // A name that begins with a dot is not a scope (T4).
    guard names.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") && !$0.contains(0) })
    else { throw .badScope(text) }
    self.init(scope.names.dropLast(up) + names.map(Array.init))
  }

  package static func isStep(_ name: ArraySlice<UInt8>) -> Bool {
    name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
  }

  /// Parses a scope: names from the root with an optional leading slash (T7).
  package init?(path text: [UInt8]) {
    let slash = UInt8(ascii: "/")
    var rest = text[...]
    if rest.isEmpty { return nil }
    if rest.first == slash { rest = rest.dropFirst() }
    if rest.count > 1, rest.last == slash { rest = rest.dropLast() }
    let names = rest.isEmpty ? [] : rest.split(separator: slash, omittingEmptySubsequences: false)
    if names.contains(where: { $0.isEmpty || Self.isStep($0) || $0.contains(0) }) { return nil }
    self.init(names.map(Array.init))
  }
}
