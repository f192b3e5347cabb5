import JSONSource
import Legible

/// Works out values in asked scopes: late, lazily, each computed value once (section 5).
///
/// It knows entries and what computed values say; of directories, variables and the command line it
/// knows only what it is handed.
package final class Resolver {
  package let names: NameTable
  let outside: any Outside
  // Few are asked, and a list is faster then.
  private var standpoints: [Standpoint] = []

  /// What stands at the end of a key's way, in a form that needs no working out by itself.
  enum Located {
    /// An entry that has a value, which is no computed one.
    case entry(Entry, Spot)
    /// A value inside an array, or a default; no computed one.
    case inner(Element, Spot)
    case made(Value)
    case absent(Absence?)
  }

  /// Where a value stands: all that a computed value there may count from.
  struct Spot {
    let scope: Standpoint
    let key: Key
    /// The entry of the key.
    let entry: Entry
    let mask: Mask
    /// The objects around it that no key leads to, the nearest first.
    var around: [(object: Element, mask: Mask)] = []

    func with(_ mask: Mask) -> Spot {
      Spot(scope: scope, key: key, entry: entry, mask: mask, around: around)
    }
  }

  /// A computed value that is being worked out.
  struct Frame {
    let written: Written
    let spot: Spot
  }

  struct ValueID: Hashable {
    let scope: ObjectIdentifier
    let file: ObjectIdentifier
    let node: Int

    init(_ written: Written, _ scope: Standpoint) {
      self.scope = ObjectIdentifier(scope)
      file = ObjectIdentifier(written.file)
      node = written.node
    }
  }

  /// An element by its first and its last part: others share one of them at most.
  struct ElementID: Hashable {
    let first: ValueID
    let last: ValueID

    init(_ element: Element, _ scope: Standpoint) {
      first = ValueID(element.parts[0], scope)
      last = ValueID(element.parts[element.parts.count - 1], scope)
    }
  }

  struct EntryID: Hashable {
    let scope: ObjectIdentifier
    let entry: ObjectIdentifier
  }

  var frames: [Frame] = []
  private var reducing: Set<ValueID> = []
  // What is kept beside a result keeps its identity from being given to something else.
  private var reduced: [ValueID: (file: PropertyFile, result: Located)] = [:]
  private var failed: [ValueID: (file: PropertyFile, error: Unresolved)] = [:]
  private var tooLong = 0
  /// How many computed values are being reduced, one for another's sake.
  private var references = 0
  var forcingElements: Set<ElementID> = []
  var forcedElements: [ElementID: (element: Element, value: Value)] = [:]
  var forcingEntries: Set<EntryID> = []
  var forced: [EntryID: (entry: Entry, value: Value)] = [:]
  var depth = 0
  /// Everything drawn on so far, in order.
  package var hops: [Hop] = []

  static let mostReferences = 256
  static let deepest = 512

  /// Whether secrets are shown.
  package let reveals: Bool

  package init(_ names: NameTable, _ outside: any Outside, reveals: Bool = false) {
    self.names = names
    self.outside = outside
    self.reveals = reveals
  }

  /// A scope to ask, with its view.
  package func scope(_ asked: Asked, _ view: View) -> AskedScope {
    AskedScope(standpoint(asked) ?? add(asked, view), self)
  }

  private func standpoint(_ asked: Asked) -> Standpoint? {
    for known in standpoints where known.asked == asked { return known }
    return nil
  }

  private func add(_ asked: Asked, _ view: View) -> Standpoint {
    let standpoint = Standpoint(asked, view)
    standpoints.append(standpoint)
    return standpoint
  }

  /// The scope that a value names; nil where there is none.
  private func standpoint(_ scope: Scope, for key: Key) throws(Unresolved) -> Standpoint? {
    let asked = Asked(scope, hasCommandLine: false)
    if let known = standpoint(asked) { return known }
    return try outside.view(asked, covering: key).map { add(asked, $0) }
  }

  // MARK: Following keys

  /// What a key leads to in a scope.
  func locate(_ key: Key, in scope: Standpoint) throws(Unresolved) -> Located {
    try cover(key, in: scope)
    let top = Spot(
      scope: scope, key: Key(), entry: scope.view.root, mask: scope.view.mask(Key()))
    return try descend(top, key.names[...])
  }

  /// Follows names from an entry on.
  private func descend(_ start: Spot, _ rest: ArraySlice<Name>) throws(Unresolved) -> Located {
    var (spot, rest) = (start, rest)
    while true {
      switch spot.entry.state {
      case .leaf(let written) where written.isComputed:
        return try descend(try reduce(written, spot), rest)
      case .leaf(let written) where written.isArray && !rest.isEmpty:
        return try descend(Element(written), spot, rest)
      case .array(let merged) where !rest.isEmpty:
        guard let index = rest.first.flatMap(names.index), index < merged.elements.count else {
          break
        }
        return try descend(
          merged.elements[index], spot.with(spot.mask.ofElements), rest.dropFirst())
      default: break
      }
      guard let name = rest.popFirst() else {
        return spot.entry.isLive ? .entry(spot.entry, spot) : .absent(spot.entry.absence)
      }
      guard let member = spot.entry.members?.entry(name) else { return .absent(nil) }
      spot = Spot(
        scope: spot.scope, key: spot.key.appending(name), entry: member,
        mask: spot.mask.descending(name))
    }
  }

  /// Follows names from a value on that no key leads to.
  func descend(
    _ start: Element, _ spot: Spot, _ rest: ArraySlice<Name>
  ) throws(Unresolved) -> Located {
    var (element, spot, rest) = (start, spot, rest)
    while true {
      if case .written(let written) = element.content {
        if written.isComputed { return try descend(try reduce(written, spot), rest) }
        if let first = rest.first, written.isArray {
          guard let index = names.index(first),
            let node = written.document.elements(written.node).dropFirst(index)
              .first(where: { _ in true })
          else { return .absent(nil) }
          element = Element(written.at(node))
          spot = spot.with(spot.mask.ofElements)
          rest.removeFirst()
          continue
        }
      }
      guard let name = rest.popFirst() else { return .inner(element, spot) }
      guard let member = element.member(name) else { return .absent(nil) }
      spot.around.insert((element, spot.mask), at: 0)
      spot = spot.with(spot.mask.descending(name))
      element = member
    }
  }

  /// Follows names from what was located.
  private func descend(
    _ located: Located, _ rest: ArraySlice<Name>
  ) throws(Unresolved) -> Located {
    guard !rest.isEmpty else { return located }
    switch located {
    case .entry(_, let spot): return try descend(spot, rest)
    case .inner(let element, let spot): return try descend(element, spot, rest)
    case .absent: return .absent(nil)
    case .made(var value):
      for name in rest {
        guard let member = value.member(name, names) else { return .absent(nil) }
        value = member
      }
      return .made(value)
    }
  }

  // MARK: Computed values

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
