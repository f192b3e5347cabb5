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
    }
  }

  /// Writes the text before white space in a gap; returns where the unwritten text begins.
  @inline(__always)
  private mutating func spaceless(
    _ source: UnsafeRawBufferPointer, _ start: Int, _ gap: Range<Int>
  ) -> Int {
    var start = start
    for place in gap where source[place] <= 0x20 {
      if start < place { run(source, start, place) }
      start = place + 1
    }
    return start
  }

  private mutating func tokens(_ document: Document, _ index: Int, asWritten: Bool) {
    switch document.kind(index) {
    case .object:
      object { writer in
        guard writer.isSorted else {
          var name = index + 1
          let end = document.indexAfter(index)
          while name < end {
            writer.memberValue(document, name, asWritten: asWritten)
            name = document.indexAfter(name + 1)
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
    default: raw(document.spelling(index))
    }
  }

  package mutating func member(_ document: Document, _ value: Int) {
    memberValue(document, value - 1, asWritten: false)
  }

  /// Writes the member at a name's index without interning the name.
  private mutating func memberValue(_ document: Document, _ name: Int, asWritten: Bool) {
    if hasRuns(document) {
      element()
      return runs(document, from: name, name + 1, asWritten: asWritten)
    }
    let isDirective = document.kind(name) == .directive
    if isDirective, !asWritten, document.isComment(name) { return }
    if asWritten && !document.nodes[name].isEscaped || document.isSpelledOut(name) {
      let written = document.range(name)
      let value = document.range(name + 1)
      element()
      // Most members have this spacing. Arrays and objects get a layout of their own.
      if layout == .indented, !document.nodes[name + 1].isContainer,
        !document.nodes[name + 1].isEscaped, value.start == written.end + 2,
        document.source.bytes[written.end + 1] == 0x20
      {
        raw(document.source[ByteRange(written.start, value.end)])
        return
      }
      raw(document.source[written])
      colon()
    } else if asWritten {
      member(document.text(name))
    } else {
      element()
      document.withName(name) { string($0) }
      colon()
    }
    self.value(document, name + 1, asWritten: asWritten)
  }
}
