import YAMLSource

/// Evaluates the parameters of a node with the steps of reclass and in its order, on which its errors depend.
final class ReclassEvaluation {
  typealias Value = ReclassValue

  /// Why reclass refuses the node, or may refuse it.
  struct Refusal: Error {
    let words: String
    let statement: ReclassStatement
    /// Whether only a value is missing, which another one may replace.
    var isMissing = false
  }

  /// Which kinds of values may replace one another.
  struct Rules {
    var scalarOverDict = false
    var scalarOverList = false
    var dictOverScalar = false
    var listOverScalar = false
    var nullOverride = false
    var refusesConstants = true
  }

  /// How many values and bytes the references of all nodes may make.
  final class Room {
    fileprivate(set) var values: Int
    fileprivate(set) var bytes: Int

    init(sourceSize: Int) {
      (values, bytes) = (100_000 + 20 * sourceSize, 1 << 24 + 20 * sourceSize)
    }
  }

  private let levels: [ReclassStatement]
  private let rules: Rules
  private let room: Room
  private let parameters = ReclassValues()
  private let exports = ReclassValues()
  /// Whether exports are evaluated, for which reclass has no inventory.
  private var isInExports = false
  /// How many values are evaluated because of one another.
  private var depth = 0
  /// The queries for which reclass reads the inventory.
  private(set) var queries: [ReclassStatement] = []
  /// The values that reclass changes when it merges a reference to them, with the reference.
  private(set) var changes: [(path: [[UInt8]], statement: ReclassStatement)] = []
  /// The keys that one file sets twice, and those of them that a later file sets, too.
  private(set) var twins: [ReclassStatement] = []
  private(set) var extendedTwins: Set<ObjectIdentifier> = []
  /// The paths to which references with references in their paths lead.
  private(set) var nested: [ObjectIdentifier: Set<[[UInt8]]>] = [:]
  /// The reference onto which values are merged.
  private var changing: ReclassStatement?
  /// The same for all nodes: reclass keeps the paths from one node to the next.
  private let nestedOfAll: [ObjectIdentifier: Set<[[UInt8]]>]

  static let missing = "a reference to a key without a value"
  static let twin = "a key with and without '~' or '='"
  static let constant = "a constant that is set again"
  static let unknownPath = "a nested reference with a path that is not known"
  static let unknownKind = "a merge with a value that is not imported"
  static let otherKind = "a value that reclass does not merge with one of another kind"
  static let selfReference = "a reference to itself, or to one that does not end"

  /// Merges the parameters and exports of classes and their node, lowest precedence first.
  init(
    _ levels: [ReclassStatement], exports: [ReclassStatement], _ rules: Rules,
    nestedOfAll: [ObjectIdentifier: Set<[[UInt8]]>], in room: Room
  ) {
    (self.levels, self.rules, self.nestedOfAll, self.room) = (levels, rules, nestedOfAll, room)
    for level in levels { merge(level, into: parameters.base) }
    for level in exports { merge(level, into: self.exports.base) }
  }

  /// Evaluates all values.
  func run() throws(Refusal) {
    guard let top = levels.last else { return }
    try parameters.prepare(top)
    queries = parameters.queries
    try exports.prepare(top)
    while let path = parameters.next() { try evaluate(path) }
    // reclass looks for values again that are not evaluated.
    try parameters.prepare(top)
    isInExports = true
    while let path = exports.next() {
      if case .computed(let value)? = exports.value(at: path) {
        try exports.put(try countedResult(of: value), at: path, value.statement)
      }
      exports.finish(path)
    }
    for base in [parameters.base, exports.base] {
      guard let left = base.firstComputed else { continue }
      throw Refusal(
        words: "a reference to an element that reclass evaluates later", statement: left.statement)
    }
  }

  var base: Value.Container { parameters.base }
  /// Whether heir merges all values as reclass does.
  var isPlain: Bool { parameters.isPlain && levels.allSatisfy(\.isPlain) }

  /// The value at a path of names.
  func value(at path: [[UInt8]]) -> Value? {
    path.reduce(.container(parameters.base)) { value, name in value?.dict?.member(name) }
  }

