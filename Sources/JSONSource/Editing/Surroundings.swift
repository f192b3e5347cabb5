/// What stands around a place that is edited, as an example of how things are written there.
struct Surroundings {
  let document: Document
  let isComputed: (Int) -> Bool
  /// The objects and arrays around the place, the top one first.
  let containers: [Int]

  /// By what the nearest object or array that shows it indents what it holds; else two spaces.
  var unit: [UInt8] {
    containers.reversed().lazy.compactMap { Container(document, $0).indentationUnit }.first
      ?? [0x20, 0x20]
  }

  /// The colon as it stands in the nearest member, with one blank on a side at most.
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

  /// What parts new things on one line: a blank follows the comma where one follows a colon.
  var separatorOnLine: Separator { Separator(after: colon.last?.isBlank == true ? [0x20] : []) }

  /// How the nearest object or array of several items parts them, if it begins lines with commas.
  var commaFirst: Separator? {
    guard
      let nearest = containers.reversed().lazy.map({ Container(document, $0) })
        .first(where: { $0.items.count > 1 })
    else { return nil }
    let separator = Separator(nearest.separator(before: nearest.items.count - 1))
    return separator.isCommaFirst ? separator : nil
  }

  /// The object of which one is a member's value.
  func parent(of index: Int) -> Container? {
    guard let place = containers.firstIndex(of: index), place > 0,
      document.kind(containers[place - 1]) == .object
    else { return nil }
    return Container(document, containers[place - 1])
  }

  /// The last object with members in a container, written there by hand for the like of a new one.
  func model(in container: Container, isDirective: Bool) -> Container? {
    let model = container.items.last { name in
      let value = name + 1
      return document.kind(name) == (isDirective ? .directive : .name)
        && document.kind(value) == .object && document.behind(value) > value + 1
        && !isComputed(value)
    }
    return model.map { Container(document, $0 + 1) }
  }

  /// What stands inside the braces of a new object on one line in a container.
  func padding(in container: Container, isDirective: Bool) -> [UInt8] {
    if let model = model(in: container, isDirective: isDirective), model.isOneLine {
      return Array(model.lead)
    }
    guard container.lead.breaksLine else { return Array(container.lead) }
    return separatorOnLine.after
  }
}
