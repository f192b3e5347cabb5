extension JSONWriter {
  /// Writes a value of a document: comments left out, `$$name` as `$name`, directives only if asked for.
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

  /// Writes what stands in the source but for its white space, in pieces as long as they are; `first` may be the name
  /// of the member of which the value is.
  private mutating func runs(_ document: Document, from first: Int, _ index: Int, asWritten: Bool) {
    document.source.bytes.withUnsafeBytes { source in
      let range = document.range(index)
      // What lies between two tokens is punctuation and white space.
      var gap = document.range(first).start
      var start = gap
      for token in first..<document.behind(index) {
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

  /// Writes what stands before white space in a gap; tells where what is not yet written begins.
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
    default: raw(document.spelling(index))
    }
  }

  /// Writes a member of an object of a document, by the index of its value.
  package mutating func member(_ document: Document, _ value: Int) {
    memberValue(document, value - 1, asWritten: false)
  }

  /// Writes the member whose name stands at an index, without asking for that name.
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
      // As it mostly stands there; an array or object has its own lay-out.
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
