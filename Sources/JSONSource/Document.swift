/// A parsed source as a tape of nodes. Index 0 is the top value.
package final class Document {
  package let source: Source
  private(set) var nodes: Tape
  package let names: NameTable
  package static let deepest = Scanner.deepest
  package let directiveCount: Int
  package private(set) lazy var depth = depth(of: 0)
  /// Whether the text is JSON by RFC 8259, without comments and trailing commas.
  package let isStrict: Bool
  /// The comments in order, without the line break that ends one.
  let comments: [ByteRange]
  /// The members of large objects, by the object, and the elements of long arrays.
  private var indexedObjects = NumberMap()
  private var memberIndexes: [NumberMap] = []
  private var elementIndexes: [Int: [UInt32]] = [:]
  private var stepsOfLookups = 0

  /// Reads JSON (RFC 8259) in UTF-8, if allowed with comments and trailing commas, or with repeated names. Skips a byte
  /// order mark.
  package init(
    _ source: Source, allowsComments: Bool = false, allowsRepeatedNames: Bool = false,
    names: NameTable
  ) throws(SyntaxError) {
    guard source.count <= Source.largest else {
      throw SyntaxError(.tooLarge(limit: Source.largest), ByteRange(0, 0))
    }
    var tape = Tape(capacity: 0)
    // The scanner uses a pointer: it reads eight bytes at once and stops at the zero byte at the end.
    (directiveCount, isStrict, comments) = try source.bytes.withUnsafeBufferPointer {
      (buffer) throws(SyntaxError) in
      guard let base = buffer.baseAddress else { return (0, true, []) }
      var scanner = Scanner(
        base: base, start: source.textStart, length: source.count,
        allowsComments: allowsComments)
      scanner.allowsRepeatedNames = allowsRepeatedNames
      try scanner.scan()
      let told = (scanner.directiveCount, scanner.isStrict, scanner.comments)
      tape = scanner.nodes
      return told
    }
    nodes = tape
    self.source = source
    self.names = names
  }

  /// A document whose top value is the value at `index` of `whole`; ranges stay the same.
  package init(_ whole: Document, at index: Int) {
    (source, names) = (whole.source, whole.names)
    (isStrict, comments) = (whole.isStrict, whole.comments)
    let end = whole.indexAfter(index)
    nodes = Tape(capacity: end - index)
    var directives = 0
    for place in index..<end {
      let node = whole.nodes[place].moved(back: index)
      if node.kind == .directive { directives += 1 }
      nodes.append(node)
    }
    directiveCount = directives
  }

  package var hasDirectives: Bool { directiveCount > 0 }

  package func kind(_ index: Int) -> Node.Kind { nodes[index].kind }
  package func range(_ index: Int) -> ByteRange { nodes[index].range }
  package func indexAfter(_ index: Int) -> Int { nodes.indexAfter(index) }

  package func spelling(_ index: Int) -> ArraySlice<UInt8> {
    source[nodes[index].range]
  }

  /// The unescaped value of a string, or a name with its `$` or `$$`.
  package func text(_ index: Int) -> [UInt8] {
    let range = nodes[index].range
    let inside = source[ByteRange(range.start + 1, range.end - 1)]
    guard nodes[index].isEscaped else { return Array(inside) }
    return StringEscapes.decode(inside)
  }

  package func isEscaped(_ index: Int) -> Bool { nodes[index].isEscaped }
  package func string(_ index: Int) -> [UInt8]? { kind(index) == .string ? text(index) : nil }

  /// The name of a member, by the index of the name. Interns it at the first call.
  package func name(_ index: Int) -> Name {
    let node = nodes[index]
    return node.isInterned ? Name(id: node.link) : intern(index)
  }

  @inline(never)
  private func intern(_ index: Int) -> Name {
    let hash = nodes[index].link
    let name = withName(index) { names.intern($0, hash) }
    nodes[index].note(name)
    return name
  }

  /// Calls `body` with the name as the name table stores it, without a copy if it is written that way.
  @inline(__always)
  func withName<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let node = nodes[index]
    return source.bytes.withUnsafeBufferPointer {
      let inside = UnsafeBufferPointer(rebasing: $0[(node.range.start + 1)..<(node.range.end - 1)])
      return NameBytes(inside: inside, isEscaped: node.isEscaped).withBytes(body)
    }
  }

  package func isComment(_ member: Member) -> Bool { isComment(member.nameIndex) }

  func isComment(_ item: Int) -> Bool {
    kind(item) == .directive && withName(item) { $0.elementsEqual("$comment".utf8) }
  }

  package func members(_ index: Int) -> Members { Members(document: self, names: items(index)) }

  /// The names of an object's members, without directives.
  package func memberNames(_ index: Int) -> [Name] {
    var found: [Name] = []
    forEachMember(index) { name, _ in found.append(name) }
    return found
  }

  package func forEachMember(_ index: Int, _ body: (Name, Int) -> Void) {
    for item in items(index) where nodes[item].isName { body(name(item), item + 1) }
  }

  package func hasMembers(_ index: Int) -> Bool { items(index).contains { nodes[$0].isName } }

  package func elements(_ index: Int) -> Items { items(index) }

  package func items(_ container: Int) -> Items { Items(document: self, container: container) }

  package func element(_ number: Int, of array: Int) -> Int? {
    if number >= nodes.indexAfter(array) - array - 1 { return nil }
    if let known = elementIndexes[array] {
      return number < known.count ? Int(known[number]) : nil
    }
    stepsOfLookups += number
    // Indexed once lookups have cost more than the parsing, as for members.
    if number > 64 && stepsOfLookups > nodes.count + 256 {
      elementIndexes[array] = elements(array).map { UInt32($0) }
      return element(number, of: array)
    }
    return elements(array).dropFirst(number).first { _ in true }
  }

  package func value(of name: Name, in object: Int) -> Int? {
    let end = nodes.indexAfter(object)
    let hash = names.hash(of: name)
    // A linear search of a small object is faster than an index.
    let isLarge = end - object > 64
    if isLarge {
      if let known = indexedObjects[UInt32(object)] { return memberIndexes[known][name.id] }
      // Once lookups have cost more than the parsing, build an index: many lookups stay linear in total.
      if stepsOfLookups > nodes.count + 256 {
        var members = NumberMap(capacity: items(object).reduce(0) { count, _ in count + 1 })
        forEachMember(object) { members.insert($0.id, $1) }
        indexedObjects.insert(UInt32(object), memberIndexes.count)
        memberIndexes.append(members)
        return members[name.id]
      }
    }
    var at = object + 1
    while at < end {
      if isLarge { stepsOfLookups += 1 }
      if nodes[at].isName {
        if nodes[at].isInterned {
          if nodes[at].link == name.id { return at + 1 }
        } else {
          // Names are interned lazily, so compare hash and bytes.
          if nodes[at].link == hash, withName(at, { $0.elementsEqual(names.bytes(of: name)) }) {
            nodes[at].note(name)
            return at + 1
          }
        }
      }
      at = nodes.indexAfter(at + 1)
    }
    return nil
  }
}

