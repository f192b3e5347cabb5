import Cascade
import JSONSource

/// The documents of the scopes on the way to the one that was read last: several times of a tree mostly have the
/// same files, which are then read as JSON once.
final class LineageDocuments {
  private var scopes: [Scope: [[UInt8]: Document]] = [:]

  /// The document of a file that had the same bytes.
  func document(_ path: [UInt8], of scope: Scope, _ source: Source) -> Document? {
    guard let known = scopes[scope]?[path], known.source.isEqual(to: source) else { return nil }
    return known
  }

  func note(_ document: Document, _ path: [UInt8], of scope: Scope) {
    if scopes[scope] == nil {
      // What is behind a walk is let go.
      scopes = scopes.filter { scope.names.starts(with: $0.key.names) }
    }
    scopes[scope, default: [:]][path] = document
  }
}
