/// Why a key has no value (I11), and the statement that is to blame.
package enum ReferenceAbsence: Hashable, Sendable, CustomStringConvertible {
  case neverSet
  case stopped(ReferenceMarker)
  case excluded(ReferenceMarker)
  /// By the value of `key`, which stands at the origin.
  case replaced(ReferenceOrigin, key: PlainKey)

  package var reason: String {
    switch self {
    case .neverSet: "never-set"
    case .stopped: "stopped"
    case .excluded: "excluded"
    case .replaced: "replaced"
    }
  }

  package var description: String {
    switch self {
    case .neverSet: reason
    case .stopped(let marker), .excluded(let marker): "\(reason) by \(marker)"
    case .replaced(let origin, let key):
      "\(reason) by \(origin) \(ReferencePattern.spelled(key))"
    }
  }
}

/// What holds at some moment on the way down the lineage: every key that ever had a value, with the value
/// or with what became of it. A plain table, copied whole at every step.
struct ReferenceHolding {
  enum Entry: Hashable {
    /// Anything but an object.
    case leaf(PlainValue, ReferenceOrigin)
    /// A written `{}` with nothing in it; all places that wrote it, the nearest first.
    case emptyObject([ReferenceOrigin])
    /// An object with at least one member that has a value.
    case object
    case absent(ReferenceAbsence)

    var isAlive: Bool {
      if case .absent = self { return false }
      return true
    }
  }

  var entries: [PlainKey: Entry] = [:]

  func isAlive(_ key: PlainKey) -> Bool { entries[key]?.isAlive ?? false }

  private func members(of key: PlainKey) -> [PlainKey] {
    entries.keys.filter { $0.count == key.count + 1 && $0.starts(with: key) }
  }

  // MARK: Markers

  /// All the markers of one step act at once on what lives before it. A key goes when a marker covers it;
  /// where several do, the first in the order given is the reason.
  mutating func take(
    by markers: [ReferenceMarker], _ absence: (ReferenceMarker) -> ReferenceAbsence
  ) {
    var went: [PlainKey: ReferenceMarker] = [:]
    for (key, entry) in entries where entry.isAlive {
      if let marker = markers.first(where: { $0.pattern.covers(key) }) { went[key] = marker }
    }
    for (key, marker) in went { entries[key] = .absent(absence(marker)) }

    // I6: an object that lost its last member is gone, too, the innermost first.
    let objects = entries.keys.filter { entries[$0] == .object }
    for key in objects.sorted(by: { $0.count > $1.count })
    where !members(of: key).contains(where: isAlive) {
      let blamed = members(of: key).compactMap { went[$0] }.max {
        ($0.level, $0.turn) < ($1.level, $1.turn)
      }
      guard let blamed else { preconditionFailure("an object lived without members") }
      went[key] = blamed
      entries[key] = .absent(absence(blamed))
    }
  }

  // MARK: Values

  /// I2, I3: own values over the inherited ones, containing objects before what they contain.
  mutating func overlay(_ own: [PlainKey: ReferenceStatements.Write]) {
    for key in own.keys.sorted(by: { $0.count < $1.count }) {
      guard let write = own[key] else { continue }
      let inherited = entries[key]
      switch write {
      case .leaf(let value, let origin):
        for (other, entry) in entries
        where other.count > key.count && other.starts(with: key) && entry.isAlive {
          entries[other] = .absent(.replaced(origin, key: key))
        }
        entries[key] = .leaf(value, origin)
      case .emptyObject(let origin):
        switch inherited {
        case .object: break
        case .emptyObject(let origins): entries[key] = .emptyObject([origin] + origins)
        default: entries[key] = .emptyObject([origin])
        }
      case .object:
        entries[key] = .object
      }
    }
  }
}
