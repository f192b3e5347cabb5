import JSONSource

/// The values that the files of a level set at a key, combined with their inclusions (T3).
package final class StatementContent {
  package private(set) var own = StatementTree.Own.nothing
  /// Values that a later file of the level replaced.
  package private(set) var overwritten: [Definition] = []
  /// The object if it is the only one.
  package private(set) var only: Definition?
  /// The value with which the command line replaced all others.
  private(set) var replacing: Definition?
  private(set) var fragments: [PropertyFile] = []
  private(set) var problems: [Diagnostic] = []
  /// The objects whose members belong to the value.
  private var holders: [Holder] = []
  private var groups = 0
  /// The indexes of each member's holders, if there are many: a scope may have thousands of files.
  private var holdersByName: Catalog<Name, [Int]>?
  private static let few = 8

  private enum Holder {
    /// `group` numbers the objects that are combined before merging.
    case object(Definition, isOverwritten: Bool, group: Int)
    case replacement(ArraySlice<Name>)
  }

  init(_ sources: [StatementTree.Source]) {
    var isReplacing = false
    for source in sources {
      switch source {
      case .written(let all):
        add(all)
        // An object that replaced a scalar is the whole remaining value.
        if isReplacing, replacing?.isObject != true { replacing = all.last }
      case .overwritten(let written): mention(written)
      case .replacement(let path):
        if path.isEmpty {
          forget()
          (isReplacing, replacing) = (true, nil)
        } else {
          holders.append(.replacement(path))
        }
      }
    }
    if holders.count > Self.few { listHolders() }
    if holders.count == 1, case .object(let written, isOverwritten: false, _) = holders[0] {
      only = written
    }
  }

  private func listHolders() {
    var numbers = Catalog<Name, [Int]>()
    for (number, holder) in holders.enumerated() {
      // The command line sets few keys, so its replacements are not indexed.
      guard case .object(let written, _, _) = holder else { return }
      written.forEachMember { name, _ in numbers[name, orNew: []].append(number) }
    }
    holdersByName = numbers
  }

  private func holders(of name: Name) -> [Holder] {
    guard let holdersByName else { return holders }
    return holdersByName[name]?.map { holders[$0] } ?? []
  }

  /// Inclusions are combined with their file before it merges with others (V6).
  private func add(_ all: [Definition]) {
    groups += 1
    let lastLeaf = all.lastIndex { !$0.isObject }
    // A later object replaces the leaf only if it writes a value (I6).
    if let lastLeaf, !all[(lastLeaf + 1)...].contains(where: \.writesSomething) {
      let before = overwritten + own.parts
      forget()
      overwritten = before
      own = .leaf(all[lastLeaf])
    }
    for (index, written) in all.enumerated() where written.isObject {
      if let lastLeaf, index < lastLeaf { mention(written) } else { add(object: written) }
    }
  }

  private func add(object written: Definition) {
    for fragment in open(written) { add(object: Definition(file: fragment, node: 0)) }
    if written.isPart { addPart(written) }
    holders.append(.object(written, isOverwritten: false, group: groups))
  }

  private func mention(_ written: Definition) {
    guard written.isObject else { return }
    for fragment in open(written) { mention(Definition(file: fragment, node: 0)) }
    holders.append(.object(written, isOverwritten: true, group: groups))
  }

  private func open(_ object: Definition) -> [PropertyFile] {
    guard let included = object.file.included(in: object.node) else { return [] }
    fragments += included.files
    problems += included.problems
    return included.files
  }

  /// `{}` is a part only if there is no other part.
  private func addPart(_ written: Definition) {
    guard case .object(var parts) = own, !parts.allSatisfy(\.isEmptyObject) else {
      if case .leaf(let leaf) = own { overwritten.append(leaf) }
      own = .object(StatementTree.Parts(written))
      return
    }
    if written.isEmptyObject { return }
    // Drops the other reference, so that appending does not copy the parts.
    own = .nothing
    parts.append(written)
    own = .object(parts)
  }

  /// Marks everything so far as replaced by a later file.
  private func forget() {
    own = .nothing
    overwritten = []
    holders = holders.map { holder in
      if case .object(let written, _, let group) = holder {
        .object(written, isOverwritten: true, group: group)
      } else {
        holder
      }
    }
  }

  func forEachMention(_ body: (Name) -> Void) {
    for case .object(let written, _, _) in holders {
      written.forEachMember { name, _ in body(name) }
    }
  }

  func sources(of name: Name) -> [StatementTree.Source] {
    var found: [StatementTree.Source] = []
    var joined: [Definition] = []
    var group = 0
    func join() {
      if !joined.isEmpty { found.append(.written(joined)) }
      joined = []
    }
    for holder in holders(of: name) {
      switch holder {
      case .object(let written, let isOverwritten, let its):
        guard let value = written.member(name) else { continue }
        if isOverwritten {
          join()
          found.append(.overwritten(value))
          continue
        }
        if its != group { join() }
        group = its
        joined.append(value)
      case .replacement(let path):
        join()
        if path.first == name { found.append(.replacement(path.dropFirst())) }
      }
    }
    join()
    return found
  }
}

extension Definition {
  /// Whether the object has no ordinary member and no directive that may add members.
  package var isEmptyObject: Bool { isObject && !document.hasMembers(node) }

  /// A leaf, or an object with a value in it, possibly by inclusion (I6).
  package var writesSomething: Bool { !isObject || file.writesOrIncludes(node) }

  /// Ignores inclusions.
  fileprivate var isPart: Bool {
    // The top object always counts, so its inclusions are not opened.
    if node == 0 && file.prefix.isEmpty && file.includesWithin(0) { return true }
    return file.writesMembers(node)
  }

  var includesSomething: Bool { kind == .object && file.hasInclusions && file.includes(node) }
}
