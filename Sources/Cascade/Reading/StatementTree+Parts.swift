extension StatementTree.Source {
  var includes: Bool {
    switch self {
    case .written(let written), .overwritten(let written): written.includesSomething
    case .joined(let all): all.contains(where: \.includesSomething)
    case .replacement: false
    }
  }
}

extension StatementTree.Own {
  package var parts: [Definition] {
    switch self {
    case .nothing: []
    case .leaf(let value): [value]
    case .object(let parts): parts
    }
  }
}
