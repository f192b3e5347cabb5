/// A level of a scope.
enum ReferenceLevel: Hashable {
  /// A scope of the root tree (0) or of the overlay with that number.
  case scope([PlainName], tree: Int)
  case commandLine
}

/// A value as a statement, with its origin and key.
struct ReferenceStatement: Hashable, Sendable {
  var origin: ReferenceOrigin
  var key: PlainKey
}

/// The merged statements of the files of a level.
struct ReferenceStatements: Sendable {
  enum Write: Hashable, Sendable {
    /// Anything but an object.
    case leaf(ReferenceWritten, ReferenceOrigin)
    case emptyObject(ReferenceOrigin)
    /// An object with members that write something; they have entries of their own. Of several places that
    /// write it the one read last.
    case object(ReferenceOrigin)

    var isObject: Bool {
      if case .object = self { return true }
      return false
    }
  }

  /// Every key in the order in which the files name them (F4), with repetitions.
  var mentions: [PlainKey] = []
  var markers: [ReferenceMarker] = []
  var merges: [ReferenceMerge] = []
  var removals: [ReferenceRemoval] = []
  var own: [PlainKey: Write] = [:]
  /// The keys at which an object of the command line replaces what it meets.
  var replacing: Set<PlainKey> = []

  /// How many levels lie before this one.
  private let position: Int
  /// What is passed over, as if it were not written.
  private let lacking: Set<ReferenceStatement>
  private var readOrder = 0

  init(
    files: [ReferenceTree.File], of scope: [PlainName], overlay: Int?, position: Int,
    lacking: Set<ReferenceStatement>
  ) {
    self.position = position
    self.lacking = lacking
    for file in files {
      let origin = ReferenceOrigin(scope, file.name, overlay: overlay)
      var written: [PlainKey: Write] = [:]
      _ = read(file.content.members ?? [], at: [], from: origin, into: &written)
      putOver(written)
    }
    unitePasses()
  }

  /// D172: the lists of a level's files are united, those of each object by themselves.
  private mutating func unitePasses() {
    let all = markers.filter { $0.directive == .pass }
    markers.removeAll { $0.directive == .pass }
    for holder in Set(all.map(\.holder)) {
      let lists = all.filter { $0.holder == holder }
      guard var first = lists.min(by: { $0.readOrder < $1.readOrder }) else { continue }
      first.passed = lists.flatMap(\.passed)
      markers.append(first)
    }
  }

  /// T8: each value is laid over those before it and replaces at its key; one without a key is the object of
  /// a file of values, laid over them as any file of a scope is.
  init(commandLine set: [(key: PlainKey, value: PlainValue)], position: Int) {
    self.position = position
    lacking = []
    for (index, (key, value)) in set.enumerated() {
      let origin = ReferenceOrigin(commandLine: index + 1)
      var written: [PlainKey: Write] = [:]
      if key.isEmpty {
        _ = read(value.members ?? [], at: [], from: origin, into: &written)
        putOver(written)
        continue
      }
      for length in 1..<max(key.count, 1) {
        written[Array(key.prefix(length))] = .object(origin)
        mentions.append(Array(key.prefix(length)))
      }
      mentions.append(key)
      _ = write(value, at: key, from: origin, into: &written)
      own = own.filter { !$0.key.starts(with: key) }
      replacing = replacing.filter { !$0.starts(with: key) }
      putOver(written)
      replacing.insert(key)
    }
  }

  /// Reads the members of one object of a file; tells whether any of them wrote a value.
  private mutating func read(
    _ members: [PlainMember], at holder: PlainKey, from origin: ReferenceOrigin,
    into written: inout [PlainKey: Write]
  ) -> Bool {
    var wroteSomething = false
    for member in members {
      switch ReferenceMemberKind(member.name, isTop: holder.isEmpty) {
      case .ignored, .attribute: continue
      case .marker(let directive):
        readMarkers(directive, member.value, holder: holder, from: origin)
      case .merge: readMerges(member.value, holder: holder)
      case .remove: readRemovals(member.value, holder: holder, from: origin)
      case .ordinary(let name):
        let key = holder + [name]
        mentions.append(key)
        if write(member.value, at: key, from: origin, into: &written) { wroteSomething = true }
      }
    }
    return wroteSomething
  }

