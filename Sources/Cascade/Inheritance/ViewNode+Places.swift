import JSONSource

extension ViewNode {
  package var place: SourceRange? { places.first }

  /// Nearest first. A merged array has several places, an object that of its nearest part.
  package var places: [SourceRange] {
    switch state {
    case .leaf(let written): return [written.place]
    case .array(let merged): return merged.arrays.reversed().map(\.place)
    case .absent, .object: break
    }
    var current: ViewNode? = self
    while let node = current {
      if let part = node.written.last { return [part.place] }
      current = node.source
    }
    return []
  }

  var source: ViewNode? {
    if case .takenBack(_, let to)? = displacement { to } else { behind }
  }

  func statement(of written: Definition) -> ViewNode? {
    chain.first { node in
      node.written.contains {
        $0.file === written.file
          && ($0.node..<$0.document.behind($0.node)).contains(written.node)
      }
    }
  }

  package var hasArray: Bool { hasWritten(\.isArray) }
  var hasOtherKind: Bool { hasWritten { !$0.isObject } }

  private func hasWritten(_ isMeant: (Definition) -> Bool) -> Bool {
    chain.contains { $0.written.last.map(isMeant) ?? false }
  }
}

extension ViewNode {
  package var takingMarkers: [Marker] {
    switch displacement {
    case .withdrawn(.marker(let marker, _)): [marker] + removing
    case .takenBack(let marker, let before) where changes(to: before): [marker] + removing
    default: removing
    }
  }

  /// Members of objects are compared separately.
  private func changes(to before: ViewNode) -> Bool {
    if isObject { return behind?.isObject != true }
    guard let behind, behind.isLive else { return true }
    if case .leaf(let one) = behind.state, case .leaf(let other) = before.state {
      return !one.isSame(as: other)
    }
    return true
  }

  /// Whether the step only restored a value that was missing.
  package var onlyGivesBack: Bool {
    if case .takenBack? = displacement { behind?.isLive != true } else { false }
  }
}
