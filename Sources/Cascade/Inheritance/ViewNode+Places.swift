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
    if case .restored(_, let to)? = displacement { to } else { previous }
  }

  func statement(of written: Definition) -> ViewNode? {
    chain.first { node in
      node.written.contains {
        $0.file === written.file
          && ($0.node..<$0.document.indexAfter($0.node)).contains(written.node)
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
  package var removingMarkers: [Marker] {
    switch displacement {
    case .withdrawn(.marker(let marker, _)): [marker] + removing
    case .restored(let marker, let before) where changes(to: before): [marker] + removing
    default: removing
    }
  }

  /// Members of objects are compared separately.
  private func changes(to before: ViewNode) -> Bool {
    if isObject { return previous?.isObject != true }
    guard let previous, previous.isLive else { return true }
    if case .leaf(let one) = previous.state, case .leaf(let other) = before.state {
      return !one.isSame(as: other)
    }
    return true
  }

  /// Whether the step only restored a value that was missing.
  package var onlyRestores: Bool {
    if case .restored? = displacement { previous?.isLive != true } else { false }
  }
}
