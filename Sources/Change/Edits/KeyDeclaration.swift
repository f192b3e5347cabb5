import Cascade
import JSONSource

/// What is to be declared of the keys that a pattern names, and what no longer (W7).
package struct KeyDeclaration {
  package enum Change {
    /// What the directive gives the keys; nil for one that lists them.
    case adding(Directive, Document?)
    case removing(Directive)
  }

  /// Without parts: the scope's top object.
  package let pattern: KeyPattern
  package let changes: [Change]

  package init(_ pattern: KeyPattern, _ changes: [Change]) {
    (self.pattern, self.changes) = (pattern, changes)
  }

  /// The key that leads to all that it names.
  package var beginning: Key {
    var names: [Name] = []
    for part in pattern.parts {
      guard case .name(let name) = part else { break }
      names.append(name)
    }
    return Key(names)
  }

  /// The directives that it adds.
  package var added: [Directive] {
    changes.compactMap { if case .adding(let directive, _) = $0 { directive } else { nil } }
  }
}

extension PropertyFile {
  /// What is wrong with a value that a directive is to give a key.
  package static func problem(of value: Document, in directive: Directive) -> Diagnostic? {
    let text = "{\"\(directive.rawValue)\": {\"key\": "
    let source = Source(Array(text.utf8) + value.spelling(0) + Array("}}".utf8))
    let file = SourceFile(path: [], scope: .root, source: source)
    do throws(Diagnostic) {
      return try PropertyFile(file, names: value.names).problems.first
    } catch { return error }
  }
}
