import JSONSource

/// A step along a lineage: a level, or a boundary between scopes, where exclusions act; with its records.
package final class FoldLayer {
  package let position: Int
  let activeDeclarations: LineageDeclarations?
  let isCommandLine: Bool
  let isBoundary: Bool
  /// The first is that of the top object.
  private(set) var records: [Record] = []
  private(set) var details: [Record.Details] = []
  private(set) var files: [PropertyFile] = []
  var members = MemberTable()
  /// Arrays that differ from every written array.
  var arrays: [MergedArray] = []
  /// Lists that several commands ask for, by the records that name them.
  var lists: [[Member]] = []
  var traces: [Trace] = []

  struct Member {
    let name: Name
    let record: RecordID
  }

  private init(
    at position: Int, _ activeDeclarations: LineageDeclarations?, isBoundary: Bool,
    isCommandLine: Bool = false
  ) {
    self.position = position
    self.activeDeclarations = activeDeclarations
    (self.isBoundary, self.isCommandLine) = (isBoundary, isCommandLine)
  }

  /// The layer of a level.
  convenience init(
    _ level: Level, at position: Int, _ activeDeclarations: LineageDeclarations?,
    over previous: RecordID?, isCommandLine: Bool = false
  ) {
    self.init(
      at: position, activeDeclarations, isBoundary: false, isCommandLine: isCommandLine)
    let statements = KeyStatements(level.statements)
    let marks =
      statements.isMarked
      ? KeyMarks(statements.tree, [], nil, takesExclusions: activeDeclarations != nil) : nil
    _ = add(nil, in: -1, statements, activeDeclarations, marks)
    records[0].previous = previous ?? .none
  }

  /// The layer of a boundary.
  convenience init(
    at position: Int, _ activeDeclarations: LineageDeclarations?, over previous: RecordID?,
    _ exclusions: KeyExclusions
  ) {
    self.init(at: position, activeDeclarations, isBoundary: true)
    _ = add(nil, in: -1, .none, activeDeclarations, nil, exclusions)
    records[0].previous = previous ?? .none
  }

  /// Adds a record, which is the last one.
  func add(
    _ name: Name?, in holder: Int32, _ statements: KeyStatements,
    _ activeDeclarations: LineageDeclarations?, _ marks: KeyMarks?,
    _ exclusions: KeyExclusions? = nil
  ) -> Int32 {
    var place: Int32 = -1
    let tree = statements.tree
    if tree != nil || activeDeclarations != nil || marks != nil || exclusions != nil {
      place = Int32(details.count)
      details.append(
        Record.Details(
          tree: tree, activeDeclarations: activeDeclarations, marks: marks, exclusions: exclusions))
    }
    var written: (file: Int32, node: Int32)?
    if case .plain(let plain) = statements { written = (number(of: plain.file), Int32(plain.node)) }
    records.append(Record(name, in: holder, written, details: place))
    return Int32(records.count - 1)
  }

  /// Whether a record has a value without directives and nothing else, as most have.
  func hasOnlyValues(_ place: Int32) -> Bool {
    records[Int(place)].details < 0 && !records[Int(place)].omitsOwn
  }

  /// Adds a record of a member of such a value.
  func add(_ name: Name, in holder: RecordID, _ node: Int) -> Int32 {
    let place = Int32(records.count)
    let file = records[Int(holder.place)].file
    var record = Record(name, in: holder.place, (file, Int32(node)), details: -1)
    record.settle(value(of: holder.place, at: node), in: holder, place)
    records.append(record)
    return place
  }

  /// A value in the file of a record.
  func value(of place: Int32, at node: Int) -> Definition {
    Definition(file: files[Int(records[Int(place)].file)], node: node)
  }

  private func number(of file: PropertyFile) -> Int32 {
    if files.last !== file { files.append(file) }
    return Int32(files.count - 1)
  }

  subscript(place: Int32) -> Record {
    @inline(__always)
    _read { yield records[Int(place)] }
    @inline(__always)
    _modify { yield &records[Int(place)] }
  }

  /// The value of a record if it is the only statement.
  func plain(of place: Int32) -> Definition? {
    let node = records[Int(place)].node
    return node < 0 ? nil : value(of: place, at: Int(node))
  }

  /// Whether the layer has statements or exclusions; most scopes of deep trees are empty.
  var hasEffect: Bool {
    isBoundary || records[0].node >= 0 || details.first?.tree?.concerns.isEmpty == false
  }
}

extension [FoldLayer] {
  /// The top object of the last layer; a level without statements adds nothing to the one before it.
  var lastWithEffect: RecordID? {
    guard let last else { return nil }
    return last.hasEffect
      ? RecordID(topOf: count - 1) : last.records[0].previous.known ?? RecordID(topOf: count - 1)
  }
}

/// The number of a layer, and the place of a record in it.
struct RecordID: Hashable {
  let layer: Int32
  let place: Int32

  static let none = RecordID(layer: -1, place: 0)
  static let unknown = RecordID(layer: -1, place: 1)

  init(layer: Int32, place: Int32) { (self.layer, self.place) = (layer, place) }

