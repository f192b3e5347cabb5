import JSONSource

/// One key in one view: a list, nearest first, of what happened to it on the way down the lineage.
///
/// Nothing is taken out of the list by an override, a stop or an exclusion, so that the reason of an
/// answer is read off the answer itself. Scopes share the entries that none of them touches.
package final class Entry {
  package enum Event {
    /// A level writes the key: a leaf, or the parts of an object, one a file.
    case value([Written])
    case taken(Taking)
    /// An exclusion took what the levels of one tree said back to what the trees before gave.
    case takenBack(by: Marker, to: Entry)
    /// Elements were taken out of the inherited array.
    case removed([Marker])
    /// A level tried to change a final key.
    case refused([Refusal])
    /// Only something inside it, or its place in the order, changed.
    case inside
  }

  package enum State {
    /// No value; without an absence the key was never set.
    case absent(Absence?)
    case leaf(Written)
    /// An array that is not as one file writes it.
    case array(MergedArray)
    /// An object with a member that has a value, or one that is written `{}`.
    case object(isWrittenEmpty: Bool)
  }

  package let event: Event
  /// The number of the level that made this entry, from the farthest.
  package let level: Int
  package let behind: Entry?
  package let state: State
  package let members: LayeredMembers?
  /// Whether any level so far has a member of this name: its place in the order is taken.
  let isMentioned: Bool

  init(
    _ event: Event, level: Int, behind: Entry?, state: State, members: LayeredMembers?,
    isMentioned: Bool
  ) {
    self.event = event
    self.level = level
    self.behind = behind
    self.state = state
    self.members = members
    self.isMentioned = isMentioned
  }

  package var isLive: Bool {
    if case .absent = state { false } else { true }
  }

  package var isObject: Bool {
    if case .object = state { true } else { false }
  }

  /// Whether a computed value may stand here or in it: then what holds depends on the asked scope.
  package var isComputing: Bool {
    switch state {
    case .absent: false
    case .leaf(let written): written.isComputing
    case .array(let merged): merged.isComputing
    case .object: members?.isComputing ?? false
    }
  }

  /// Whether both tell the same story; those in an object that stands as one file wrote it are made
  /// anew whenever somebody looks.
  func isSame(as other: Entry) -> Bool {
    if self === other { return true }
    guard behind == nil, other.behind == nil, level == other.level,
      case .value(let mine) = event, case .value(let others) = other.event,
      mine.count == 1, others.count == 1
    else { return false }
    return mine[0].isSame(as: others[0])
  }

  /// Whether a computed value holds here: what comes of it may be of any kind.
  var isComputedValue: Bool {
    if case .leaf(let written) = state { written.isComputed } else { false }
  }

  var absence: Absence? {
    if case .absent(let absence) = state { absence } else { nil }
  }

  /// The entry after `taking` has taken its value, and everything in it, at `level`.
  func taken(by taking: Taking, level: Int) -> Entry {
    Entry(
      .taken(taking), level: level, behind: self,
      state: .absent(Absence(taking: taking, level: level)),
      members: isObject ? members.map { $0.taken(by: taking, level: level) } : members,
      isMentioned: isMentioned)
  }

  /// The entry after its array was changed to `elements`.
  func removed(by markers: [Marker], leaving elements: [Element], level: Int) -> Entry {
    Entry(
      .removed(markers), level: level, behind: self,
      state: .array(MergedArray(elements, of: arrays)),
      members: members, isMentioned: isMentioned)
  }

  /// The elements of the array that holds here, nil where none does.
  var elements: [Element]? {
    switch state {
    case .array(let merged): merged.elements
    case .leaf(let written) where written.isArray:
      written.document.elements(written.node).map { Element(written.at($0)) }
    default: nil
    }
  }

  /// The arrays that give the one that holds here, the farthest first.
  var arrays: [Written] {
    switch state {
    case .array(let merged): merged.arrays
    case .leaf(let written) where written.isArray: [written]
    default: []
    }
  }

  /// The entry of a value in an object which stands as one file wrote it.
  static func plain(_ value: Written, level: Int, behind: Entry? = nil) -> Entry {
    guard value.kind == .object else {
      return Entry(
        .value([value]), level: level, behind: behind, state: .leaf(value), members: nil,
        isMentioned: true)
    }
    let isEmpty = value.isEmptyObject
    return Entry(
      .value([value]), level: level, behind: behind, state: .object(isWrittenEmpty: isEmpty),
      members: isEmpty ? nil : LayeredMembers(plain: value, level: level), isMentioned: true)
  }

  /// The entry of the top, which stays an object when everything in it is gone.
  static func top(over entry: Entry?, level: Int) -> Entry {
    if let entry, entry.isLive { return entry }
    return Entry(
      .inside, level: level, behind: entry, state: .object(isWrittenEmpty: true),
      members: entry?.members, isMentioned: true)
  }
}
