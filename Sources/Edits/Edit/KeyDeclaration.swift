import Cascade
import JSONSource

/// Directives to add to or remove from the keys of a pattern (W7).
package struct KeyDeclaration {
  package enum Change {
    /// The directive's value for the keys; nil for a directive that lists keys.
    case adding(Directive, Document?)
    case removing(Directive)
  }

  package let pattern: KeyPattern
  package let changes: [Change]
  /// Types of present keys in a closed object, to add; nil if they are not requested.
  package internal(set) var known: [(key: Key, type: [UInt8])]?

  /// Whether present values may violate a new type.
  package let isForced: Bool

  package init(
    _ pattern: KeyPattern, _ changes: [Change], addsKnown: Bool = false, isForced: Bool = false
  ) {
    (self.pattern, self.changes, known) = (pattern, changes, addsKnown ? [] : nil)
    self.isForced = isForced
  }

  /// The names before the first star; every matching key begins with them.
  package var beginning: Key {
    Key(pattern.parts.prefix(while: \.isExact).compactMap(\.name))
  }

  package var added: [Directive] {
    changes.compactMap { if case .adding(let directive, _) = $0 { directive } else { nil } }
  }

  var removed: [Directive] {
    changes.compactMap { if case .removing(let directive) = $0 { directive } else { nil } }
  }
}

extension PropertyFile {
  package static func problem(of value: Document, in directive: Directive) -> Diagnostic? {
    let text = "{\"\(directive.rawValue)\": {\"key\": "
    let source = Source(Array(text.utf8) + value.spelling(0) + Array("}}".utf8))
    let file = SourceFile(path: [], scope: .root, source: source)
    do throws(Diagnostic) {
      return try PropertyFile(file, names: value.names).problems.first
    } catch { return error }
  }
}
