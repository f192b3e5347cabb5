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
    var last: [UInt8]?
    let container = Container(document, object)
    for member in document.members(object) {
      let gap = container.space(
        ByteRange(document.range(member.nameIndex).end, document.range(member.value).start))
      guard !gap.breaksLine, let colon = gap.firstIndex(of: UInt8(ascii: ":")) else { continue }
      last = gap[..<colon].squeezed + [gap[colon]] + gap[(colon + 1)...].squeezed
    }
    return last
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
}
