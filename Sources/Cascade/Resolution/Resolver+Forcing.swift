import JSONSource
import Legible

/// The working out of whole values, and of what comes from outside.
extension Resolver {
  /// The value of what was located, with nothing left to work out.
  func force(_ located: Located) throws(Unresolved) -> Value {
    switch located {
    case .made(let value): return value
    case .entry(let entry, let spot): return try force(entry, spot)
    case .inner(let element, let spot): return try force(element, spot)
    case .absent:
      throw unresolved(.reference, "there is no value")
    }
  }

  private func force(_ entry: Entry, _ spot: Spot) throws(Unresolved) -> Value {
    guard entry.isComputing else { return entry.value(spot.mask) }
    let id = EntryID(scope: ObjectIdentifier(spot.scope), entry: ObjectIdentifier(entry))
    if let known = forced[id] { return known.value }
    guard forcingEntries.insert(id).inserted else { throw holdsItself(spot) }
    defer { forcingEntries.remove(id) }
    try enter(spot)
    defer { depth -= 1 }
    let value: Value
    switch entry.state {
    case .leaf(let written): value = try force(Element(written), spot)
    case .array(let merged): value = try force(merged.elements, spot)
    case .absent, .object:
      var members: [(name: Name, value: Value)] = []
      for (name, member) in entry.members?.live() ?? [] {
        let inner = Spot(
          scope: spot.scope, key: spot.key.appending(name), entry: member,
          mask: spot.mask.descending(name))
        members.append((name, try force(inner)))
      }
      value = try compound(.object(members), members.map(\.value), spot)
    }
    forced[id] = (entry, value)
    return value
  }

  /// The value of an entry that may be a computed one.
  func force(_ spot: Spot) throws(Unresolved) -> Value {
    if case .leaf(let written) = spot.entry.state, written.isComputed {
      return try result(of: written, spot)
    }
    return try force(spot.entry, spot)
  }

  private func force(_ elements: [Element], _ spot: Spot) throws(Unresolved) -> Value {
    let inner = spot.with(spot.mask.ofElements)
    var values: [Value] = []
    for element in elements { values.append(try forceInner(element, inner)) }
    return try compound(.array(values), values, spot)
  }

  private func forceInner(_ element: Element, _ spot: Spot) throws(Unresolved) -> Value {
    guard element.isComputing else { return element.value(spot.mask) }
    if case .written(let written) = element.content, written.isComputed {
      return try result(of: written, spot)
    }
    return try force(element, spot)
  }

  private func force(_ element: Element, _ spot: Spot) throws(Unresolved) -> Value {
    guard element.isComputing else { return element.value(spot.mask) }
    let id = ElementID(element, spot.scope)
    if let known = forcedElements[id] { return known.value }
    guard forcingElements.insert(id).inserted else { throw holdsItself(spot) }
    defer { forcingElements.remove(id) }
    try enter(spot)
    defer { depth -= 1 }
    let value = try forceInside(element, spot)
    forcedElements[id] = (element, value)
    return value
  }

  private func forceInside(_ element: Element, _ spot: Spot) throws(Unresolved) -> Value {
    if case .written(let written) = element.content {
      if written.isComputed { return try result(of: written, spot) }
      if written.isArray {
        return try force(
          written.document.elements(written.node).map { Element(written.at($0)) }, spot)
      }
    }
    var members: [(name: Name, value: Value)] = []
    for (name, member) in element.members {
      var inner = spot.with(spot.mask.descending(name))
      inner.around.insert((element, spot.mask), at: 0)
      members.append((name, try forceInner(member, inner)))
    }
    return try compound(.object(members), members.map(\.value), spot)
  }

  /// A value put together out of others.
  private func compound(
    _ content: Value.Content, _ parts: [Value], _ spot: Spot
  ) throws(Unresolved) -> Value {
    let drawn = parts.reduce(Value.Amount.nothing) { $0 + $1.drawn }
    if drawn.isTooMuch { throw tooMuch(at: spot) }
    return Value(content, spot.mask, drawn: drawn)
  }

