/// The layout around an edited place, as the model for new text.
struct EditContext {
  let document: Document
  let isComputed: (Int) -> Bool
  let containers: [Int]

  /// The indentation of the nearest container that shows it; otherwise two spaces.
  var unit: [UInt8] {
    containers.reversed().lazy.compactMap { Container(document, $0).indentationUnit }.first
      ?? [0x20, 0x20]
  }

  /// The colon of the nearest member, with at most one blank on each side.
  var colon: [UInt8] {
    containers.reversed().lazy.compactMap { colon(in: $0) }.first ?? [UInt8(ascii: ":"), 0x20]
  }

  private func colon(in object: Int) -> [UInt8]? {
    guard document.kind(object) == .object else { return nil }
    let container = Container(document, object)
    return container.items.reversed().lazy.compactMap { name -> [UInt8]? in
      let gap = container.space(
        ByteRange(document.range(name).end, document.range(name + 1).start))
      guard !gap.breaksLine, let colon = gap.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      return gap[..<colon].prefix(1) + [gap[colon]] + gap[(colon + 1)...].prefix(1)
    }.first
  }

  /// The separator of new items on one line: spaced if the colon is.
  var separatorOnLine: Separator { Separator(after: colon.last?.isBlank == true ? [0x20] : []) }

  /// The separator of the nearest container with several items, if its commas begin lines.
  var commaFirst: Separator? {
    guard
      let nearest = containers.reversed().lazy.map({ Container(document, $0) })
        .first(where: { $0.items.count > 1 })
    else { return nil }
    let separator = Separator(nearest.separator(before: nearest.items.count - 1))
    return separator.isCommaFirst ? separator : nil
  }

  func parent(of index: Int) -> Container? {
    guard let place = containers.firstIndex(of: index), place > 0,
      document.kind(containers[place - 1]) == .object
    else { return nil }
    return Container(document, containers[place - 1])
  }

  /// The last object of a container that is written out and has members, as the model for a new object.
  func model(in container: Container, isDirective: Bool) -> Container? {
    let model = container.items.last { name in
      let value = name + 1
      return document.kind(name) == (isDirective ? .directive : .name)
        && document.kind(value) == .object && document.indexAfter(value) > value + 1
        && !isComputed(value)
    }
    return model.map { Container(document, $0 + 1) }
  }

  func padding(in container: Container, isDirective: Bool) -> [UInt8] {
    if let model = model(in: container, isDirective: isDirective), model.isOneLine {
      return Array(model.lead)
    }
    guard container.lead.breaksLine else { return Array(container.lead) }
    return separatorOnLine.after
  }

