import JSONSource

/// Which markers took something of a key, and which were refused.
struct MarkerFates {
  var acting: Set<ObjectIdentifier> = []
  /// With the final that refused them.
  var refused: [ObjectIdentifier: Marker] = [:]

  func outcome(of marker: Marker) -> Outcome {
    let id = ObjectIdentifier(marker)
    if acting.contains(id) { return .acted }
    if refused[id] != nil { return .refused }
    // Attributes take nothing; they hold.
    return marker.kind.takes ? .idle : .acted
  }
}

extension Marker {
  /// Whether it is a strategy that does away with an inherited object.
  fileprivate var replaces: Bool {
    if case .strategy(.replace) = detail { true } else { false }
  }
}

extension Statements {
  /// The markers of section 4 that name the key, something around it or something in it, as they are
  /// read; strategies only where they name exactly the key.
  func markers(about path: ArraySlice<Name>, isBelow: Bool = false) -> [Marker] {
    var found = markers.filter {
      $0.kind.takes || $0.kind == .final
        || $0.kind == .merge && !isBelow && (path.isEmpty || $0.replaces)
    }
    let isLast = path.isEmpty
    if let name = path.first {
      found += members[name]?.markers(about: path.dropFirst()) ?? []
    } else {
      found += members.values.flatMap { $0.markers(about: [], isBelow: true) }
    }
    found += any?.markers(about: path.dropFirst(), isBelow: isLast) ?? []
    found.sort { $0.isRead(before: $1) }
    return found
  }
}

extension Entry {
  /// Notes the markers that took something from this key or from anything in it, and those that tried.
  func collect(into fates: inout MarkerFates) {
    var current: Entry? = self
    while let entry = current {
      switch entry.event {
      case .taken(.marker(let marker)), .takenBack(let marker, _):
        fates.acting.insert(ObjectIdentifier(marker))
      case .removed(let markers):
        for marker in markers { fates.acting.insert(ObjectIdentifier(marker)) }
      case .refused(let refusals):
        for refusal in refusals {
          if case .marker(let marker) = refusal.attempt {
            fates.refused[ObjectIdentifier(marker)] = refusal.by
          }
        }
      case .taken, .value, .inside: break
      }
      current = entry.behind
    }
    var layer = members
    while let members = layer {
      if case .marker(let marker)? = members.taking {
        fates.acting.insert(ObjectIdentifier(marker))
      }
      for entry in members.own.values { entry.collect(into: &fates) }
      layer = members.behind
    }
  }
}
