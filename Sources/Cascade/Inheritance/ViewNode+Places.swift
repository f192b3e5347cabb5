import JSONSource

extension ViewNode {
  /// Where the value of a leaf stands, or the nearest part of an object.
  package var place: SourceRange? { places.first }

  /// Where the value of a leaf stands: of a merged array all that took part, nearest first.
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

  /// Where what holds here comes from, but for what the step itself writes.
  var source: ViewNode? {
    if case .takenBack(_, let to)? = displacement { to } else { behind }
  }

  /// The node in which the statement around a written value was laid.
  func statement(of written: Definition) -> ViewNode? {
    chain.first { node in
      node.written.contains {
        $0.file === written.file
          && ($0.node..<$0.document.behind($0.node)).contains(written.node)
      }
    }
  }

  /// Whether any level writes an array here.
  package var hasArray: Bool { hasWritten(\.isArray) }

  /// Whether any level writes something here that is no object.
  var hasOtherKind: Bool { hasWritten { !$0.isObject } }

  private func hasWritten(_ isMeant: (Definition) -> Bool) -> Bool {
    chain.contains { $0.written.last.map(isMeant) ?? false }
  }
}

extension ViewNode {
  /// The markers that took something of the key in this step, or gave something back.
  package var takingMarkers: [Marker] {
    switch displacement {
    case .withdrawn(.marker(let marker, _)): [marker] + removing
    case .takenBack(let marker, let before) where changes(to: before): [marker] + removing
    default: removing
    }
  }

  /// Whether what was taken back to what the trees before gave is something else by that, as far as the
  /// members of an object do not tell for themselves.
  private func changes(to before: ViewNode) -> Bool {
    if isObject { return behind?.isObject != true }
    guard let behind, behind.isLive else { return true }
    if case .leaf(let one) = behind.state, case .leaf(let other) = before.state {
      return !one.isSame(as: other)
    }
    return true
  }

  /// Whether the step gave back what the trees before gave, where nothing held any more.
  package var onlyGivesBack: Bool {
    if case .takenBack? = displacement { behind?.isLive != true } else { false }
  }
}