  private mutating func write(
    _ value: PlainValue, at key: PlainKey, from origin: ReferenceOrigin,
    into written: inout [PlainKey: Write]
  ) -> Bool {
    // What a file of the same scope overwrote leaves no trace (T3).
    let isLacking = lacking.contains {
      $0.key == key && $0.origin.scope == origin.scope && $0.origin.overlay == origin.overlay
        && $0.origin.commandLine == origin.commandLine
    }
    if isLacking { return false }
    guard let members = value.members, !ReferenceWritten.isComputed(members) else {
      written[key] = .leaf(ReferenceWritten(reading: value, from: origin), origin)
      return true
    }
    if members.allSatisfy({ ReferenceMemberKind($0.name, isTop: false) == .ignored }) {
      written[key] = .emptyObject(origin)
      return true
    }
    // I6: nothing but directives, or only such objects, writes no value.
    let wroteSomething = read(members, at: key, from: origin, into: &written)
    if wroteSomething { written[key] = .object(origin) }
    return wroteSomething
  }

  /// T3: the later file wins, key by key, deep for objects. What it overwrites leaves no trace.
  private mutating func putOver(_ later: [PlainKey: Write]) {
    for key in later.keys.sorted(by: { $0.count < $1.count }) {
      guard let write = later[key] else { continue }
      switch write {
      case .leaf:
        own = own.filter { !($0.key.count > key.count && $0.key.starts(with: key)) }
        own[key] = write
      case .emptyObject:
        if own[key]?.isObject != true { own[key] = write }
      case .object:
        // What the command line put in the place of all that was there did so itself.
        switch own[key] {
        case .object(let first) where replacing.contains(key),
          .emptyObject(let first) where replacing.contains(key):
          own[key] = .object(first)
        default: own[key] = write
        }
      }
    }
  }

  // MARK: Directives

  private mutating func readMarkers(
    _ directive: ReferenceMarker.Directive, _ argument: PlainValue, holder: PlainKey,
    from origin: ReferenceOrigin
  ) {
    func add(_ pattern: ReferencePattern, index: Int) {
      markers.append(
        ReferenceMarker(
          directive: directive, origin: origin, holder: holder, index: index,
          pattern: pattern.inside(holder), level: position, readOrder: readOrder))
      readOrder += 1
    }
    if directive == .pass { return addPass(argument, holder: holder, from: origin) }
    switch argument {
    case .bool(true): add(ReferencePattern([.any]), index: -1)
    case .array(let keys):
      for (index, key) in keys.enumerated() {
        guard case .string(let text) = key else { preconditionFailure("\(key) is no key") }
        add(ReferencePattern(reading: text), index: index)
      }
    default: preconditionFailure("\(directive.rawValue) of \(argument)")
    }
  }

  private mutating func addPass(
    _ argument: PlainValue, holder: PlainKey, from origin: ReferenceOrigin
  ) {
    let patterns =
      argument == true
      ? [ReferencePattern([.any])] : argument.texts.map { ReferencePattern(reading: $0) }
    markers.append(
      ReferenceMarker(
        directive: .pass, origin: origin, holder: holder, index: -1,
        pattern: ReferencePattern([]).inside(holder), level: position, readOrder: readOrder,
        passed: patterns.map { $0.inside(holder) }))
    readOrder += 1
  }

  private mutating func readMerges(_ argument: PlainValue, holder: PlainKey) {
    for member in argument.members ?? [] {
      merges.append(
        ReferenceMerge(
          pattern: ReferencePattern(reading: member.name.bytes).inside(holder),
          strategy: Self.strategy(member.value), level: position, readOrder: readOrder))
      readOrder += 1
    }
  }

  private static func strategy(_ value: PlainValue) -> ReferenceStrategy {
    switch value {
    case "deep": return .deep
    case "replace": return .replace
    case "append": return .append
    case "prepend": return .prepend
    case "union": return .union
    default:
      guard let by = value.members?.first, by.name == "by", case .string(let name) = by.value
      else { preconditionFailure("\(value) is no strategy") }
      return .by(PlainName(bytes: name))
    }
  }

  private mutating func readRemovals(
    _ argument: PlainValue, holder: PlainKey, from origin: ReferenceOrigin
  ) {
    for member in argument.members ?? [] {
      guard case .array(let values) = member.value else {
        preconditionFailure("$remove of \(member.value)")
      }
      removals.append(
        ReferenceRemoval(
          pattern: ReferencePattern(reading: member.name.bytes).inside(holder),
          values: values.map { ReferenceWritten(reading: $0, from: origin) }))
    }
  }
}
