import Cascade
import JSONSource

/// The values that a scope writes in vain, put together: an object in which every value is one of them is
/// told as a whole.
struct RedundantValues {
  private let scope: CheckedScope
  private var files: [(file: PropertyFile, nodes: [Int: ViewNode])] = []

  init(_ scope: CheckedScope) {
    self.scope = scope
    // Without it another file of the scope would have its say.
    let disputed = scope.unchanging.isEmpty ? [] : Set(scope.overwritings.map(\.key.names))
    for own in scope.unchanging {
      guard let part = own.lastWritten, !scope.isNeeded(part), !isMeant(own.key),
        part.isEmptyObject || !part.isObject || !part.instructs
      else { continue }
      let names = own.key.names
      if !disputed.isEmpty,
        (1...names.count).contains(where: { disputed.contains(Array(names[..<$0])) })
      {
        continue
      }
      add(own, part)
    }
  }

  private mutating func add(_ own: ViewNode, _ part: Definition) {
    if let place = files.firstIndex(where: { $0.file === part.file }) {
      files[place].nodes[part.node] = own
    } else {
      files.append((part.file, [part.node: own]))
    }
  }

  /// Whether whoever writes it gives a reason or a date; and without the value a removal would act.
  private func isMeant(_ key: Key) -> Bool { scope.says([.because, .until, .remove], of: key) }

  var findings: [Diagnostic] {
    files.flatMap { file, nodes -> [Diagnostic] in
      let order = nodes.keys.sorted()
      let found = visit(Definition(file: file, node: 0), Key(file.prefix), nodes, order[...])
      return found.told.compactMap { finding($0, nodes, order) }
    }
  }

  /// The widest values below an object that are written in vain, and whether that is all there is.
  private func visit(
    _ object: Definition, _ key: Key, _ nodes: [Int: ViewNode], _ order: ArraySlice<Int>
  ) -> (isAll: Bool, told: [(written: Definition, key: Key)]) {
    let document = object.document
    var (isAll, told) = (true, [(written: Definition, key: Key)]())
    var rest = order
    for member in document.members(object.node) {
      if member.isDirective {
        if !document.isComment(member) { isAll = false }
        continue
      }
      let value = object.at(member.value)
      let key = key.appending(member.name)
      let end = document.behind(member.value)
      let inside = rest.prefix { $0 < end }
      rest = rest.dropFirst(inside.count)
      if nodes[member.value] != nil {
        told.append((value, key))
      } else if inside.isEmpty {
        isAll = false
      } else {
        let found = visit(value, key, nodes, inside)
        let isWhole = found.isAll && !isMeant(key)
        told += isWhole ? [(value, key)] : found.told
        if !isWhole { isAll = false }
      }
    }
    return (isAll, told)
  }

  private func finding(
    _ one: (written: Definition, key: Key), _ nodes: [Int: ViewNode], _ order: [Int]
  ) -> Diagnostic? {
    let (written, key) = one
    let end = written.document.behind(written.node)
    let place = order.indices.bisected { order[$0] >= written.node }
    guard place < order.count, order[place] < end,
      let inherited = nodes[order[place]]?.inherited
    else { return nil }
    let problem: Diagnostic.KeyProblem
    if written.isObject && !written.isEmptyObject {
      problem = .redundantObject(valueCount: written.valueCount)
    } else {
      problem = .redundant(isEmptyObject: written.isObject && !inherited.isWrittenEmpty)
    }
    return scope.finding(
      .warning, .redundant, key, problem, at: written.place,
      notes: inherited.place.map { [.init(.inherited, at: $0)] } ?? [])
  }
}

extension Definition {
  /// Whether a directive stands in the object that does something beside its values.
  fileprivate var instructs: Bool {
    !isPlain
      && document.members(node).contains { member in
        let value = at(member.value)
        return member.isDirective
          ? !document.isComment(member) : value.isObject && value.instructs
      }
  }

  /// How many scalars, arrays, computed values and empty objects are written in it.
  fileprivate var valueCount: Int {
    guard isObject, !isEmptyObject else { return 1 }
    return memberNames.compactMap(member).reduce(0) { $0 + $1.valueCount }
  }
}
