extension StatementTree.Source {
  /// Whether something is included in it.
  var includes: Bool {
    switch self {
    case .written(let written), .overwritten(let written): written.includesSomething
    case .joined(let all): all.contains(where: \.includesSomething)
    case .replacement: false
    }
  }
}

extension StatementTree.Own {
  /// The values of which it is made, as the files stand.
  package var parts: [Definition] {
    switch self {
    case .nothing: []
    case .leaf(let value): [value]
    case .object(let parts): parts
    }
  }
}
