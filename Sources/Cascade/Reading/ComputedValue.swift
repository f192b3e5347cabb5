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
    case reference(Reference)
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

  package var keys: [Key] {
    let references: [Reference]
    switch source {
    case .reference(let reference, nil, _): references = [reference]
    case .format(let pieces):
      references = pieces.compactMap {
        if case .reference(let reference) = $0 { reference } else { nil }
      }
    case .reference, .environment, .file: references = []
    }
    return references.compactMap { if case .key(let key) = $0.target { key } else { nil } }
  }
}