  init(topOf layer: Int) { self.init(layer: Int32(layer), place: 0) }

  /// nil if it names no record.
  var known: RecordID? { layer < 0 ? nil : self }
}

/// What a layer did to a key: its statements, the record before, and the value after it.
struct Record {
  enum State: UInt8 {
    case unknown, absent, leaf, array
    /// An object with a member that has a value.
    case object
    /// An object written as `{}`.
    case emptyObject
  }

  /// What happens to the own value.
  enum Write: UInt8 {
    case unknown, none
    /// An object that writes no value, so that it replaces nothing (I6).
    case writesNothing
    case kept, refused
  }

  enum Known: UInt8 {
    case unknown, no, yes

    init(_ value: Bool) { self = value ? .yes : .no }
  }

  /// nil for the top object.
  let name: Name?
  /// The place of the object around the key; negative for the top object.
  let holder: Int32
  /// The value if it is the only statement, as for most keys: the place of its file in the layer, and its node.
  let file: Int32
  /// Negative if there is none.
  let node: Int32
  /// The place of other statements, or of what reaches the key from around it; negative if there are none.
  let details: Int32
  /// Whether own values are left out.
  var omitsOwn = false
  /// Whether own values around this key are left out.
  var omitsOwnAround = false
  // The rest is computed on demand.
  var write = Write.unknown
  var isReplacing = Known.unknown
  var mayCompute = Known.unknown
  var state = State.unknown
  var hasLiveName = Known.unknown
  var liveName: Name?
  var previous = RecordID.unknown
  /// The inherited value after stops and removals, if a record of its own has it.
  var inherited = RecordID.unknown
  /// The record that wrote a leaf.
  var value = RecordID.none
  // Places in the layer, if they are not negative.
  var array: Int32 = -1
  var list: Int32 = -1
  var trace: Int32 = -1

  init(
    _ name: Name?, in holder: Int32, _ written: (file: Int32, node: Int32)?, details: Int32
  ) {
    (self.name, self.holder, self.details) = (name, holder, details)
    (file, node) = written ?? (-1, -1)
  }

  var isTop: Bool { name == nil }

  /// Notes that the own value is kept, because no declaration is about the key.
  mutating func settle(_ written: Definition, in holder: RecordID, _ place: Int32) {
    write = .kept
    if written.isObject { return }
    (isReplacing, mayCompute, state) = (.yes, Known(written.isComputing), .leaf)
    value = RecordID(layer: holder.layer, place: place)
  }

  /// What few records have.
  struct Details {
    let tree: StatementTree?
    let activeDeclarations: LineageDeclarations?
    /// nil if no marker of the level reaches the key.
    let marks: KeyMarks?
    /// Only in the layer of a boundary.
    let exclusions: KeyExclusions?
  }
}

/// The members of a layer's records, by name.
struct MemberTable {
  // Open addressing, with four numbers a slot: holder, name, and the record's layer + 1 (0 if the slot is free) and
  // place. Places and names are numbered in the order of requests, so a tree cannot choose keys that collide.
  // Numbers, because another type of array costs a hundredth of a small get.
  private var slots: [UInt32] = []
  private var count = 0
  private static let width = 4

  subscript(name: Name, of holder: Int32) -> RecordID? {
    if slots.isEmpty { return nil }
    var slot = start(UInt32(bitPattern: holder), name.id)
    while slots[slot + 2] != 0 {
      if slots[slot] == UInt32(bitPattern: holder), slots[slot + 1] == name.id {
        return RecordID(layer: Int32(slots[slot + 2]) - 1, place: Int32(slots[slot + 3]))
      }
      slot = next(slot)
    }
    return nil
  }

  /// The member must be new.
  mutating func insert(_ record: RecordID, _ name: Name, of holder: Int32) {
    count += 1
    if count * 2 * Self.width > slots.count { grow() }
    put(UInt32(bitPattern: holder), name.id, UInt32(record.layer + 1), UInt32(record.place))
  }

  private mutating func put(_ holder: UInt32, _ name: UInt32, _ layer: UInt32, _ place: UInt32) {
    var slot = start(holder, name)
    while slots[slot + 2] != 0 { slot = next(slot) }
    (slots[slot], slots[slot + 1]) = (holder, name)
    (slots[slot + 2], slots[slot + 3]) = (layer, place)
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(8 * Self.width, 2 * slots.count))
    for slot in stride(from: 0, to: old.count, by: Self.width) where old[slot + 2] != 0 {
      put(old[slot], old[slot + 1], old[slot + 2], old[slot + 3])
    }
  }

  private func next(_ slot: Int) -> Int { (slot + Self.width) & (slots.count - 1) }

  private func start(_ holder: UInt32, _ name: UInt32) -> Int {
    // Fibonacci hashing spreads consecutive numbers.
    let both = UInt64(holder) &* 0xD6E8_FEB8_6659_FD93 ^ UInt64(name)
    let hash = Int(truncatingIfNeeded: (both &* 0x9E37_79B9_7F4A_7C15) >> 32)
    return hash &* Self.width & (slots.count - 1)
  }
}
