/// One source, read: the tape of its nodes. Index 0 is the top value.
package final class Document {
  package let source: Source
  private(set) var nodes: Tape
  package let names: NameTable
  /// How many objects and arrays may stand one in the other.
  package static let deepest = Scanner.deepest
  /// How many do at most; the top value is the first.
  package let depth: Int
  /// How many member names begin with a single `$`.
  package let directiveCount: Int
  /// Whether it is JSON as RFC 8259 has it: without a comment or a comma behind a last member or element.
  package let isStrict: Bool
  // Made only for a document that is asked often.
  private var indexes: [Int: MemberIndex]?
  // Whoever asks for a member mostly asks for the next one of the same object.
  private var lastIndex: (object: Int, members: MemberIndex)?
  // The elements of arrays, likewise.
  private var elementIndexes: [Int: [UInt32]] = [:]
  private var stepsOfLookups = 0

  /// Reads JSON (RFC 8259) in UTF-8, strictly or with comments and trailing commas; one byte order mark at
  /// the start is ignored.
  package init(
    _ source: Source, allowsComments: Bool = false, names: NameTable
  ) throws(SyntaxError) {
    guard source.count <= Source.largest else {
      throw SyntaxError(.tooLarge(limit: Source.largest), ByteRange(0, 0))
    }
    var tape = Tape(capacity: 0)
    // The scanner goes by addresses: it reads eight bytes at once, and a zero at the end stops it.
    (directiveCount, depth, isStrict) = try source.bytes.withUnsafeBufferPointer {
      (buffer) throws(SyntaxError) in
      guard let base = buffer.baseAddress else { return (0, 0, true) }
      var scanner = Scanner(
        base: base, start: source.textStart, length: source.count,
        allowsComments: allowsComments)
      try scanner.scan()
      let told = (scanner.directiveCount, scanner.depth, scanner.isStrict)
      tape = scanner.nodes
      return told
    }
    nodes = tape
    self.source = source
    self.names = names
  }

  /// The value at an index of another document as one of its own; it stands where it stood.
  package init(_ whole: Document, at index: Int) {
    (source, names, isStrict) = (whole.source, whole.names, whole.isStrict)
    depth = whole.depth(of: index)
    let end = whole.behind(index)
    nodes = Tape(capacity: end - index)
    var directives = 0
    for place in index..<end {
      let node = whole.nodes[place].moved(back: index)
      if node.kind == .directive { directives += 1 }
      nodes.append(node)
    }
    directiveCount = directives
  }

  /// Whether there is a directive anywhere.
  package var hasDirectives: Bool { directiveCount > 0 }

  package func kind(_ index: Int) -> Node.Kind { nodes[index].kind }

  package func range(_ index: Int) -> ByteRange { nodes[index].range }

  /// The index behind the value at `index` and all it holds.
  package func behind(_ index: Int) -> Int { nodes.behind(index) }

  /// The bytes of the value at `index` as they stand in the source.
  package func spelling(_ index: Int) -> ArraySlice<UInt8> {
    source[nodes[index].range]
  }

  /// The value of a string, or a name as it is spelled (its `$$` kept), unescaped.
  package func text(_ index: Int) -> [UInt8] {
    let range = nodes[index].range
    let inside = source[ByteRange(range.start + 1, range.end - 1)]
    guard nodes[index].isEscaped else { return Array(inside) }
    return StringEscapes.decode(inside)
  }

  /// Whether a string or name is written with escapes.
  package func isEscaped(_ index: Int) -> Bool { nodes[index].isEscaped }

  /// The value of a string; nil for anything else.
  package func string(_ index: Int) -> [UInt8]? { kind(index) == .string ? text(index) : nil }

  /// The name of a member, by the index of it. It is interned when it is asked for.
  package func name(_ index: Int) -> Name {
    let node = nodes[index]
    return node.isInterned ? Name(id: node.link) : intern(index)
  }

  @inline(never)
  private func intern(_ index: Int) -> Name {
    let node = nodes[index]
    let name: Name
    if isSpelledOut(index) {
      // The table takes the bytes where they stand: an array of them would be memory for every name.
      name = source.bytes.withUnsafeBytes {
        names.intern(.init(rebasing: $0[(node.range.start + 1)..<(node.end - 1)]), node.link)
      }
    } else {
      name = withName(index) { names.intern($0, node.link) }
    }
    note(name, at: index)
    return name
  }

  private func note(_ name: Name, at index: Int) {
    nodes[index].note(name)
  }

  /// The bytes of a member's name as the name table would have them, where they stand if they stand there.
  func withName<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let node = nodes[index]
    return source[ByteRange(node.range.start + 1, node.range.end - 1)].withUnsafeBufferPointer {
      NameBytes($0, isEscaped: node.isEscaped).withBytes(body)
    }
  }

  /// Whether a name stands in the source as it is: without escapes and without a `$` that would double or make
  /// a directive of it.
  func isSpelledOut(_ index: Int) -> Bool {
    let node = nodes[index]
    return !node.isEscaped && source.bytes[node.range.start + 1] != UInt8(ascii: "$")
  }

  /// Whether a member is a `$comment`, which says nothing.
  package func isComment(_ member: Member) -> Bool {
    member.isDirective && isComment(member.nameIndex)
  }

  /// The same of a directive, by the index of its name.
  func isComment(_ directive: Int) -> Bool {
    withName(directive) { $0.elementsEqual("$comment".utf8) }
  }

  /// The members of the object at `index`, in order, directives included.
  package func members(_ index: Int) -> Members { Members(document: self, object: index) }

  /// The names of the ordinary members of the object at `index`, in order.
  package func memberNames(_ index: Int) -> [Name] {
    var found: [Name] = []
    forEachMember(index) { name, _ in found.append(name) }
    return found
  }

  /// Calls `body` with the name and the value of each of them.
  package func forEachMember(_ index: Int, _ body: (Name, Int) -> Void) {
    let end = nodes.behind(index)
    var at = index + 1
    while at < end {
      let value = at + 1
      if nodes[at].isName { body(name(at), value) }
      at = nodes.behind(value)
    }
  }

  /// Whether the object at `index` has an ordinary member.
  package func hasMembers(_ index: Int) -> Bool {
    let end = nodes.behind(index)
    var at = index + 1
    while at < end {
      if nodes[at].isName { return true }
      at = nodes.behind(at + 1)
    }
    return false
  }

  /// The elements of the array at `index`, in order.
  package func elements(_ index: Int) -> Elements { Elements(document: self, array: index) }

  /// The element of an array with a certain number; nil if there are fewer.
  package func element(_ number: Int, of array: Int) -> Int? {
    if number >= nodes.behind(array) - array - 1 { return nil }
    if let known = elementIndexes[array] {
      return number < known.count ? Int(known[number]) : nil
    }
    stepsOfLookups += number
    // As for members.
    if number > 64 && stepsOfLookups > nodes.count + 256 {
      elementIndexes[array] = elements(array).map { UInt32($0) }
      return element(number, of: array)
    }
    return elements(array).dropFirst(number).first { _ in true }
  }

  /// The value of an object's ordinary member.
  package func value(of name: Name, in object: Int) -> Int? {
    let end = nodes.behind(object)
    var sought: (text: ArraySlice<UInt8>, print: UInt32)?
    // Looking at each of few is faster than an index, and never much.
    let isLarge = end - object > 64
    if isLarge {
      if lastIndex?.object != object, let members = indexes?[object] {
        lastIndex = (object, members)
      }
      if let last = lastIndex, last.object == object {
        return last.members.node(of: name)
      }
      // Once looking through members has cost more than reading the document, indexes pay: many
      // questions together stay linear.
      if stepsOfLookups > nodes.count + 256 {
        let index = MemberIndex(self, object)
        indexes = indexes ?? [:]
        indexes?[object] = index
        return index.node(of: name)
      }
    }
    var at = object + 1
    while at < end {
      if isLarge { stepsOfLookups += 1 }
      if nodes[at].isName {
        if nodes[at].isInterned {
          if nodes[at].link == name.id { return at + 1 }
        } else {
          // A name that nobody asked for yet is compared by its bytes.
          let wanted = sought ?? makeSought(name)
          sought = wanted
          if nodes[at].link == wanted.print, isNamed(at, wanted.text) {
            note(name, at: at)
            return at + 1
          }
        }
      }
      at = nodes.behind(at + 1)
    }
    return nil
  }
}