  /// What a computed value comes to, with nothing left to work out; all of it counts as worked out.
  private func result(of written: Written, _ spot: Spot) throws(Unresolved) -> Value {
    let located = try reduce(written, spot)
    // Whoever cannot be worked out for its sake tells of it.
    frames.append(Frame(written: written, spot: spot))
    defer { frames.removeLast() }
    let value = try force(located)
    let amount = value.amount
    if amount.isTooMuch { throw tooMuch(at: spot) }
    return Value(value.content, value.mask, drawn: amount)
  }

  private func enter(_ spot: Spot) throws(Unresolved) {
    depth += 1
    if depth > Self.deepest {
      depth -= 1
      throw unresolved(
        .reference, "the result nests deeper than \(Self.deepest) levels", at: spot)
    }
  }

  // MARK: Outside

  func environment(
    _ name: [UInt8], _ type: Computed.TypeOfText, _ computed: Computed, _ written: Written,
    _ spot: Spot
  ) throws(Unresolved) -> Located {
    let shown = Printable.quoted(name)
    switch outside.variable(name) {
    case .value(let text):
      guard let value = type.value(of: text, names, spot.mask) else {
        throw unresolved(.reference, "the variable \(shown) does not hold \(type.words)")
      }
      hops.append(.variable(name))
      return .made(value)
    case .unset, .notAllowed:
      if let node = computed.fallback { return try descend(Element(written.at(node)), spot, []) }
      if case .unset = outside.variable(name) {
        throw unresolved(
          .reference, "the variable \(shown) is not set, and there is no \"default\"")
      }
      throw unresolved(
        .reference,
        "the variable \(shown) is not allowed; allow it with "
          + "'--allow-env \(Printable.string(name))'", needsVariable: true)
    }
  }

  func file(
    _ path: [UInt8], _ trims: Bool, _ computed: Computed, _ written: Written, _ spot: Spot
  ) throws(Unresolved) -> Located {
    let place = Place(written.file.file, written.document.range(computed.node))
    let found: (path: [UInt8], bytes: [UInt8])?
    do throws(Diagnostic) {
      found = try outside.text(path, of: written.file.file, at: place)
    } catch { throw Unresolved([error.with(notes: notes)]) }
    guard let found else {
      if let node = computed.fallback { return try descend(Element(written.at(node)), spot, []) }
      throw unresolved(.reference, "there is no file '\(Printable.string(path))'")
    }
    var text = found.bytes[...]
    guard UTF8Sequence.isValid(text) else {
      throw unresolved(.reference, "the file '\(Printable.string(path))' is no UTF-8 text")
    }
    if trims, text.last == 0x0A {
      text.removeLast()
      if text.last == 0x0D { text.removeLast() }
    }
    let amount = Value.Amount(values: 1, bytes: text.count)
    if amount.isTooMuch { throw tooMuch(at: spot) }
    hops.append(
      .file(
        SourceFile(
          written.file.file.home, path: found.path, scope: written.file.file.scope,
          source: Source([]))))
    return .made(Value(.text(Array(text)), spot.mask, drawn: amount))
  }
}

extension Computed.TypeOfText {
  fileprivate var words: String {
    switch self {
    case .string: "UTF-8 text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .json: "JSON, or holds a name that begins with '$'"
    }
  }

  /// What a variable's text means; nil where it is nothing of the type.
  fileprivate func value(of text: [UInt8], _ names: NameTable, _ mask: Mask) -> Value? {
    guard UTF8Sequence.isValid(text[...]) else { return nil }
    func amount(_ values: Int) -> Value.Amount { .init(values: values, bytes: text.count) }
    if self == .string { return Value(.text(text), mask, drawn: amount(1)) }
    guard let document = try? Document(Source(text), names: names), !document.hasDirectives else {
      return nil
    }
    let isOne =
      switch self {
      case .integer: TypeName.integer.matches(document.kind(0), document.spelling(0))
      case .number: document.kind(0) == .number
      case .boolean: TypeName.boolean.matches(document.kind(0), [])
      default: true
      }
    return isOne ? Value(.node(document, 0), mask, drawn: amount(document.nodes.count)) : nil
  }
}

extension Value {
  /// This value where all of it is secret.
  var hidden: Value { Value(content, mask.whole, drawn: drawn) }
}
