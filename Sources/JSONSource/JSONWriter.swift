/// Writes JSON, compact or indented by two spaces, with members in order or sorted by bytes.
package struct JSONWriter {
  package enum Layout { case compact, indented }

  package let layout: Layout
  package let isSorted: Bool
  private let leavesOutComments: Bool
  // The written bytes and room after them: filling room is cheaper than appending a few bytes to an array.
  private var room: [UInt8] = []
  private var count = 0
  private let onFlush: (([UInt8]) -> Void)?
  /// The number of buffered bytes at which the writer flushes.
  private let most: Int
  private var depth = 0
  private var isFirst = true

  /// `onFlush`, if given, receives the buffer whenever it reaches `most` bytes.
  package init(
    _ layout: Layout, sorted: Bool = false, withoutComments leavesOutComments: Bool = false,
    each most: Int = .max, handingOn onFlush: (([UInt8]) -> Void)? = nil
  ) {
    self.layout = layout
    isSorted = sorted
    self.leavesOutComments = leavesOutComments
    (self.most, self.onFlush) = (most, onFlush)
  }

  /// Returns and clears the unflushed bytes; the buffer is reused.
  package mutating func take() -> [UInt8] {
    let text = Array(room[..<count])
    (count, isFirst) = (0, true)
    return text
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    room += Array(repeating: 0, count: max(more, room.count, 512))
  }

  /// Makes room for at most `most` bytes, which `body` fills; it returns their end.
  @inline(__always)
  private mutating func fill(
    _ most: Int, _ body: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
  ) {
    if room.count - count < most { grow(by: most) }
    let start = count
    count = room.withUnsafeMutableBufferPointer {
      guard let base = $0.baseAddress else { return start }
      return body(base + start) - base
    }
  }

  @inline(__always)
  package mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    fill(bytes.count) { $0.put(bytes) }
  }

  package mutating func raw(_ text: StaticString) {
    // `StaticString` has stable bytes; a string would be allocated for every comma.
    raw(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func raw(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { raw($0) } }

  package mutating func string(_ text: ArraySlice<UInt8>) { text.withUnsafeBytes { string($0) } }

  package mutating func string(_ text: [UInt8]) { text.withUnsafeBytes { string($0) } }

  package mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  mutating func string(_ text: UnsafeRawBufferPointer) {
    guard StringEscapes.isPlain(text) else { return raw(StringEscapes.quoted(text)[...]) }
    fill(text.count + 2) { $0.put("\"").put(text).put("\"") }
  }

  /// Writes an object; `body` must call `member` before each value.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    container("{", "}", body)
  }

  /// Writes an array; `body` must call `element` before each value.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    container("[", "]", body)
  }

  package mutating func element() {
    if count >= most, let onFlush {
      onFlush(Array(room[..<count]))
      count = 0
    }
    if !isFirst { byte(",") }
    isFirst = false
    breakLine()
  }

  package mutating func member(_ name: ArraySlice<UInt8>) {
    element()
    string(name)
    colon()
  }

  package mutating func member(_ name: [UInt8]) { member(name[...]) }

  package mutating func member(_ name: String) {
    element()
    string(name)
    colon()
  }

  mutating func colon() { layout == .compact ? byte(":") : raw(": ") }

  @inline(__always)
  private mutating func byte(_ byte: Unicode.Scalar) { fill(1) { $0.put(byte) } }

  package mutating func number(_ number: Int) { raw(Array(String(number).utf8)[...]) }

  private mutating func container(
    _ opener: Unicode.Scalar, _ closer: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
  ) {
    byte(opener)
    depth += 1
    isFirst = true
    body(&self)
    depth -= 1
    if !isFirst { breakLine() }
    isFirst = false
    byte(closer)
  }

  private mutating func breakLine() {
    guard layout == .indented else { return }
    let width = 2 * depth
    fill(width + 1) {
      let start = $0.put("\n")
      start.update(repeating: UInt8(ascii: " "), count: width)
      return start + width
    }
  }
}

extension UnsafeMutablePointer<UInt8> {
  @inline(__always)
  fileprivate func put(_ byte: Unicode.Scalar) -> Self {
    pointee = UInt8(truncatingIfNeeded: byte.value)
    return self + 1
  }

  @inline(__always)
  fileprivate func put(_ bytes: UnsafeRawBufferPointer) -> Self {
    guard let base = bytes.baseAddress else { return self }
    UnsafeMutableRawPointer(self).copyMemory(from: base, byteCount: bytes.count)
    return self + bytes.count
  }
}

extension JSONWriter {
  /// Writes a value without comments, with `$$name` as `$name`, and with directives only if `asWritten`.
  package mutating func value(_ document: Document, _ index: Int, asWritten: Bool = false) {
    switch document.kind(index) {
    case .object:
      object { writer in
        guard writer.isSorted else {
          for name in document.items(index) {
            writer.memberValue(document, name, asWritten: asWritten)
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
    case _ where document.isEscaped(index): string(document.text(index))
    default: raw(document.spelling(index))
    }
  }

  /// Writes the member at a name's index without interning the name.
  private mutating func memberValue(_ document: Document, _ name: Int, asWritten: Bool) {
    if leavesOutComments || !asWritten, document.isComment(name) { return }
    element()
    let node = document.nodes[name]
    let isSpelledOut =
      asWritten || document.source.bytes[node.range.start + 1] != UInt8(ascii: "$")
    if !node.isEscaped && isSpelledOut {
      raw(document.spelling(name))
    } else if asWritten {
      string(document.text(name))
    } else {
      document.withName(name) { string($0) }
    }
    colon()
    self.value(document, name + 1, asWritten: asWritten)
  }
}
