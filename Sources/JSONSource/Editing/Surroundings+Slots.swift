extension Surroundings {
  /// Where new items go in a container, and what comes with them.
  func slot(in container: Container, isFirst: Bool) -> Slot {
    guard !container.items.isEmpty else { return slotWithin(container) }
    return isFirst
      ? Slot(beforeFirstOf: container, separatorBehindNewFirst(of: container))
      : Slot(behindLastOf: container, separatorBeforeNewLast(of: container))
  }

  /// How objects are written that are new in a slot of a container.
  func shape(in container: Container, _ slot: Slot, isDirective: Bool) -> NewMember.Shape {
    if container.items.isEmpty {
      return slot.line.map { .lines($0, unit: unit) } ?? .oneLine(padding: slot.before)
    }
    if let line = slot.line, model(in: container, isDirective: isDirective)?.isOneLine != true {
      return .lines(line, unit: unit)
    }
    return .oneLine(padding: padding(in: container, isDirective: isDirective))
  }

  /// As the last two items are parted.
  private func separatorBeforeNewLast(of container: Container) -> Separator {
    container.items.count > 1
      ? Separator(container.separator(before: container.items.count - 1))
      : separatorBesideOnly(of: container)
  }

  /// As the first two items are parted, but on a line of its own where the first one is.
  private func separatorBehindNewFirst(of container: Container) -> Separator {
    if container.lead.breaksLine, container.gap(0).before < container.start(of: container.items[0])
    {
      // On the line of a comma the comments of the first one would be the new one's.
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
    // A blank behind the brace, and a brace on a line of its own: there the next comma belongs.
    return lead.isEmpty
      ? Separator(after: closing.bytes + [0x20])
      : Separator(before: closing.bytes, after: Array(lead))
  }

  /// Beside an item that is the only one and begins its line.
  private func separator(onLine line: LineStart) -> Separator {
    guard let commaFirst else { return Separator(after: line.bytes) }
    // The comma takes its room from the indentation, so that names stay in one column.
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

  /// How the closing brace's line is to begin, if the members of an empty object get lines of their own.
  private func closingLine(of container: Container) -> LineStart? {
    guard document.kind(container.index) == .object else { return nil }
    let source = document.source
    guard let parent = parent(of: container.index) else {
      // `{ }` stays on its line, so that it comes back when the member goes again, and so does an element.
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

  /// What is put inside the brackets of an empty container on one line.
  private func paddingWithin(_ container: Container) -> [UInt8] {
    guard document.kind(container.index) == .object, let parent = parent(of: container.index)
    else { return [] }
    return padding(in: parent, isDirective: isDirective(container.index - 1))
  }

  private func isDirective(_ name: Int) -> Bool { document.kind(name) == .directive }
}
