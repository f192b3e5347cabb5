import Cascade

/// A path with `{scope}` for the path of a scope. The root is `_root`, which no scope can be named.
package struct ScopeTemplate {
  private static let mark = Array("{scope}".utf8)

  package let pieces: [[UInt8]]
  package let start: Int

  /// nil without `{scope}`.
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

  package func path(of scope: Scope) -> [UInt8] {
    let name =
      scope == .root
      ? Array("_root".utf8) : Array(scope.names.joined(separator: [UInt8(ascii: "/")]))
    return Array(pieces.joined(separator: name))
  }
}
