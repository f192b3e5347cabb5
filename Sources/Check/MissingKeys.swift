import Answers
import Cascade
import JSONSource

/// What is required and has no value, on the way from the root to a scope: kept up with what each scope
/// touches, and taken back when the walk leaves it.
struct MissingKeys {
  private struct ID: Hashable {
    let key: Key
    let marker: ObjectIdentifier
  }

  private var entries: [ID: (number: Int, declaration: Declaration)] = [:]
  private var changes: [[(id: ID, before: (number: Int, declaration: Declaration)?)]] = []
  private var count = 0
  /// Those that a `*` asked for, by the first names of their keys; some may have ceased to be missing.
  private var wild: [Name: Set<ID>] = [:]

  mutating func begin() { changes.append([]) }

  mutating func end() {
    for change in (changes.popLast() ?? []).reversed() { entries[change.id] = change.before }
  }

  /// Takes note of what was found out about keys in the scope begun last.
  mutating func note(_ declared: [Declaration], in scope: CheckedScope) {
    dropUnasked(in: scope)
    for one in declared where one.marker.directive == .required {
      count += 1
      set(
        ID(key: one.key, marker: ObjectIdentifier(one.marker)),
        one.isMissing ? (count, one) : nil)
    }
  }

  /// Where a `*` stands for nothing any more, nothing is missing.
  private mutating func dropUnasked(in scope: CheckedScope) {
    if wild.isEmpty { return }
    for name in scope.changed(wild.keys) {
      for id in wild[name] ?? [] {
        guard let entry = entries[id] else { continue }
        if !entry.declaration.marker.pattern.asks(for: id.key, in: scope.view) { set(id, nil) }
      }
    }
  }

  private mutating func set(_ id: ID, _ entry: (number: Int, declaration: Declaration)?) {
    let before = entries[id]
    if before == nil && entry == nil { return }
    changes[changes.count - 1].append((id, before))
    entries[id] = entry
    if let first = id.key.names.first,
      entry?.declaration.marker.pattern.parts.contains(.any) == true
    {
      wild[first, default: []].insert(id)
    }
  }

  /// All of it, in the order in which it was found.
  var all: [Declaration] {
    if entries.isEmpty { return [] }
    return entries.values.sorted { $0.number < $1.number }.map(\.declaration)
  }
}

extension KeyPattern {
  /// Whether each `*` of it still stands for a member on the way to a key, with an object in it where
  /// more is to come.
  fileprivate func asks(for key: Key, in view: View) -> Bool {
    var node: ViewNode? = view.root
    for (index, (part, name)) in zip(parts, key.names).enumerated() {
      node = node?.member(name)
      guard part == .any else { continue }
      guard let node, node.isLive, index == parts.count - 1 || node.isObject else { return false }
    }
    return true
  }
}
