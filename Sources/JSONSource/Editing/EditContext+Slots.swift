extension EditContext {
  func slot(in container: Container, isFirst: Bool) -> Slot {
    guard !container.items.isEmpty else { return slotWithin(container) }
    return isFirst
      ? Slot(beforeFirstOf: container, separatorAfterNewFirst(of: container))
      : Slot(behindLastOf: container, separatorBeforeNewLast(of: container))
  }

  func shape(in container: Container, _ slot: Slot, isDirective: Bool) -> NewMember.Shape {
    if container.items.isEmpty {
      return slot.line.map { .lines($0, unit: unit) } ?? .oneLine(padding: slot.before)
    }
    if let line = slot.line, model(in: container, isDirective: isDirective)?.isOneLine != true {
      return .lines(line, unit: unit)
    }
    return .oneLine(padding: padding(in: container, isDirective: isDirective))
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
      return Slot(within: container, closing: closing, unit: unit)
    }
    let padding = space.isEmpty ? paddingWithin(container) : Array(space)
    return Slot(within: container, padding: padding, separatorOnLine)
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