  /// Counts values before they are made.
  private func take(values: Int, _ statement: ReclassStatement) throws(Refusal) {
    room.values -= values
    if room.values < 0 { throw Refusal(words: ReclassValues.tooMany, statement: statement) }
  }

  // MARK: Merging

  /// Merges the members of a file's dict.
  private func merge(_ dict: ReclassStatement, into base: Value.Container) {
    for (name, _, statement) in dict.members {
      let present = base[name]
      if statement.sign == nil, statement.isLiteralDict {
        if let inner = present?.dict {
          merge(statement, into: inner)
          continue
        }
        let inner = Value.Container()
        merge(statement, into: inner)
        base[name] = appended(.container(inner), to: present, statement)
      } else {
        base[name] = appended(statement.value, to: present, statement)
      }
      if statement.isTwin, case .computed(let both)? = base[name] {
        both.twin = statement
        twins.append(statement)
      }
    }
  }

  /// Merges a result, in which names may have signs.
  private func merge(
    _ value: Value, onto present: Value?, _ statement: ReclassStatement
  ) throws(Refusal) -> Value {
    guard let dict = value.dict, present == nil || present?.dict != nil else {
      return appended(value, to: present, statement)
    }
    let base = present?.dict ?? Value.Container()
    try parameters.take(dict.names.count, statement)
    try take(values: dict.names.count, statement)
    for (name, value) in dict.members {
      // Other keys become texts now.
      let name = name.plainName
      guard let sign = name.first else {
        throw Refusal(words: "an empty key", statement: statement)
      }
      if "~=".utf8.contains(sign) {
        var part = Value.Part(value, statement)
        part.sign = sign
        let name = Array(name.dropFirst())
        base[name] = appended(.computed(Value.Computed([part])), to: base[name], statement)
      } else {
        base[name] = try merge(value, onto: base[name], statement)
      }
    }
    return .container(base)
  }

  /// A value after others of the same key.
  private func appended(
    _ value: Value, to present: Value?, _ statement: ReclassStatement
  ) -> Value {
    guard let present else { return value.copied }
    var merge = Value.Computed([Value.Part(present.copied, statement)], isMerge: true)
    if case .computed(let computed) = present, computed.isMerge { merge = computed }
    if let path = merge.path?.map(\.plainName) {
      let target = changing?.reference.flatMap { path.starts(with: $0) ? $0 : nil }
      changes.append((target ?? path, changing ?? statement))
    }
    if let twin = merge.twin { extendedTwins.insert(ObjectIdentifier(twin)) }
    if case .computed(let other) = value, other.isMerge {
      merge.parts += other.parts
    } else {
      merge.parts.append(Value.Part(value.copied, statement))
    }
    return .computed(merge)
  }

  // MARK: Evaluation

  private func evaluate(_ path: ReclassValues.Path) throws(Refusal) {
    guard case .computed(let value)? = parameters.value(at: path) else {
      return parameters.finish(path)
    }
    if parameters.isActive(path) == true { throw selfReference(value) }
    depth += 1
    defer { depth -= 1 }
    if depth > ReclassValues.deepest {
      throw Refusal(words: ReclassValues.tooDeep, statement: value.statement)
    }
    parameters.activate(path)
    try parameters.put(try countedResult(of: value), at: path, value.statement)
    parameters.finish(path)
  }

  private func selfReference(_ value: Value.Computed) -> Refusal {
    let words = value.isMerge ? "a merge with a reference to itself" : Self.selfReference
    return Refusal(words: words, statement: value.statement)
  }

  private func countedResult(of value: Value.Computed) throws(Refusal) -> Value {
    let found = try result(of: value)
    try take(values: found.count(upTo: room.values + 1), value.statement)
    return found
  }

  /// Evaluates the values to which a value refers, and then the value.
  private func result(of value: Value.Computed) throws(Refusal) -> Value {
    let computed = value.parts.filter(\.isComputed).map(\.statement)
    let isNested = computed.contains(where: \.isNested)
    var known = computed.flatMap(\.paths)
    try evaluate(known, for: value)
    while isNested {
      var all: [[[UInt8]]] = []
      var isWhole = true
      for statement in computed {
        if case .query = statement.content { all += statement.paths }
        isWhole = try addPaths(statement.pieces, statement, to: &all) && isWhole
      }
      // reclass evaluates them again only if there are more than before.
      if all.count == known.count { throw Refusal(words: Self.missing, statement: value.statement) }
      known = all
      if !value.isMerge { try checkNested(all, value.statement) }
      try evaluate(known, for: value)
      if isWhole { break }
    }
    return try value.isMerge ? merged(value) : rendered(value.parts[0])
  }

