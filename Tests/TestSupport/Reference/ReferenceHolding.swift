/// The reason why a key has no value (I11), with the statement responsible.
package enum ReferenceAbsence: Hashable, Sendable, CustomStringConvertible {
  case neverSet
  case stopped(ReferenceMarker)
  case excluded(ReferenceMarker)
  /// By the value of `key`, which stands at the origin.
  case replaced(ReferenceOrigin, key: PlainKey)
  /// By the final that keeps levels after its own from setting it.
  case refused(ReferenceMarker)

  package var reason: String {
    switch self {
    case .neverSet: "never-set"
    case .stopped: "stopped"
    case .excluded: "excluded"
    case .replaced: "replaced"
    case .refused: "refused"
    }
  }

  package var description: String {
    switch self {
    case .neverSet: reason
    case .stopped(let marker), .excluded(let marker), .refused(let marker):
      "\(reason) by \(marker)"
    case .replaced(let origin, let key):
      "\(reason) by \(origin) \(ReferencePattern.spelled(key))"
    }
  }
}

/// The state while levels are merged: every key ever set, with its value or the reason for its absence.
/// A plain table, copied whole at every step.
struct ReferenceHolding: Sendable {
  enum Entry: Hashable, Sendable {
    /// Anything but an object.
    case leaf(ReferenceLeafValue)
    /// A written `{}` with nothing in it; all places that wrote it, the nearest first.
    case emptyObject([ReferenceOrigin])
    /// An object with at least one member that has a value.
    case object
    case absent(ReferenceAbsence)

    var isAlive: Bool {
      if case .absent = self { return false }
      return true
    }

    var isLeaf: Bool {
      if case .leaf = self { return true }
      return false
    }

    /// The places of the statements that make up a value, the nearest first; of an object none, since its
    /// members have entries of their own.
    var origins: [ReferenceOrigin] {
      switch self {
      case .leaf(let leaf): leaf.origins
      case .emptyObject(let origins): origins
      case .object, .absent: []
      }
    }
  }

  private(set) var entries: [PlainKey: Entry] = [:]
  /// What became of the statements that do not count, or did not at some moment.
  private(set) var displacements: [PlainKey: [ReferenceOrigin: ReferenceDisplacement]] = [:]

  func isAlive(_ key: PlainKey) -> Bool { entries[key]?.isAlive ?? false }

  func isObject(_ key: PlainKey) -> Bool {
    switch entries[key] {
    case .object, .emptyObject: true
    default: false
    }
  }

  private func members(of key: PlainKey) -> [PlainKey] {
    entries.keys.filter { $0.count == key.count + 1 && $0.starts(with: key) }
  }

  /// The keys deeper in an object that have a value.
  func living(in key: PlainKey) -> [PlainKey] {
    entries.keys.filter { $0.count > key.count && $0.starts(with: key) && isAlive($0) }
  }

  /// Every change of a value goes through here, so that whoever displaces a statement is written down.
  private mutating func put(
    _ entry: Entry, at key: PlainKey, _ outcome: ReferenceFate.Outcome,
    by decision: ReferenceFate.Decision
  ) {
    for origin in entries[key]?.origins ?? [] {
      displacements[key, default: [:]][origin] = ReferenceDisplacement(outcome, decision)
    }
    for origin in entry.origins { displacements[key]?[origin] = nil }
    entries[key] = entry
  }

  // MARK: Markers

  /// All the markers of one step act at once on what lives before it. A key goes when a marker that may act
  /// on it covers it; where several do, the widest is the reason, then the first in the order given. It goes back to what
  /// the trees before gave (I5), which is nothing for stops and in the root tree.
  mutating func take(
    by markers: [ReferenceMarker], unless finals: ReferenceFinals,
    backTo before: ReferenceHolding = ReferenceHolding(),
    _ absence: (ReferenceMarker) -> ReferenceAbsence
  ) {
    func acting(on key: PlainKey, isObject: Bool = false) -> ReferenceMarker? {
      markers.widest(on: key, isObject: isObject) { finals.allow($0, key) }
    }
    var went: [PlainKey: ReferenceMarker] = [:]
    for (key, entry) in entries where entry.isAlive && entry != .object {
      if let marker = acting(on: key, isObject: !entry.isLeaf) { went[key] = marker }
    }
    for (key, marker) in went {
      put(
        .absent(absence(marker)), at: key, marker.directive == .stop ? .stopped : .excluded,
        by: .marker(marker))
    }

    for (key, entry) in before.entries where entry.isAlive && entry != .object {
      // What a key that is no object loses is all that is there: so it goes back with all in it.
      let around = (1...key.count).lazy.compactMap { went[PlainKey(key.prefix($0))] }.first
      if let marker = acting(on: key, isObject: true) ?? around {
        restore(key, entry, by: marker)
      }
    }

    // I6: an object that lost its last member is gone, too, the innermost first.
    let objects = entries.keys.filter { entries[$0] == .object }
    for key in objects.sorted(by: { $0.count > $1.count })
    where !members(of: key).contains(where: isAlive) {
      let blamed =
        acting(on: key, isObject: true)
        ?? members(of: key).compactMap { went[$0] }.max {
          ($0.level, $0.readOrder) < ($1.level, $1.readOrder)
        }
      guard let blamed else { preconditionFailure("an object lived without members") }
      went[key] = blamed
      entries[key] = .absent(absence(blamed))
    }
  }