  /// A value of several lines with the line breaks and indentation of this place.
  /// `indentation` is that of the line on which the value begins.
  func reindented(_ value: ArraySlice<UInt8>, _ indentation: [UInt8]) -> [UInt8] {
    // JSON strings contain no raw line break, so any is white space.
    guard value.breaksLine else { return Array(value) }
    let start = LineStart(lineBreak: document.source.lineBreak, indentation: indentation)
    let unit = unit
    var output: [UInt8] = []
    var depth = 0
    var isString = false
    var at = value.startIndex
    while at < value.endIndex {
      let byte = value[at]
      if !isString, byte.isBlank || byte.isLineBreak {
        let space = value[at...].prefix { $0.isBlank || $0.isLineBreak }
        at = space.endIndex
        guard space.breaksLine, at < value.endIndex else {
          output += space
          continue
        }
        let isClosing = value[at] == UInt8(ascii: "}") || value[at] == UInt8(ascii: "]")
        output += start.indented(by: unit, isClosing ? depth - 1 : depth).bytes
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "\\") where isString:
        output.append(byte)
        at += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): if !isString { depth += 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): if !isString { depth -= 1 }
      default: break
      }
      output.append(value[at])
      at += 1
    }
    return output
  }

  func slot(in container: Container, isFirst: Bool) -> Slot {
    guard !container.items.isEmpty else { return slotWithin(container) }
    return isFirst
      ? Slot(beforeFirstOf: container, separatorAfterNewFirst(of: container))
      : Slot(behindLastOf: container, separatorBeforeNewLast(of: container))
  }

  /// A new member whose line begins with `line`, or which is on one line with `padding` in its objects.
  func text(
    _ names: [MemberName], _ value: [UInt8], on line: LineStart?, padding: [UInt8]
  ) -> [UInt8] {
    let unit = unit
    func space(_ depth: Int) -> [UInt8] {
      line?.indented(by: unit, depth).bytes ?? padding
    }
    var result: [UInt8] = []
    for (depth, name) in names.enumerated() {
      if depth > 0 { result += [UInt8(ascii: "{")] + space(depth) }
      name.append(to: &result)
      result += colon
    }
    result += value
    for depth in names.indices.dropLast().reversed() {
      result += space(depth) + [UInt8(ascii: "}")]
    }
    return result
  }

  /// The layout of a new member and of the objects between its first name and its value; with a line, each gets lines
  /// of its own.
  func layout(
    in container: Container, _ slot: Slot, isDirective: Bool
  ) -> (line: LineStart?, padding: [UInt8]) {
    if container.items.isEmpty { return (slot.line, slot.before) }
    let isOneLine = model(in: container, isDirective: isDirective)?.isOneLine == true
    return (
      isOneLine ? nil : slot.line, padding(in: container, isDirective: isDirective)
    )
  }

  private func separatorBeforeNewLast(of container: Container) -> Separator {
    container.items.count > 1
      ? Separator(container.separator(before: container.items.count - 1))
      : separatorBesideOnly(of: container)
  }

  /// Copied from the separator of the first two items, but with a line break if the first item begins a line.
  private func separatorAfterNewFirst(of container: Container) -> Separator {
    if container.lead.breaksLine, container.gap(0).before < container.start(of: container.items[0])
    {
      // On the comma's line the first item's comments would belong to the new item.
      return Separator(after: Array(container.lead.withoutBlankLines))
    }
    guard container.items.count > 1 else { return separatorBesideOnly(of: container) }
    let written = Separator(container.separator(before: 1))
    guard !written.isCommaFirst, container.lead.breaksLine else { return written }
    return Separator(before: written.before, after: Array(container.lead.withoutBlankLines))
  }

  private func separatorBesideOnly(of container: Container) -> Separator {
    let (lead, tail) = (container.lead, container.tail)
    if let line = LineStart(endOf: lead) { return separator(onLine: line) }
    guard let closing = LineStart(endOf: tail) else {
      return lead.isEmpty ? separatorOnLine : Separator(after: [0x20])
    }
    // `{ x` with the closing brace on a line of its own is comma-first style.
    return lead.isEmpty
      ? Separator(after: closing.bytes + [0x20])
      : Separator(before: closing.bytes, after: Array(lead))
  }

  private func separator(onLine line: LineStart) -> Separator {
    guard let commaFirst else { return Separator(after: line.bytes) }
    // The comma replaces part of the indentation, so that names stay in the same column.
    let indentation = Array(line.indentation.dropLast(1 + commaFirst.after.count))
    return Separator(
      before: LineStart(lineBreak: line.lineBreak, indentation: indentation).bytes,
      after: commaFirst.after)
  }

  private func slotWithin(_ container: Container) -> Slot {
    let space = container.lead
    let gap = container.gap(0)
    if !gap.comments.isEmpty {
      let closing = LineStart(endOf: space) ?? closingLine(of: container)
      return Slot(within: container, beside: gap, closing: closing, unit: unit)
    }
    if let closing = LineStart(endOf: space) ?? closingLine(of: container) {
      let inner = closing.indented(by: unit)
      return Slot(
        range: container.inside, before: inner.bytes, after: closing.bytes,
        separator: Separator(after: inner.bytes), line: inner)
    }
    let padding = space.isEmpty ? paddingWithin(container) : Array(space)
    return Slot(
      range: container.inside, before: padding, after: padding, separator: separatorOnLine,
      line: nil)
  }

  /// The start of the closing brace's line if the members of an empty object get lines of their own.
  private func closingLine(of container: Container) -> LineStart? {
    guard document.kind(container.index) == .object else { return nil }
    let source = document.source
    guard let parent = parent(of: container.index) else {
      // `{ }` and elements stay on one line, so that removing the member restores the text.
      guard container.index == 0, container.lead.isEmpty || !container.isStrict else { return nil }
      let indentation = source.indentation(ofLineAt: container.inside.start - 1)
      return LineStart(lineBreak: source.lineBreak, indentation: indentation)
    }
    let name = container.index - 1
    guard model(in: parent, isDirective: isDirective(name))?.isOneLine != true else { return nil }
    return source.indentation(before: document.range(name).start).map {
      LineStart(lineBreak: source.lineBreak, indentation: $0)
    }
  }

  private func paddingWithin(_ container: Container) -> [UInt8] {
    guard document.kind(container.index) == .object, let parent = parent(of: container.index)
    else { return [] }
    return padding(in: parent, isDirective: isDirective(container.index - 1))
  }

  private func isDirective(_ name: Int) -> Bool { document.kind(name) == .directive }
}
