/// Writes values as JSON text: compact or by two spaces, members in order or sorted by bytes.
package struct JSONWriter {
  package enum Layout { case compact, indented }

  package let layout: Layout
  package let isSorted: Bool
  package var output: [UInt8] = []
  private let handOn: (([UInt8]) -> Void)?
  /// How much is gathered before it is handed on.
  private let most: Int
  private var depth = 0
  private var isFirst = true
  /// The end of a line and the indentation behind it, of as many spaces as were needed yet or more.
  private var lineBreak: [UInt8] = [0x0A]

  /// `handOn`, if there is one, is given what is written up to there, once it is so much.
  package init(
    _ layout: Layout, sorted: Bool = false, each most: Int = .max,
    handingOn handOn: (([UInt8]) -> Void)? = nil
  ) {
    self.layout = layout
    isSorted = sorted
    (self.most, self.handOn) = (most, handOn)
  }

  package mutating func raw(_ text: StaticString) {
    // A literal's bytes are there for good; a string of them would be made for every comma.
    output.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func string(_ text: some Sequence<UInt8>) {
    StringEscapes.append(text, to: &output)
  }

  package mutating func string(_ text: String) { string(text.utf8) }

  /// Writes `{`, the members that `body` writes, each after a call of `member`, and `}`.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    container("{", "}", body)
  }

  /// Writes `[`, the elements that `body` writes, each after a call of `element`, and `]`.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    container("[", "]", body)
  }

  /// Writes what stands before an element: a comma behind another one, and its line.
  package mutating func element() {
    if output.count >= most { handOnAll() }
    if !isFirst { raw(",") }
    isFirst = false
    breakLine()
  }

  private mutating func handOnAll() {
    guard let handOn else { return }
    handOn(output)
    output.removeAll(keepingCapacity: true)
  }

  /// What stands between two elements here.
  package var separator: [UInt8] {
    layout == .compact
      ? [UInt8(ascii: ",")]
      : [UInt8(ascii: ","), 0x0A] + Array(repeating: UInt8(ascii: " "), count: 2 * depth)
  }

  /// Writes elements that were written before, with what stands here between any two of them.
  package mutating func elements(written: ArraySlice<UInt8>) {
    element()
    output += written
  }

  /// Writes what stands before a member's value: as an element, and its name.
  package mutating func member(_ name: some Sequence<UInt8>) {
    element()
    string(name)
    raw(layout == .compact ? ":" : ": ")
  }

  package mutating func member(_ name: String) { member(name.utf8) }

  /// The same for a name in which nothing need be escaped.
  package mutating func member(plain name: StaticString) {
    element()
    raw("\"")
    raw(name)
    raw(layout == .compact ? "\":" : "\": ")
  }

  package mutating func number(_ number: Int) {
    if number < 0 { return output.append(contentsOf: String(number).utf8) }
    if number >= 10 { self.number(number / 10) }
    output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  private mutating func container(
    _ opener: StaticString, _ closer: StaticString, _ body: (inout JSONWriter) -> Void
  ) {
    raw(opener)
    depth += 1
    isFirst = true
    body(&self)
    depth -= 1
    if !isFirst { breakLine() }
    isFirst = false
    raw(closer)
  }

  private mutating func breakLine() {
    guard layout == .indented else { return }
    while lineBreak.count <= 2 * depth { lineBreak += [0x20, 0x20] }
    output.append(contentsOf: lineBreak[...(2 * depth)])
  }

  /// Writes a value of a document: comments left out, `$$name` as `$name`, directives only if asked for.
  package mutating func value(_ document: Document, _ index: Int, asWritten: Bool = false) {
    if layout == .compact, !isSorted, document.isStrict, !document.hasDirectives {
      runs(document, index, asWritten: asWritten)
    } else {
      tokens(document, index, asWritten: asWritten)
    }
  }

  /// Writes what stands in the source but for its white space, in pieces as long as they are.
  private mutating func runs(_ document: Document, _ index: Int, asWritten: Bool) {
    let source = document.source
    let range = document.range(index)
    var start = range.start
    // What lies between two tokens is punctuation and white space.
    var gap = start
    for token in index..<document.behind(index) {
      let node = document.nodes[token]
      let next = node.range.start
      start = spaceless(source, start, gap..<next)
      gap = node.isContainer ? next + 1 : node.end
      let isDollared = node.isName && !asWritten && source.bytes[next + 1] == UInt8(ascii: "$")
      if node.isEscaped || isDollared {
        run(source, start, next)
        if node.isName && !asWritten {
          document.withName(token) { string($0) }
        } else {
          string(document.text(token))
        }
        start = gap
      }
    }
    start = spaceless(source, start, gap..<range.end)
    run(source, start, range.end)
    if document.nodes[index].isContainer { isFirst = false }
  }

  /// Writes what stands before white space in a gap; tells where what is not yet written begins.
  @inline(__always)
  private mutating func spaceless(_ source: Source, _ start: Int, _ gap: Range<Int>) -> Int {
    var start = start
    for place in gap where source.bytes[place] <= 0x20 {
      run(source, start, place)
      start = place + 1
    }
    return start
  }

  @inline(__always)
  private mutating func run(_ source: Source, _ start: Int, _ end: Int) {
    var start = start
    while start < end {
      if output.count >= most { handOnAll() }
      let next = min(end, start + min(most, 1 << 16))
      output.append(contentsOf: source.bytes[start..<next])
      start = next
    }
  }

  private mutating func tokens(_ document: Document, _ index: Int, asWritten: Bool) {
    switch document.kind(index) {
    case .object:
      object { writer in
        guard writer.isSorted else {
          var name = index + 1
          let end = document.behind(index)
          while name < end {
            writer.memberValue(document, name, asWritten: asWritten)
            name = document.behind(name + 1)
          }
          return
        }
        let members = document.members(index).sorted { document.names.precedes($0.name, $1.name) }
        for member in members {
          writer.memberValue(document, member.nameIndex, asWritten: asWritten)
        }
      }
    case .array:
      array { writer in
        for element in document.elements(index) {
          writer.element()
          writer.value(document, element, asWritten: asWritten)
        }
      }
    case .string where document.nodes[index].isEscaped: string(document.text(index))
    default: output.append(contentsOf: document.spelling(index))
    }
  }

  /// Writes a member of an object of a document, by the index of its value.
  package mutating func member(_ document: Document, _ value: Int) {
    memberValue(document, value - 1, asWritten: false)
  }

  /// Writes the member whose name stands at an index, without asking for that name.
  private mutating func memberValue(_ document: Document, _ name: Int, asWritten: Bool) {
    let isDirective = document.kind(name) == .directive
    if isDirective, !asWritten, document.isComment(name) { return }
    if asWritten && !document.nodes[name].isEscaped || document.isSpelledOut(name) {
      let written = document.range(name)
      let value = document.range(name + 1)
      element()
      // As it mostly stands there; an array or object has its own lay-out.
      if layout == .indented, !document.nodes[name + 1].isContainer,
        !document.nodes[name + 1].isEscaped, value.start == written.end + 2,
        document.source.bytes[written.end + 1] == 0x20
      {
        output.append(contentsOf: document.source[ByteRange(written.start, value.end)])
        return
      }
      output.append(contentsOf: document.source[written])
      raw(layout == .compact ? ":" : ": ")
    } else if asWritten {
      member(document.text(name))
    } else {
      document.withName(name) { member($0) }
    }
    self.value(document, name + 1, asWritten: asWritten)
  }
}
