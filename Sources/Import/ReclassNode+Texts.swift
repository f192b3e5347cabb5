/// The texts of a node as far as they decide to which paths its references lead, and its inventory queries.
extension ReclassNode {
  /// Finds the queries. reclass reads the inventory only if one is in a value that merges literally.
  mutating func findQueries(
    _ statements: [ReclassStatement], at path: Path, isHidden: Bool = false
  ) {
    guard statements.contains(where: \.hasQuery) else { return }
    let isMerged =
      statements.count > 1
      && statements.contains { $0.isUnmerged || !$0.isOfKind(of: statements[0]) }
    let isHidden = isHidden || path.first?.elementsEqual(Self.exports.utf8) == true
    for statement in statements {
      if case .query = statement.content {
        query = query ?? statement
        if isHidden {
          differences[path] = Difference(
            "an inventory query without the inventory", statement, isRefused: true)
        }
      }
      for element in statement.elements {
        findQueries([element], at: path, isHidden: isHidden || isMerged)
      }
      guard isHidden || isMerged, case .dict(let children) = statement.content else { continue }
      for (name, children) in children.inOrder {
        findQueries(children, at: path + [name], isHidden: true)
      }
    }
    if isHidden || isMerged { return }
    for (name, statements) in members(of: statements, at: path).inOrder {
      findQueries(statements, at: path + [name])
    }
  }

  private enum Rendered {
    case text([UInt8])
    case missing
    case unknown
  }

  private mutating func rendered(_ pieces: [ReclassText.Piece]) -> Rendered {
    textDepth += 1
    defer { textDepth -= 1 }
    if textDepth > 64 { return .unknown }
    var all: [UInt8] = []
    for piece in pieces {
      let found: Rendered =
        switch piece {
        case .text(let plain): .text(plain)
        case .query: .unknown
        case .reference(let path): rendered(at: path)
        case .nested(let inside):
          switch rendered(inside) {
          case .text(let text): rendered(at: ReclassText.path(text))
          case let other: other
          }
        }
      guard case .text(let text) = found else { return found }
      all += text
    }
    return .text(all)
  }

  private mutating func rendered(at path: Path) -> Rendered {
    if let name, rules.names.contains(Self.fullName),
      path == Self.fullName || path == Self.shortName
    {
      return .text(path == Self.fullName ? name : Array(name.prefix { $0 != UInt8(ascii: ".") }))
    }
    let value = target(path)
    if value.kind == .missing { return .missing }
    guard value.kind == .scalar, let statement = value.parts.last else { return .unknown }
    return switch statement.content {
    case .scalar(let text): .text(text)
    case .text(let pieces), .unwritten(let pieces): rendered(pieces)
    case .reference(let path): rendered([.reference(path)])
    default: .unknown
    }
  }

  /// The paths of references in a text, also those in paths.
  mutating func targets(of pieces: [ReclassText.Piece]) -> [Path] {
    pieces.flatMap { (piece) -> [Path] in
      switch piece {
      case .text, .query: return []
      case .reference(let path): return [path]
      case .nested(let inside):
        guard case .text(let text) = rendered(inside) else { return targets(of: inside) }
        return targets(of: inside) + [ReclassText.path(text)]
      }
    }
  }

  /// Why the path of a reference in a text cannot be computed.
  mutating func problem(in pieces: [ReclassText.Piece]) -> String? {
    for case .nested(let inside) in pieces {
      if let problem = problem(in: inside) { return problem }
      switch rendered(inside) {
      case .text: break
      case .missing: return Self.missing
      case .unknown: return Self.unknownPath
      }
    }
    return nil
  }

  /// The path of a statement that is one reference.
  mutating func reference(of statement: ReclassStatement) -> Path? {
    switch statement.content {
    case .reference(let path): return path
    case .unwritten(let pieces) where pieces.count == 1: return targets(of: pieces).last
    default: return nil
    }
  }
}

extension [[UInt8]: [ReclassStatement]] {
  /// Sorted by name, because what is found first is reported, which must not depend on hashes.
  var inOrder: [(key: [UInt8], value: [ReclassStatement])] {
    sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }
}
