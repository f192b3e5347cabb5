/// Writes JSON, compact or indented by two spaces, with members in order or sorted by bytes.
package struct JSONWriter {
  package enum Layout { case compact, indented }

  package let layout: Layout
  package let isSorted: Bool
  private var output: [UInt8] = []
  private var flushedCount = 0
  private let onFlush: (([UInt8]) -> Void)?
  /// The number of buffered bytes at which the writer flushes.
  private let most: Int
  package private(set) var depth = 0
  /// The line break before an element, with its indentation; empty if compact.
  private var lineBreak: [UInt8]
  private var isFirst = true

  /// `onFlush`, if given, receives the buffer whenever it reaches `most` bytes.
  package init(
    _ layout: Layout, sorted: Bool = false, each most: Int = .max,
    handingOn onFlush: (([UInt8]) -> Void)? = nil
  ) {
    self.layout = layout
    isSorted = sorted
    lineBreak = layout == .compact ? [] : [0x0A]
    (self.most, self.onFlush) = (most, onFlush)
  }

  /// Returns and clears the unflushed bytes; the buffer is reused.
  package mutating func take() -> [UInt8] {
    let text = Array(output[...])
    output.removeAll(keepingCapacity: true)
    (flushedCount, isFirst) = (0, true)
    return text
  }

  package var position: Int { flushedCount + output.count }

  /// The bytes written from a position on; nil if some are already flushed.
  package func written(since start: Int) -> [UInt8]? {
    start < flushedCount ? nil : Array(output[(start - flushedCount)...])
  }

  package mutating func raw(_ text: StaticString) {
    // `StaticString` has stable bytes; a string would be allocated for every comma.
    output.append(
      contentsOf: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func raw(_ bytes: ArraySlice<UInt8>) { output += bytes }

  package mutating func string(_ text: ArraySlice<UInt8>) {
    StringEscapes.append(text, to: &output)
  }

  package mutating func string(_ text: [UInt8]) { string(text[...]) }

  package mutating func string(_ text: String) { string(Array(text.utf8)) }

  /// Writes an object; `body` must call `member` before each value.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    container("{", "}", body)
  }

  /// Writes an array; `body` must call `element` before each value.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    container("[", "]", body)
  }

  package mutating func element() {
    flushIfFull()
    if !isFirst { byte(",") }
    isFirst = false
    output += lineBreak
  }

  private mutating func flushIfFull() {
    guard output.count >= most, let onFlush else { return }
    onFlush(Array(output[...]))
    flushedCount += output.count
    output.removeAll(keepingCapacity: true)
  }

  package var separator: [UInt8] { [UInt8(ascii: ",")] + lineBreak }

  package mutating func elements(written: ArraySlice<UInt8>) {
    element()
    raw(written)
  }

  package mutating func member(_ name: ArraySlice<UInt8>) {
    element()
    string(name)
    colon()
  }

  package mutating func member(_ name: [UInt8]) { member(name[...]) }

  package mutating func member(_ name: String) { member(Array(name.utf8)) }

  package mutating func member(plain name: StaticString) {
    element()
    byte("\"")
    raw(name)
    byte("\"")
    colon()
  }

  private mutating func colon() {
    byte(":")
    if layout == .indented { byte(" ") }
  }

  private mutating func byte(_ byte: Unicode.Scalar) { output.append(UInt8(ascii: byte)) }

  package mutating func number(_ number: Int) { output += String(number).utf8 }

  private mutating func container(
    _ opener: Unicode.Scalar, _ closer: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
  ) {
    byte(opener)
    depth += 1
    if layout == .indented { lineBreak += [0x20, 0x20] }
    isFirst = true
    body(&self)
    depth -= 1
    if layout == .indented { lineBreak.removeLast(2) }
    if !isFirst { output += lineBreak }
    isFirst = false
    byte(closer)
  }
}