extension Document {
  private func makeSought(_ name: Name) -> (text: ArraySlice<UInt8>, print: UInt32) {
    let text = names.bytes(of: name)
    return (text, text.withUnsafeBytes { NamePrint.of($0) })
  }

  private func isNamed(_ index: Int, _ text: ArraySlice<UInt8>) -> Bool {
    withName(index) { $0.elementsEqual(text) }
  }
}

/// One member of an object: the indexes of its name and its value.
package struct Member {
  package let name: Name
  package let isDirective: Bool
  package let nameIndex: Int
  package var value: Int { nameIndex + 1 }
}

/// The members of one object, in the order of the source.
package struct Members: Sequence, IteratorProtocol {
  private let document: Document
  private var at: Int
  private let end: Int

  init(document: Document, object: Int) {
    self.document = document
    at = object + 1
    end = document.behind(object)
  }

  package mutating func next() -> Member? {
    guard at < end else { return nil }
    let member = Member(
      name: document.name(at), isDirective: document.nodes[at].kind == .directive, nameIndex: at)
    at = document.behind(at + 1)
    return member
  }
}

/// The elements of one array, in order, each as the index of its value.
package struct Elements: Sequence, IteratorProtocol {
  private let document: Document
  private var at: Int
  private let end: Int

  init(document: Document, array: Int) {
    self.document = document
    at = array + 1
    end = document.behind(array)
  }

  package mutating func next() -> Int? {
    guard at < end else { return nil }
    defer { at = document.behind(at) }
    return at
  }
}
