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

  mutating func begin() { changes.append([]) }

  mutating func end() {
    for change in (changes.popLast() ?? []).reversed() { entries[change.id] = change.before }
  }

  /// Takes note of what was found out about keys in the scope begun last.
  mutating func note(_ declared: [Declaration]) {
    for one in declared where one.marker.kind == .required {
      count += 1
      set(
        ID(key: one.key, marker: ObjectIdentifier(one.marker)),
        one.isMissing ? (count, one) : nil)
    }
  }

  private mutating func set(_ id: ID, _ entry: (number: Int, declaration: Declaration)?) {
    let before = entries[id]
    if before == nil && entry == nil { return }
    changes[changes.count - 1].append((id, before))
    entries[id] = entry
  }

  /// All of it, in the order in which it was found.
  var all: [Declaration] {
    if entries.isEmpty { return [] }
    return entries.values.sorted { $0.number < $1.number }.map(\.declaration)
  }
}
