import JSONSource

/// A value that is worked out in the asked scope, as one file writes it (section 5).
package final class Computed {
  package enum Source {
    /// `scope`: the scope to ask instead; `map`: the node of the translations.
    case reference(Reference, scope: Scope?, map: Int?)
    case format([Piece])
    case environment(name: [UInt8], TypeOfText)
    case file(path: [UInt8], trims: Bool)
  }

  /// A part of a `$format`.
  package enum Piece {
    case text([UInt8])
    case reference(Reference)
  }

  let directive: Directive
  package let source: Source
  /// The directive's own value: where messages point to.
  package let node: Int
  /// The node of the default.
  let fallback: Int?

  init(_ directive: Directive, _ source: Source, node: Int, fallback: Int?) {
    self.directive = directive
    self.source = source
    self.node = node
    self.fallback = fallback
  }
}

extension Computed {
  /// The keys that it names in the asked scope.
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