  /// Gives a key the value that the trees before gave it, and the objects around it their place, unless a
  /// nearer value that is no object stands around it, or one that must stay stands in it.
  private mutating func restore(_ key: PlainKey, _ entry: Entry, by marker: ReferenceMarker) {
    let around = (0..<key.count).map { Array(key.prefix($0)) }.filter { !$0.isEmpty }
    if around.contains(where: { entries[$0]?.isLeaf ?? false }) { return }
    if living(in: key).contains(where: { entries[$0] != .object }) { return }
    put(entry, at: key, .excluded, by: .marker(marker))
    for object in around { put(.object, at: object, .excluded, by: .marker(marker)) }
  }

  // MARK: Values

  /// I7: what is left of own values when what the finals refuse counts as not written. A key without a value
  /// that was to be set is absent for that reason.
  mutating func refuse(
    _ own: [PlainKey: ReferenceStatements.Write], by finals: ReferenceFinals
  ) -> [PlainKey: ReferenceStatements.Write] {
    var kept = own.filter { key, write in
      if write.isObject || finals.lock(key) != nil { return false }
      // Not an object: refused whole where a final key with a value stands in what it would replace.
      if case .emptyObject = write { return true }
      return !living(in: key).contains { finals.lock($0) != nil }
    }
    let leaves = kept.keys
    for (key, write) in own where write.isObject {
      if leaves.contains(where: { $0.count > key.count && $0.starts(with: key) }) {
        kept[key] = write
      }
    }
    for (key, write) in own {
      let marker = finals.lock(key)
      if let marker, !isAlive(key) { entries[key] = .absent(.refused(marker)) }
      if case .leaf(_, let origin) = write, kept[key] == nil {
        let locks = marker.map { [$0] } ?? finals.locks(living(in: key))
        displacements[key, default: [:]][origin] = ReferenceDisplacement(refusedBy: locks)
      }
    }
    return kept
  }

  /// I2, I3: own values over the inherited ones, containing objects before what they contain.
  mutating func overlay(
    _ own: [PlainKey: ReferenceStatements.Write], _ strategies: ReferenceStrategies,
    finals: ReferenceFinals
  ) {
    for key in own.keys.sorted(by: { $0.count < $1.count }) {
      guard let write = own[key] else { continue }
      switch write {
      case .leaf(let value, let origin):
        drop(living(in: key), for: origin, key)
        put(
          .leaf(merged(value, origin, at: key, strategies)), at: key,
          entries[key]?.isLeaf == true ? .overridden : .replaced, by: .value(origin, key: key))
      case .emptyObject(let origin):
        replaceObject(at: key, from: origin, strategies, finals)
        switch entries[key] {
        case .object: break
        case .emptyObject(let origins) where !strategies.replacesObjects(at: key):
          entries[key] = .emptyObject([origin] + origins)
        default: put(.emptyObject([origin]), at: key, .replaced, by: .value(origin, key: key))
        }
      case .object(let origin):
        replaceObject(at: key, from: origin, strategies, finals)
        put(.object, at: key, .replaced, by: .value(origin, key: key))
      }
    }
  }

  /// The strategy `replace` for objects: what is in the inherited one goes, but for final keys.
  private mutating func replaceObject(
    at key: PlainKey, from origin: ReferenceOrigin, _ strategies: ReferenceStrategies,
    _ finals: ReferenceFinals
  ) {
    guard isObject(key), strategies.replacesObjects(at: key) else { return }
    drop(
      living(in: key).filter { entries[$0] != .object && finals.lock($0) == nil }, for: origin, key)
    let objects = [key] + living(in: key).filter { entries[$0] == .object }
    for object in objects.sorted(by: { $0.count > $1.count })
    where living(in: object).isEmpty && entries[object] == .object {
      drop([object], for: origin, key)
    }
  }

  private mutating func drop(
    _ keys: [PlainKey], for origin: ReferenceOrigin, _ replaced: PlainKey
  ) {
    for key in keys {
      put(
        .absent(.replaced(origin, key: replaced)), at: key, .replaced,
        by: .value(origin, key: replaced))
    }
  }

  private func merged(
    _ own: ReferenceWritten, _ origin: ReferenceOrigin, at key: PlainKey,
    _ strategies: ReferenceStrategies
  ) -> ReferenceLeafValue {
    let own = ReferenceLeafValue(own, origin)
    guard case .leaf(let inherited) = entries[key] else { return own }
    return inherited.merged(with: own, by: strategies.forArrays(at: key))
  }

  /// I9: elements taken out of inherited arrays.
  mutating func remove(
    _ removals: [ReferenceRemoval], _ strategies: ReferenceStrategies, finals: ReferenceFinals
  ) {
    for removal in removals {
      for (key, entry) in entries where removal.pattern.names(key) && finals.lock(key) == nil {
        guard case .leaf(let value) = entry else { continue }
        entries[key] = .leaf(value.without(removal.values, strategies.forArrays(at: key)))
      }
    }
  }
}