extension JSONWriter {
  /// Writes a value without comments, with `$$name` as `$name`, and with directives only if `asWritten`.
  package mutating func value(_ document: Document, _ index: Int, asWritten: Bool = false) {
    if hasRuns(document) {
      runs(document, from: index, index, asWritten: asWritten)
    } else {
      tokens(document, index, asWritten: asWritten)
    }
  }

  private func hasRuns(_ document: Document) -> Bool {
    layout == .compact && !isSorted && document.isStrict && !document.hasDirectives
  }

  /// Copies the source without its white space, in pieces as long as possible; `first` may be the member's name.
  private mutating func runs(_ document: Document, from first: Int, _ index: Int, asWritten: Bool) {
    document.source.bytes.withUnsafeBytes { source in
      let range = document.range(index)
      // Between two tokens there are only punctuation and white space.
      var gap = document.range(first).start
      var start = gap
      for token in first..<document.indexAfter(index) {
        let node = document.nodes[token]
        let next = node.range.start
        start = spaceless(source, start, gap..<next)
        gap = node.isContainer ? next + 1 : node.end
        let isDollared = node.isName && !asWritten && source[next + 1] == UInt8(ascii: "$")
        if node.isEscaped || isDollared {
          run(source, start..<next)
          string(document, token, asWritten: asWritten)
          start = gap
        }
      }
      start = spaceless(source, start, gap..<range.end)
      run(source, start..<range.end)
    }
  }

  /// Writes the text before white space in a gap; returns where the unwritten text begins.
  @inline(__always)
  private mutating func spaceless(
    _ source: UnsafeRawBufferPointer, _ start: Int, _ gap: Range<Int>
  ) -> Int {
    var start = start
    for place in gap where source[place] <= 0x20 {
      if start < place { run(source, start..<place) }
      start = place + 1
    }
    return start
  }

  /// Copies bytes of a source, flushing within long runs.
  private mutating func run(_ source: UnsafeRawBufferPointer, _ range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      flushIfFull()
      let end = min(range.upperBound, start + 1 << 16)
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: source[start..<end]))
      start = end
    }
  }

  /// Writes a string or name with necessary escapes only.
  private mutating func string(_ document: Document, _ index: Int, asWritten: Bool) {
    if asWritten || document.kind(index) == .string {
      string(document.text(index))
    } else {
      document.withName(index) { StringEscapes.append($0, to: &output) }
    }
  }

  private mutating func tokens(_ document: Document, _ index: Int, asWritten: Bool) {
    switch document.kind(index) {
    case .object:
      object { writer in
        var names = Array(document.items(index))
        if writer.isSorted {
          names.sort { document.names.precedes(document.name($0), document.name($1)) }
        }
        for name in names { writer.memberValue(document, name, asWritten: asWritten) }
      }
    case .array:
      array { writer in
        for element in document.elements(index) {
          writer.element()
          writer.value(document, element, asWritten: asWritten)
        }
      }
    case .string where document.nodes[index].isEscaped: string(document.text(index))
    default: raw(document.spelling(index))
    }
  }

  package mutating func member(_ document: Document, _ value: Int) {
    memberValue(document, value - 1, asWritten: false)
  }

  /// Writes the member at a name's index without interning the name.
  private mutating func memberValue(_ document: Document, _ name: Int, asWritten: Bool) {
    let isDirective = document.kind(name) == .directive
    if isDirective, !asWritten, document.isComment(name) { return }
    element()
    if hasRuns(document) { return runs(document, from: name, name + 1, asWritten: asWritten) }
    if asWritten && !document.nodes[name].isEscaped || document.isSpelledOut(name) {
      let (written, value) = (document.range(name), document.range(name + 1))
      // Most members have this spacing. Arrays and objects get a layout of their own.
      if layout == .indented, value.start == written.end + 2,
        document.source.bytes[written.end + 1] == 0x20,
        !document.nodes[name + 1].isContainer, !document.nodes[name + 1].isEscaped
      {
        return raw(document.source[ByteRange(written.start, value.end)])
      }
      raw(document.spelling(name))
    } else {
      string(document, name, asWritten: asWritten)
    }
    colon()
    value(document, name + 1, asWritten: asWritten)
  }
}