  private func evaluate(
    _ paths: [[[UInt8]]], for value: Value.Computed
  ) throws(Refusal) {
    for path in paths {
      if let isActive = parameters.isActive(path) {
        if isActive { throw selfReference(value) }
        try evaluate(path)
        continue
      }
      for count in path.indices.dropFirst() where parameters.isActive(Array(path[..<count])) != nil
      {
        try evaluate(Array(path[..<count]))
      }
    }
  }

  /// Adds the paths in a text that are known; returns whether all are.
  private func addPaths(
    _ pieces: [ReclassText.Piece], _ statement: ReclassStatement, to paths: inout [[[UInt8]]]
  ) throws(Refusal) -> Bool {
    var isWhole = true
    for piece in pieces {
      switch piece {
      case .text, .query: break
      case .reference(let path): paths.append(path)
      case .nested(let inside):
        isWhole = try addPaths(inside, statement, to: &paths) && isWhole
        do throws(Refusal) {
          paths.append(ReclassText.path(try path(inside, statement)))
        } catch {
          if !error.isMissing { throw error }
          isWhole = false
        }
      }
    }
    return isWhole
  }

  /// reclass keeps the paths from one node to the next, and evaluates first what is at the old ones.
  private func checkNested(
    _ paths: [[[UInt8]]], _ statement: ReclassStatement
  ) throws(Refusal) {
    let id = ObjectIdentifier(statement)
    nested[id, default: []].formUnion(paths)
    guard let all = nestedOfAll[id], all.count > nested[id]?.count ?? 0 else { return }
    let isLate = all.contains { path in
      path.indices.contains { parameters.isActive(Array(path[...$0])) != nil }
    }
    if isLate {
      throw Refusal(
        words: "a nested reference with another path in another node", statement: statement)
    }
  }

  private func merged(_ value: Value.Computed) throws(Refusal) -> Value {
    try parameters.take(value.parts.count, value.statement)
    var output = Value.scalar(YAMLNode(.null))
    var left: Refusal?
    var isConstant = false
    for (index, part) in value.parts.enumerated() {
      var new = Value.scalar(YAMLNode(.null))
      do throws(Refusal) { new = try rendered(part) } catch {
        let isReplaced = index < value.parts.count - 1 && output.kind == .scalar
        if !error.isMissing || !isReplaced { throw error }
        left = error
      }
      if isConstant {
        if rules.refusesConstants {
          throw Refusal(words: Self.constant, statement: part.statement)
        }
        continue
      }
      isConstant = part.sign == UInt8(ascii: "=")
      if output.isNull || part.sign == UInt8(ascii: "~") {
        output = new
        changing = part.isComputed ? part.statement : nil
      } else {
        output = try merged(new, onto: output, part.statement)
      }
    }
    changing = nil
    if let left, output.kind != .scalar { throw left }
    return output
  }

  private func merged(
    _ new: Value, onto output: Value, _ statement: ReclassStatement
  ) throws(Refusal) -> Value {
    let isAllowed: Bool
    switch (output.kind, new.kind) {
    // Its kind would decide whether reclass merges it.
    case (.any, _), (_, .any): throw Refusal(words: Self.unknownKind, statement: statement)
    case (.scalar, .scalar): return new
    case (.list, .list):
      let lists = [output, new]
      try take(
        values: lists.compactMap(\.container).reduce(0) { $0 + $1.values.count }, statement)
      return .list(lists)
    case (.dict, .dict):
      if output.dict == nil || new.dict == nil { return .unknown(.dict) }
      let other = try merge(new, onto: nil, statement)
      return try merge(other, onto: try merge(output, onto: nil, statement), statement)
    case (.scalar, .list):
      if rules.listOverScalar { return .list([.container(Value.Container([output])), new]) }
      isAllowed = false
    case (.dict, .scalar): isAllowed = rules.scalarOverDict || rules.nullOverride && new.isNull
    case (.list, .scalar): isAllowed = rules.scalarOverList || rules.nullOverride && new.isNull
    case (.scalar, .dict): isAllowed = rules.dictOverScalar
    case (.dict, .list), (.list, .dict): isAllowed = false
    }
    if !isAllowed { throw Refusal(words: Self.otherKind, statement: statement) }
    return new
  }

