import JSONSource

/// A computed value as written in a file (section 5 of the rules).
package final class ComputedValue {
  package enum Source {
    /// `scope` is the referenced scope; `map` is the node of the map.
    case reference(Reference, scope: Scope?, map: Int?)
    case format([Piece])
    case environment(name: [UInt8], TypeOfText)
    case file(path: [UInt8], trims: Bool)
  }

  package enum Piece {
    case text([UInt8])
    case reference(Reference, fallback: [UInt8]?)
  }

  let directive: Directive
  package let source: Source
  /// The value of the directive, which messages point to.
  package let node: Int
  let fallback: Int?

  init(_ directive: Directive, _ source: Source, node: Int, fallback: Int?) {
    self.directive = directive
    self.source = source
    self.node = node
    self.fallback = fallback
  }

  /// The references in it, each with the scope that it names.
  package var references: [(reference: Reference, scope: Scope?)] {
    switch source {
    case .reference(let reference, let scope, _): [(reference, scope)]
    case .format(let pieces):
      pieces.compactMap {
        if case .reference(let reference, _) = $0 { (reference, nil) } else { nil }
      }
    case .environment, .file: []
    }
  }
}
