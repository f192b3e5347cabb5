import JSONSource

/// What the files of a level write at one key, put together (T3), with what they include there.
package struct StatementContent {
  package private(set) var own = StatementTree.Own.nothing
  /// What earlier files of the level wrote here, which a later one wrote over.
  package private(set) var overwritten: [Definition] = []
  /// What the command line wrote here, an object, in the place of all that is there.
  private(set) var replacing: Definition?
  /// What was included here, in the order of reading.
  private(set) var fragments: [PropertyFile] = []
  /// Why something could not be included.
  private(set) var problems: [Diagnostic] = []
  /// What hands its members down.
  private var holders: [Holder] = []
  private var groups = 0
  /// The numbers of the holders that have each member, listed if there are many: a scope may have thousands of files.
  private var holdersByName: (places: NameMap<Int>, numbers: [[Int]])?
  private static let few = 8

  private enum Holder {
    /// An object, with the number of what it is joined with.
    case object(Definition, isOverwritten: Bool, group: Int)
    case replacement(ArraySlice<Name>)
  }

  init(_ sources: [StatementTree.Source]) {
    var isReplacing = false
    for source in sources {
      switch source {
      case .written(let written):
        add([written])
        // An object that took the place of a scalar meanwhile is all that is left.
        if isReplacing, replacing?.isObject != true { replacing = written }
      case .joined(let all): add(all)
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
  }

  private mutating func listHolders() {
    var places = NameMap<Int>()
    var numbers: [[Int]] = []
    for (number, holder) in holders.enumerated() {
      // The command line sets few keys.
      guard case .object(let written, _, _) = holder else { return }
      written.forEachMember { name, _ in
        if let place = places[name] {
          numbers[place].append(number)
        } else {
          places[name] = numbers.count
          numbers.append([number])
        }
      }
    }
    holdersByName = (places, numbers)
  }

  private func holders(of name: Name) -> [Holder] {
    guard let (places, numbers) = holdersByName else { return holders }
    return places[name].map { numbers[$0].map { holders[$0] } } ?? []
  }

  /// Adds what one file writes, what it includes first: it is put together before it meets what other
  /// files say (V6).
  private mutating func add(_ all: [Definition]) {
    groups += 1
    let lastLeaf = all.lastIndex { !$0.isObject }
    // An object behind it takes its place only if it writes something (I6).
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

  private mutating func add(object written: Definition) {
    for fragment in open(written) { add(object: Definition(file: fragment, node: 0)) }
    if written.isPart { addPart(written) }
    holders.append(.object(written, isOverwritten: false, group: groups))
  }

  private mutating func mention(_ written: Definition) {
    guard written.isObject else { return }
    for fragment in open(written) { mention(Definition(file: fragment, node: 0)) }
    holders.append(.object(written, isOverwritten: true, group: groups))
  }

  private mutating func open(_ object: Definition) -> [PropertyFile] {
    guard let included = object.file.included(in: object.node) else { return [] }
    fragments += included.files
    problems += included.problems
    return included.files
  }

  /// Adds an object to the parts of the value; a `{}` is one only as long as there is nothing else.
  private mutating func addPart(_ written: Definition) {
    guard case .object(var parts) = own, !parts.allSatisfy(\.isEmptyObject) else {
      if case .leaf(let leaf) = own { overwritten.append(leaf) }
      own = .object([written])
      return
    }
    if written.isEmptyObject { return }
    // Without another reference the parts are not copied for each file.
    own = .nothing
    parts.append(written)
    own = .object(parts)
  }

  /// A later file of the level wrote over all of it.
  private mutating func forget() {
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

  /// The object, where one file alone writes it and nothing is included in it.
  package var only: Definition? {
    guard holders.count == 1, case .object(let written, isOverwritten: false, _) = holders[0] else {
      return nil
    }
    return written
  }

  /// The names of members in the order of their mention; a name may come twice.
  package var mentions: [Name] {
    var names: [Name] = []
    for case .object(let written, _, _) in holders {
      names += written.memberNames
    }
    return names
  }

  /// What is written at a member.
  func sources(of name: Name) -> [StatementTree.Source] {
    var found: [StatementTree.Source] = []
    var joined: [Definition] = []
    var group = 0
    func join() {
      if joined.count == 1 { found.append(.written(joined[0])) }
      if joined.count > 1 { found.append(.joined(joined)) }
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
  /// Whether this is an object without any ordinary member, and without a directive that might give
  /// it some.
  package var isEmptyObject: Bool {
    isObject && !document.hasMembers(node)
  }

  /// Whether it is a value, or an object in which one is written: by itself, or by inclusion (I6).
  package var writesSomething: Bool { !isObject || file.writesOrIncludes(node) }

  /// Whether it gives something to an object; what it includes does so for itself.
  fileprivate var isPart: Bool {
    // The top is an object in any case, for which nothing need be opened.
    if node == 0 && file.prefix.isEmpty && file.includesWithin(0) { return true }
    return file.writesMembers(node)
  }

  /// Whether the object itself includes something.
  var includesSomething: Bool { kind == .object && file.hasInclusions && file.includes(node) }
}
