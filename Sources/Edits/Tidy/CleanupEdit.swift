import Cascade
import JSONSource

/// The files after some tidy steps.
package struct CleanupEdit {
  package private(set) var files: [(scope: Scope, file: EditedFile)] = []
  package private(set) var impossible: [Cleanup] = []
  private let names: NameTable

  /// `identity` identifies a scope's file, because links can give a file several names.
  package init<Failure: Error>(
    _ steps: [Cleanup], _ names: NameTable,
    identity: (Scope, PropertyFile) throws(Failure) -> [[UInt8]]
  ) throws(Failure) {
    self.names = names
    var order: [[[UInt8]]] = []
    var items: [[[UInt8]]: (first: Cleanup.Item, indexes: Set<Int>)] = [:]
    let possible = hoist(steps)
    for item in possible.flatMap(\.items) {
      let id = try identity(item.scope, item.file)
      if items[id] == nil { order.append(id) }
      items[id, default: (item, [])].indexes.insert(item.index)
    }
    for id in order {
      guard let (item, indexes) = items[id] else { continue }
      // Removing members always leaves a valid document.
      guard let edited = try? item.file.without(indexes) else { continue }
      files.append((item.scope, edited))
    }
  }

  /// Writes the hoisted values; returns the steps that are possible.
  private mutating func hoist(_ steps: [Cleanup]) -> [Cleanup] {
    var levels: [Scope: Level] = [:]
    var edited: [Scope: [[UInt8]: EditedFile]] = [:]
    var possible: [Cleanup] = []
    for step in steps {
      guard let (target, value) = step.destination else {
        possible.append(step)
        continue
      }
      let scope = target.scope
      let level = levels[scope] ?? target
      guard
        let result = try? ScopeEditor(level, Key(step.names), names)
          .result(of: .set(value, EditReasons()), in: nil),
        case .files(let files) = result
      else {
        impossible.append(step)
        continue
      }
      possible.append(step)
      for file in files {
        // A later edit of a file keeps the original as `former`.
        var latest = edited[scope]?[file.name] ?? file
        latest.file = file.file
        edited[scope, default: [:]][file.name] = latest
      }
      levels[scope] = level.replacing(files.map(\.file))
    }
    for (scope, made) in edited {
      for file in made.values { files.append((scope, file)) }
    }
    return possible
  }
}

extension PropertyFile {
  fileprivate func without(_ items: Set<Int>) throws(EditRefusal) -> EditedFile {
    var draft = EditedFile(self)
    let items = items.union(commentOnlyObjects(0, without: items))
    try draft.remove(items, Key())
    return draft
  }
}

extension PropertyFile {
  /// Objects that would be left with only comments. They wrote no value before, but would write `{}` after.
  private func commentOnlyObjects(_ object: Int, without items: Set<Int>) -> [Int] {
    document.members(object).flatMap { member -> [Int] in
      let value = Definition(file: self, node: member.value)
      if member.isDirective || items.contains(member.nameIndex) || !value.isObject { return [] }
      let stays = document.members(member.value).contains { inner in
        !document.isComment(inner) && !isEmptied(inner, items)
      }
      let isTouched = document.members(member.value).contains { isEmptied($0, items) }
      if !writes(member.value), isTouched, !stays { return [member.nameIndex] }
      return commentOnlyObjects(member.value, without: items)
    }
  }

  private func isEmptied(_ member: Member, _ items: Set<Int>) -> Bool {
    if items.contains(member.nameIndex) { return true }
    guard document.kind(member.value) == .array || member.isDirective else { return false }
    let inside =
      document.kind(member.value) == .array
      ? Array(document.elements(member.value))
      : document.kind(member.value) == .object
        ? document.members(member.value).map(\.nameIndex) : []
    return !inside.isEmpty && inside.allSatisfy { items.contains($0) }
  }
}

extension Level {
  fileprivate func replacing(_ new: [PropertyFile]) -> Level {
    let kept = files.filter { file in !new.contains { $0.name == file.name } }
    return Level(
      scope, in: home,
      files: (kept + new).sorted { $0.name.lexicographicallyPrecedes($1.name) })
  }
}
