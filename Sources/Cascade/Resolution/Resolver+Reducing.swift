import JSONSource
import Legible

/// What computed values come to, as far as they have to be worked out to be seen at all.
extension Resolver {
  /// What a computed value comes to, as far as it has to be worked out to be seen at all.
  func reduce(_ written: Written, _ around: Spot) throws(Unresolved) -> Located {
    let spot = around.with(around.mask.closed)
    let id = ValueID(written, spot.scope)
    if let known = reduced[id] { return known.result }
    if let known = failed[id] { throw known.error }
    guard let computed = written.computed else { return .inner(Element(written), spot) }
    frames.append(Frame(written: written, spot: spot))
    defer { frames.removeLast() }
    guard reducing.insert(id).inserted else { throw cycle(written, spot) }
    defer { reducing.remove(id) }
    references += 1
    defer { references -= 1 }
    guard references <= (tooLong > 100 ? 16 : Self.mostReferences) else {
      // Whoever meets that again and again has been told often enough, and waits no longer.
      tooLong += 1
      throw unresolved(
        .reference, "more than \(Self.mostReferences) references one after another",
        dependsOnWay: true)
    }
    do throws(Unresolved) {
      let result = try workOut(computed, written, spot)
      reduced[id] = (written.file, result)
      return result
    } catch {
      // What fails, fails for everybody who needs it, unless the way there was too long.
      if !error.dependsOnWay { failed[id] = (written.file, error) }
      throw error
    }
  }

  private func workOut(
    _ computed: Computed, _ written: Written, _ spot: Spot
  ) throws(Unresolved) -> Located {
    switch computed.source {
    case .reference(let reference, let scope, let map):
      let target = try follow(reference, scope, written, spot)
      if case .absent(let absence) = target {
        return try fallback(computed, written, spot, noValue(reference, scope, spot, absence))
      }
      guard let map else { return target }
      return try translate(target, map, reference, computed, written, spot)
    case .format(let pieces):
      var text: [UInt8] = []
      var mask = Mask.none
      for piece in pieces {
        switch piece {
        case .text(let plain): text += plain
        case .reference(let reference):
          let target = try follow(reference, nil, written, spot)
          if case .absent(let absence) = target {
            return try fallback(computed, written, spot, noValue(reference, nil, spot, absence))
          }
          let value = try force(target)
          text += try plainText(value, reference)
          if value.mask.isSecret { mask = Mask.none.whole }
        }
        if Value.Amount(values: 1, bytes: text.count).isTooMuch { throw tooMuch(at: spot) }
      }
      return .made(Value(.text(text), mask, drawn: .init(values: 1, bytes: text.count)))
    case .environment(let name, let type):
      return try environment(name, type, computed, written, spot)
    case .file(let path, let trims):
      return try file(path, trims, computed, written, spot)
    }
  }

  /// What a reference leads to.
  private func follow(
    _ reference: Reference, _ named: Scope?, _ written: Written, _ spot: Spot
  ) throws(Unresolved) -> Located {
    var scope = spot.scope
    if let named {
      var key = Key()
      if case .key(let target) = reference.target { key = target }
      guard let other = try standpoint(named, for: key) else {
        throw unresolved(
          .reference, "there is no scope '\(Printable.string(named.path))'; name one from the root")
      }
      scope = other
    }
    switch reference.target {
    case .scope: return .made(Value(.text(scope.view.scope.path), .none))
    case .scopeName: return .made(Value(.text(scope.view.scope.names.last ?? []), .none))
    case .inherited:
      guard named == nil else {
        throw unresolved(.reference, "'$inherited' is of the asked scope; take \"scope\" out")
      }
      guard let behind = spot.entry.statement(of: written)?.behind else { return .absent(nil) }
      let inherited = Spot(
        scope: scope, key: spot.key, entry: behind, mask: scope.view.mask(spot.key))
      let place = hops.count
      let target = try descend(inherited, [])
      note(target, spot.key, behind, in: scope, at: place)
      return target
    case .key(let key):
      let place = hops.count
      let target = try locate(key, in: scope)
      note(target, key, scope.view.entryAround(key), in: scope, at: place)
      return target
    case .inner(let up, let names):
      guard up < spot.around.count else { return .absent(nil) }
      var inner = spot.with(spot.around[up].mask)
      inner.around = Array(spot.around.dropFirst(up + 1))
      return try descend(spot.around[up].object, inner, names[...])
    }
  }

  /// Keeps what was drawn on for those who want to know why, before what that drew on in turn.
  private func note(
    _ target: Located, _ key: Key, _ entry: Entry, in scope: Standpoint, at index: Int
  ) {
    if case .absent = target { return }
    guard let place = entry.place else { return }
    hops.insert(.key(key, in: scope.view.scope, place), at: min(index, hops.count))
  }

  private func fallback(
    _ computed: Computed, _ written: Written, _ spot: Spot, _ error: @autoclosure () -> Unresolved
  ) throws(Unresolved) -> Located {
    guard let node = computed.fallback else { throw error() }
    return try descend(Element(written.at(node)), spot, [])
  }

  /// The translation of a scalar (V1).
  private func translate(
    _ target: Located, _ map: Int, _ reference: Reference, _ computed: Computed,
    _ written: Written, _ spot: Spot
  ) throws(Unresolved) -> Located {
    let value = try force(target)
    let text = try plainText(value, reference)
    let document = written.document
    func translation(of text: [UInt8]) -> Int? {
      document.members(map).first {
        !$0.isDirective && document.names.bytes(of: $0.name).elementsEqual(text)
      }?.value
    }
    let spot = value.mask.isSecret ? spot.with(spot.mask.whole) : spot
    if let node = translation(of: text) ?? translation(of: [UInt8(ascii: "*")]) {
      let found = try descend(Element(written.at(node)), spot, [])
      return value.mask.isSecret ? .made(try force(found).hidden) : found
    }
    return try fallback(
      computed, written, spot,
      unresolved(
        .reference,
        "\"map\" has no translation for what \(named(reference)) is in "
          + "\(Printable.string(spot.scope.view.scope.path)); add one, \"*\" or a \"default\""))
  }

  /// What stands in a text for a scalar (V2).
  private func plainText(_ value: Value, _ reference: Reference) throws(Unresolved) -> [UInt8] {
    if let text = value.text { return text }
    switch value.kind {
    case .number, .true, .false: return Array(value.spelling)
    default:
      let kind = TypeName(value.kind).rawValue
      let article = "aeiou".contains(kind.prefix(1)) ? "an" : "a"
      let what = kind == "null" ? "null" : "\(article) \(kind)"
      throw unresolved(
        .reference,
        "\(named(reference)) is \(what), and only strings, numbers, true and false have a text")
    }
  }
}
