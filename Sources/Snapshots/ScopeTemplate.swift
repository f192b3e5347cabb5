import Cascade

/// A path in which `{scope}` stands for the path of a scope; the root is `_root`, as no scope is called.
package struct ScopeTemplate {
  private static let mark = Array("{scope}".utf8)

  /// The parts around each `{scope}`.
  package let pieces: [[UInt8]]
  /// The offset of the first `{scope}`.
  package let start: Int

  /// Nil for a path without `{scope}`.
  package init?(_ text: [UInt8]) {
    let marks = text.indices.filter { text[$0...].starts(with: Self.mark) }
    guard let first = marks.first else { return nil }
    var pieces: [[UInt8]] = []
    var end = 0
    for mark in marks {
      pieces.append(Array(text[end..<mark]))
      end = mark + Self.mark.count
    }
    (self.pieces, start) = (pieces + [Array(text[end...])], first)
  }

  /// The path for a scope.
  package func path(of scope: Scope) -> [UInt8] {
    let name =
      scope == .root
      ? Array("_root".utf8) : Array(scope.names.joined(separator: [UInt8(ascii: "/")]))
    return Array(pieces.joined(separator: name))
  }
}
