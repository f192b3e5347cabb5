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
    output.append(0x0A)
    for _ in 0..<depth { raw("  ") }
  }

  /// Writes a value of a document: comments left out, `$$name` as `$name`, directives only if asked for.
  package mutating func value(_ document: Document, _ index: Int, asWritten: Bool = false) {
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

  /// Writes the member whose name stands at an index, without asking for that name.
  private mutating func memberValue(_ document: Document, _ name: Int, asWritten: Bool) {
    if asWritten {
      member(document.text(name))
    } else {
      if document.kind(name) == .directive, document.isComment(name) { return }
      document.withName(name) { member($0) }
    }
    value(document, name + 1, asWritten: asWritten)
  }
}