/// A member of an object: the indexes of its name and its value.
package struct Member {
  package let name: Name
  package let isDirective: Bool
  package let nameIndex: Int
  package var value: Int { nameIndex + 1 }
}

/// The members of an object, in source order.
package struct Members: Sequence, IteratorProtocol {
  fileprivate let document: Document
  fileprivate var names: Items

  package mutating func next() -> Member? {
    names.next().map {
      Member(
        name: document.name($0), isDirective: document.kind($0) == .directive, nameIndex: $0)
    }
  }
}

/// The node indexes of an array's elements, or of the names of an object's members, in source order.
package struct Items: Sequence, IteratorProtocol {
  private let document: Document
  private let isObject: Bool
  private var at: Int
  private let end: Int

  init(document: Document, container: Int) {
    self.document = document
    isObject = document.kind(container) == .object
    at = container + 1
    end = document.indexAfter(container)
  }

  package mutating func next() -> Int? {
    guard at < end else { return nil }
    defer { at = document.indexAfter(isObject ? at + 1 : at) }
    return at
  }
}

extension Document {
  package var nodeCount: Int { nodes.count }

  /// How many values the value at `index` has, itself included. Cost: linear in its size.
  package func valueCount(_ index: Int) -> Int {
    (index..<indexAfter(index)).count { nodes[$0].kind.rawValue < Node.Kind.name.rawValue }
  }

  /// The nesting depth of the value at `index`, itself included. Cost: linear in its size.
  package func depth(of index: Int) -> Int {
    var ends: [Int] = []
    var deepest = 0
    for place in index..<indexAfter(index) where nodes[place].isContainer {
      while let end = ends.last, end <= place { ends.removeLast() }
      ends.append(indexAfter(place))
      deepest = max(deepest, ends.count)
    }
    return deepest
  }

  /// Whether two values are written alike except for white space and string escapes.
  package func isSpelled(_ index: Int, like other: Document, _ otherIndex: Int) -> Bool {
    spellingIdentity(index) == other.spellingIdentity(otherIndex)
  }

  /// Bytes that are equal for values that `isSpelled` treats as alike.
  func spellingIdentity(_ index: Int, ignoresComments: Bool = false) -> [UInt8] {
    var writer = JSONWriter(.compact, withoutComments: ignoresComments)
    writer.value(self, index, asWritten: true)
    return writer.take()
  }

  /// Whether an ordinary name contains either byte as written.
  package func hasName(holding byte: UInt8, or other: UInt8) -> Bool {
    (0..<nodes.count).contains { index in
      nodes[index].isName && source[nodes[index].range].contains { $0 == byte || $0 == other }
    }
  }
}

/// A map from small numbers, a hash table with open addressing. A dictionary takes seven times as long for a lookup.
struct NumberMap {
  // The key is stored with one added, so that 0 marks a free slot.
  // Names and objects are numbered in reading order, so a tree cannot choose numbers that collide.
  private var slots: [(key: UInt32, value: UInt32)] = []
  private var count = 0

  init(capacity: Int = 0) { if capacity > 0 { grow(to: 2 * capacity) } }

  subscript(key: UInt32) -> Int? {
    if slots.isEmpty { return nil }
    var slot = start(of: key)
    while slots[slot].key != 0 {
      if slots[slot].key == key &+ 1 { return Int(slots[slot].value) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The key must be new, or its first value stays.
  mutating func insert(_ key: UInt32, _ value: Int) {
    count += 1
    if count * 2 > slots.count { grow(to: 2 * count) }
    put((key &+ 1, UInt32(value)))
  }

  private mutating func grow(to least: Int) {
    var size = 4
    while size < least { size *= 2 }
    let old = slots
    slots = Array(repeating: (0, 0), count: size)
    for slot in old where slot.key != 0 { put(slot) }
  }

  private mutating func put(_ new: (key: UInt32, value: UInt32)) {
    var slot = start(of: new.key &- 1)
    while slots[slot].key != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = new
  }

  private func start(of key: UInt32) -> Int {
    // Fibonacci hashing spreads consecutive numbers.
    Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
  }
}
