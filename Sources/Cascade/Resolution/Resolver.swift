import JSONSource

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
  var reducing: Set<ValueID> = []
  // What is kept beside a result keeps its identity from being given to something else.
  var reduced: [ValueID: (file: PropertyFile, result: Located)] = [:]
  var failed: [ValueID: (file: PropertyFile, error: Unresolved)] = [:]
  var tooLong = 0
  /// How many computed values are being reduced, one for another's sake.
  var references = 0
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
  func standpoint(_ scope: Scope, for key: Key) throws(Unresolved) -> Standpoint? {
    let asked = Asked(scope, hasCommandLine: false)
    if let known = standpoint(asked) { return known }
    return try outside.view(asked, covering: key).map { add(asked, $0) }
  }
}
