extension DocumentEditor {
  /// Where new items go in a container at the end of a trail, and what comes with them.
  func slot(in container: Container, _ trail: Trail, isFirst: Bool) -> Slot {
    guard !container.items.isEmpty else { return slotWithin(container, trail) }
    return isFirst
      ? Slot(beforeFirstOf: container, separatorBehindNewFirst(of: container, trail))
      : Slot(behindLastOf: container, separatorBeforeNewLast(of: container, trail))
  }

  /// As the last two items are parted.
  private func separatorBeforeNewLast(of container: Container, _ trail: Trail) -> Separator {
    container.items.count > 1
      ? Separator(container.gap(before: container.items.count - 1))
      : separatorBehindOnly(of: container, trail)
  }

  /// As the first two items are parted, but on a line of its own where the first one is.
  private func separatorBehindNewFirst(of container: Container, _ trail: Trail) -> Separator {
    guard container.items.count > 1 else { return separatorBehindOnly(of: container, trail) }
    let written = Separator(container.gap(before: 1))
    guard !written.isCommaFirst, container.lead.breaksLine else { return written }
    return Separator(before: written.before, after: Array(container.lead.withoutBlankLines))
  }

  private func separatorBehindOnly(of container: Container, _ trail: Trail) -> Separator {
    let (lead, tail) = (container.lead, container.tail)
    guard lead.breaksLine || tail.breaksLine else {
      return Separator(after: !lead.isEmpty || isSpaced(trail) ? [0x20] : [])
    }
    guard lead.breaksLine else {
      // Who writes the first member beside the brace and the brace on a line of its own, writes commas first.
      return Separator(
        before: Array(tail.withoutBlankLines), after: lead.isEmpty ? [0x20] : Array(lead))
    }
    guard let model = commaFirst(trail), let line = LineStart(endOf: lead) else {
      return Separator(after: Array(lead.withoutBlankLines))
    }
    // The comma takes its room from the indentation, so that names stay in one column.
    let indentation = Array(line.indentation.dropLast(1 + model.after.count))
    return Separator(
      before: LineStart(lineBreak: line.lineBreak, indentation: indentation).bytes,
      after: model.after)
  }

  /// How the nearest object with several members parts them, if it begins lines with commas.
  private func commaFirst(_ trail: Trail) -> Separator? {
    for object in trail.objects.reversed() {
      let container = Container(document, object)
      guard container.items.count > 1 else { continue }
      let separator = Separator(container.gap(before: container.items.count - 1))
      return separator.isCommaFirst ? separator : nil
    }
    return nil
  }

  private func slotWithin(_ container: Container, _ trail: Trail) -> Slot {
    let space = container.lead
    if let closing = LineStart(endOf: space) {
      return Slot(within: container, closing: closing, unit: unit(trail))
    }
    if document.kind(container.index) == .object, let closing = lineForMembers(container, trail) {
      return Slot(within: container, closing: closing, unit: unit(trail))
    }
    let padding = space.isEmpty ? paddingAround(container, trail) : Array(space)
    return Slot(within: container, padding: padding, isSpaced: isSpaced(trail))
  }

  /// How the closing brace's line is to begin, if members of an empty object get lines of their own.
  private func lineForMembers(_ container: Container, _ trail: Trail) -> LineStart? {
    let source = document.source
    let start = container.inside.start - 1
    guard let parent = parent(of: container.index, trail) else {
      // `{ }` stays on its line, so that it comes back when the member goes again.
      guard container.lead.isEmpty else { return nil }
      return LineStart(
        lineBreak: source.lineBreak, indentation: source.indentation(ofLineAt: start))
    }
    guard modelObject(in: parent)?.isOneLine != true,
      let indentation = source.indentation(before: document.range(container.index - 1).start)
    else { return nil }
    return LineStart(lineBreak: source.lineBreak, indentation: indentation)
  }

  /// What stands inside the braces of an object on one line.
  private func paddingAround(_ container: Container, _ trail: Trail) -> [UInt8] {
    guard document.kind(container.index) == .object, let parent = parent(of: container.index, trail)
    else { return [] }
    return padding(in: parent, trail)
  }

  private func padding(in container: Container, _ trail: Trail) -> [UInt8] {
    if let model = modelObject(in: container), model.isOneLine { return Array(model.lead) }
    guard container.lead.breaksLine else { return Array(container.lead) }
    return isSpaced(trail) ? [0x20] : []
  }

  /// The object with members that was written last into a container, as an example of how it is done.
  private func modelObject(in container: Container) -> Container? {
    let model = container.items.last {
      document.kind($0 + 1) == .object && document.behind($0 + 1) > $0 + 2 && !isComputed($0 + 1)
    }
    return model.map { Container(document, $0 + 1) }
  }

  private func parent(of index: Int, _ trail: Trail) -> Container? {
    guard let place = trail.objects.firstIndex(of: index), place > 0 else { return nil }
    return Container(document, trail.objects[place - 1])
  }

  /// How objects are written that are new in a container.
  func shape(in container: Container, _ slot: Slot, _ trail: Trail) -> NewMember.Shape {
    if let line = slot.line, modelObject(in: container)?.isOneLine != true {
      return .lines(line, unit: unit(trail))
    }
    guard !container.items.isEmpty else {
      return .oneLine(padding: slot.line == nil ? slot.before : [0x20])
    }
    return .oneLine(padding: padding(in: container, trail))
  }

  /// By what the nearest object that shows it indents its members; else two spaces.
  private func unit(_ trail: Trail) -> [UInt8] {
    for object in trail.objects.reversed() {
      if let unit = Container(document, object).indentationUnit { return unit }
    }
    return [0x20, 0x20]
  }

  /// The colon as it stands in the nearest member, with one blank on a side at most.
  func colon(_ objects: [Int]) -> [UInt8] {
    for object in objects.reversed() {
      var last: [UInt8]?
      for member in document.members(object) {
        let gap = document.source[
          ByteRange(document.range(member.nameIndex).end, document.range(member.value).start)]
        guard !gap.breaksLine, let colon = gap.firstIndex(of: UInt8(ascii: ":")) else { continue }
        last = gap[..<colon].squeezed + [gap[colon]] + gap[(colon + 1)...].squeezed
      }
      if let last { return last }
    }
    return [UInt8(ascii: ":"), 0x20]
  }

  /// Whether a blank follows a colon, and so a comma.
  private func isSpaced(_ trail: Trail) -> Bool { colon(trail.objects).last?.isBlank ?? true }
}
