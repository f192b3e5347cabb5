import Cascade

extension Failure {
  package static func tooManyLevels(_ limit: Int) -> Failure {
    .message("a scope has more than \(limit) levels; use fewer overlays")
  }

  package var diagnostics: [Diagnostic] {
    switch self {
    case .diagnostics(let diagnostics): diagnostics
    case .file(let error, let home): [Diagnostic(error, in: home)]
    case .several(let failures): failures.flatMap(\.diagnostics)
    case .message(let message, _), .unknownScope(_, let message, _), .setting(let message),
      .unreadableKey(_, let message):
      [Diagnostic(.error, .reference, .foreign(TextProblem(words: message)))]
    case .usage, .program: []
    }
  }
}