  // MARK: Texts

  private func rendered(_ part: Value.Part) throws(Refusal) -> Value {
    if let value = part.value { return value.evaluated }
    let statement = part.statement
    if case .query(let query) = statement.content { return try answer(to: query, statement) }
    let pieces = statement.pieces
    if pieces.count == 1 { return try value(of: pieces[0], statement) }
    // Each of the pieces may be missing.
    let texts = try pieces.map { (piece) throws(Refusal) in try value(of: piece, statement).spelling
    }
    let known = texts.compactMap { $0 }
    let size = known.reduce(0) { $0 + $1.count }
    guard known.count == texts.count, size <= room.bytes else { return .unknown(.scalar) }
    room.bytes -= size
    return .scalar(.text(known.joined()))
  }

  private func value(
    of piece: ReclassText.Piece, _ statement: ReclassStatement
  ) throws(Refusal) -> Value {
    switch piece {
    case .text(let text): .scalar(.text(text))
    case .reference(let path): try target(path, statement)
    case .nested(let inside): try target(ReclassText.path(try path(inside, statement)), statement)
    case .query: .unknown(.any)
    }
  }

  /// The text of a path with references in it.
  private func path(
    _ inside: [ReclassText.Piece], _ statement: ReclassStatement
  ) throws(Refusal) -> [UInt8] {
    var text: [UInt8] = []
    for piece in inside {
      guard let inserted = try value(of: piece, statement).spelling,
        text.count + inserted.count <= room.bytes
      else { throw Refusal(words: Self.unknownPath, statement: statement) }
      text += inserted
    }
    return text
  }

  /// The value to which a path leads now.
  private func target(
    _ path: [[UInt8]], _ statement: ReclassStatement
  ) throws(Refusal) -> Value {
    var value = Value.container(parameters.base)
    for (index, name) in path.enumerated() {
      switch value {
      case .unknown(let kind) where kind != .scalar:
        throw Refusal(
          words: "a reference to a part of a value that is not imported", statement: statement)
      case .container(let list) where !list.isDict && index < path.count - 1:
        // Python takes negative indexes, too.
        let number = name.pythonInteger.map { $0 < 0 ? $0 + list.values.count : $0 }
        guard let number, list.values.indices.contains(number) else {
          throw Refusal(words: "an index that the list does not have", statement: statement)
        }
        value = list.values[number]
      default:
        guard let found = value.dict?[name] else {
          throw Refusal(words: Self.missing, statement: statement, isMissing: true)
        }
        value = found
      }
    }
    return value
  }

  private func answer(
    to query: ReclassQuery, _ statement: ReclassStatement
  ) throws(Refusal) -> Value {
    if isInExports || !queries.contains(where: { $0 === statement }) {
      throw Refusal(words: "an inventory query without the inventory", statement: statement)
    }
    for path in query.parameters {
      let value = try target(path, statement)
      if value.isNull || value.kind == .any {
        throw Refusal(
          words: "an inventory query with a parameter that is not known", statement: statement)
      }
    }
    return .unknown(query.isList ? .list : .dict)
  }
}

extension [UInt8] {
  /// The number as Python reads it; nil for what it does not read, and for digits of other scripts.
  fileprivate var pythonInteger: Int? {
    let spaces = [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D] as [UInt8]
    let text = drop { spaces.contains($0) }.reversed().drop { spaces.contains($0) }.reversed()
    let parts = text.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.last?.isDigit == true }),
      parts.dropFirst().allSatisfy({ $0.first?.isDigit == true })
    else { return nil }
    return Int(String(decoding: parts.joined(), as: UTF8.self))
  }
}
