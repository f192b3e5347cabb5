import Answers
import Cascade

/// Changes with the same edited statements, or with statements that are edited alike.
struct ImpactGroup {
  /// Existing statements before removed statements; equal edits are together.
  let edits: [[StatementChange]]
  /// The added or removed object, if the changes are its values.
  let object: Key?
  /// By key, that of the edit first, then by number of scopes.
  let changes: [ImpactChange]
  let scopes: ScopeSet

  private struct ID: Hashable {
    let edits: [ObjectIdentifier]
    let object: Key?
    var isNew = false
    /// The scopes that write the object's members.
    var scopes: Set<Scope> = []

    /// All changes of an added or removed object have the same ID.
    init(_ change: ImpactChange) {
      object = change.object
      let all = change.edits
      edits = all.filter { !$0.isIn(change.object) }.map(ObjectIdentifier.init)
      if object == nil { return }
      isNew = change.values.from == nil
      scopes = Set(all.filter { $0.isIn(change.object) }.map(\.scope))
    }
  }

  /// Most scopes first.
  static func all(_ changes: [ImpactChange]) -> [ImpactGroup] {
    changes.grouped(by: ID.init).map { ImpactGroup($0.members) }
      .sorted { $0.scopes.count > $1.scopes.count }
  }

  /// The groups have equal numbers of edits, and edits at equal indices are alike.
  init(_ groups: [ImpactGroup]) {
    let edits = groups[0].edits.indices.map { index in
      groups.flatMap { $0.edits[index] }.grouped(by: ObjectIdentifier.init).map { $0.members[0] }
    }
    self.init(edits, groups[0].object, groups.flatMap(\.changes))
  }

  private init(_ changes: [ImpactChange]) {
    let object = changes.first?.object
    // The first statement of an object represents the others.
    let all = (object == nil ? changes.prefix(1) : changes[...]).flatMap(\.edits)
      .grouped(by: ObjectIdentifier.init).map { $0.members[0] }
    let edits = all.filter { $0.isIn(object) }.prefix(1) + all.filter { !$0.isIn(object) }
    self.init(edits.map { [$0] }, object, changes)
  }

  private init(_ edits: [[StatementChange]], _ object: Key?, _ changes: [ImpactChange]) {
    (self.edits, self.object) = (edits, object)
    let keys = edits.flatMap { $0 }.compactMap(\.valueKey)
    func isOwn(_ change: ImpactChange) -> Bool { keys.contains(change.key) }
    self.changes = changes.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if isOwn(one) != isOwn(other) { return isOwn(one) }
      if one.key == other.key, one.scopes.count != other.scopes.count {
        return one.scopes.count > other.scopes.count
      }
      return left.offset < right.offset
    }.map(\.element)
    scopes = ScopeSet(joining: changes.map(\.scopes))
  }
}

extension StatementChange {
  func isIn(_ object: Key?) -> Bool {
    guard let object, let key = valueKey else { return false }
    return key.isIn(object)
  }

  func isOf(_ key: Key) -> Bool { valueKey == key }
}

extension ImpactChange {
  var edits: [StatementChange] {
    let all = causes.map(\.edit).grouped(by: ObjectIdentifier.init).map { $0.members[0] }
    return all.filter { $0.places.to != nil } + all.filter { $0.places.to == nil }
  }
}
