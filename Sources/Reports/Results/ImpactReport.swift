import Answers
import Cascade
import JSONSource
import Legible

/// What `impact` found: changes by what causes them, those that hit the most scopes first.
package struct ImpactReport {
  /// All changes that rest on the same edited statements.
  struct Group {
    /// The edited statements, those that stand now before those that are gone.
    let edits: [StatementChange]
    /// The object that came or went, where the changes are all that is in it.
    let object: Key?
    /// By their keys, that of the edit first, then as many scopes as they hit.
    let changes: [ImpactChange]
    let scopes: ScopeSet
  }

  let groups: [Group]
  package let changes: [ImpactChange]
  /// Edited statements that cause nothing anywhere.
  let idle: [StatementChange]
  /// Those above the asked scope that do not get through to it.
  let heldAbove: [StatementChange]
  package let edits: [StatementChange]
  package let scopeIndex: ScopeIndex
  package let added: [Scope]
  package let removed: [Scope]
  package let failures: [(scope: Scope, failure: ImpactFailure)]
  /// The same with those that are no more than templates of the scopes below.
  package let everyFailure: [(scope: Scope, failure: ImpactFailure)]
  package let problems: [(scope: Scope, side: Side, problem: Diagnostic)]
  /// Changed values that break a type where they hold now.
  package let brokenTypes: [(scope: Scope, problem: Diagnostic)]
  package let names: NameTable
  /// What is secret in any scope, in either time.
  package let mask: ReportMask

  package init(_ impact: Impact, _ names: NameTable) {
    changes = impact.changes
    edits = impact.edits
    (idle, heldAbove) = (impact.idle, impact.heldAbove)
    scopeIndex = impact.scopeIndex
    (added, removed) = (impact.added, impact.removed)
    (failures, everyFailure) = (impact.failures, impact.everyFailure)
    problems = impact.problems
    brokenTypes = impact.brokenTypes
    self.names = names
    mask = impact.mask
    groups = Self.groups(changes)
  }

  private struct GroupID: Hashable {
    let edits: [ObjectIdentifier]
    var object: Key?
    var isNew = false
    /// Where what is in the object is written.
    var scopes: Set<Scope> = []

    /// What came or went with an object is one, however many statements it takes.
    init(_ change: ImpactChange) {
      object = change.object
      let all = change.edits
      edits = all.filter { !$0.isIn(change.object) }.map(ObjectIdentifier.init)
      if object == nil { return }
      isNew = change.from == nil
      scopes = Set(all.filter { $0.isIn(change.object) }.map(\.scope))
    }
  }

  private static func groups(_ changes: [ImpactChange]) -> [Group] {
    changes.grouped(by: GroupID.init).map { Group($0.members) }
      .sorted { $0.scopes.count > $1.scopes.count }
  }

  /// Both values; what is secret in one scope is masked in all, in both times.
  func shown(_ change: ImpactChange) -> ShownChange {
    mask.shown(BeforeAfter(from: change.from, to: change.to))
  }

  /// What an edited statement says in both times.
  func shown(_ edit: StatementChange) -> ShownChange { mask.shown(edit.values) }

  /// The scopes in which some value differs.
  var changedScopes: ScopeSet { ScopeSet(joining: changes.map(\.scopes)) }

  package var isUnresolved: Bool { !failures.isEmpty || !problems.isEmpty }

  package var isEmpty: Bool { changes.isEmpty && added.isEmpty && removed.isEmpty }

  /// The scopes in which something changes, those that came and went included, in byte order of paths.
  package var touchedScopes: [Scope] {
    let changed = changedScopes.numbers.map { scopeIndex.scopes[$0] }
    return (changed + added + removed).sorted { left, right in
      left.names.lexicographicallyPrecedes(right.names) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// `5 values change in 14 scopes by 2 edits; 1 edit changes nothing`.
  package var summary: String {
    let count = Printable.count
    var parts: [String] = []
    if changes.isEmpty {
      parts.append(
        isUnresolved ? "no value that can be compared changes" : "no effective value changes")
    } else {
      let keys = Set(changes.map(\.key)).count
      let causes = Set(changes.flatMap(\.edits).map(ObjectIdentifier.init)).count
      parts.append(
        "\(count(keys, "key")) change\(keys == 1 ? "s" : "") "
          + "in \(changedScopes.count) of \(count(scopeIndex.count, "scope")) by \(count(causes, "edit"))"
      )
    }
    if !idle.isEmpty {
      parts.append("\(count(idle.count, "edit")) change\(idle.count == 1 ? "s" : "") nothing")
    }
    if !added.isEmpty { parts.append("\(count(added.count, "scope")) added") }
    if !removed.isEmpty { parts.append("\(count(removed.count, "scope")) removed") }
    if !failures.isEmpty { parts.append("\(count(failures.count, "value")) cannot be worked out") }
    return parts.joined(separator: "; ")
  }
}

extension ImpactReport.Group {
  fileprivate init(_ changes: [ImpactChange]) {
    let object = changes.first?.object
    self.object = object
    // Of what an object is made of, the first statement stands for all.
    var seen: Set<ObjectIdentifier> = []
    let all = (object == nil ? changes.prefix(1) : changes[...]).flatMap(\.edits)
      .filter { seen.insert(ObjectIdentifier($0)).inserted }
    edits = all.filter { $0.isIn(object) }.prefix(1) + all.filter { !$0.isIn(object) }
    let keys = edits.compactMap(\.valueKey)
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
  /// Whether it edits what is written in an object.
  func isIn(_ object: Key?) -> Bool {
    guard let object, let key = valueKey else { return false }
    return key.isIn(object)
  }
}

extension ImpactChange {
  /// The edited statements, each once, those that stand now before those that are gone.
  var edits: [StatementChange] {
    var seen: Set<ObjectIdentifier> = []
    let all = causes.map(\.edit).filter { seen.insert(ObjectIdentifier($0)).inserted }
    return all.filter { $0.places.to != nil } + all.filter { $0.places.to == nil }
  }
}
