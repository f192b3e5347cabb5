/// Where a value stands: enough for comparing, without line and column.
package struct ReferenceOrigin: Hashable, Sendable, CustomStringConvertible {
  package var scope: [PlainName]
  package var file: PlainName

  package init(_ scope: [PlainName], _ file: PlainName) {
    self.scope = scope
    self.file = file
  }

  package var description: String { ReferenceTree.spelled(scope) + " " + file.text }
}

/// One key of one `$stop` or `$exclude`.
package struct ReferenceMarker: Hashable, Sendable, CustomStringConvertible {
  package enum Directive: String, Hashable, Sendable {
    case stop = "$stop"
    case exclude = "$exclude"
  }

  package var directive: Directive
  package var origin: ReferenceOrigin
  /// The object that holds the directive.
  package var holder: PlainKey
  /// Where in the directive's list it stands; -1 for `true`.
  package var index: Int
  /// From the top, the holder's key included.
  package var pattern: ReferencePattern
  /// How many levels lie before its own: greater is nearer.
  package var level: Int
  /// Its turn among the markers of its level, as they are read: file by file, each from top to bottom.
  package var turn: Int

  package var description: String {
    let place = holder.isEmpty ? "" : " in " + ReferencePattern.spelled(holder)
    return "\(origin) \(directive.rawValue)[\(index)]\(place) (\(pattern.dotted))"
  }
}

/// What the files of one scope say, put together.
struct ReferenceStatements {
  enum Write: Hashable {
    /// Anything but an object.
    case leaf(PlainValue, ReferenceOrigin)
    case emptyObject(ReferenceOrigin)
    /// An object with members that write something; they have entries of their own.
    case object
  }

  /// Every key in the order in which the files name them (F4), with repetitions.
  var mentions: [PlainKey] = []
  var markers: [ReferenceMarker] = []
  var own: [PlainKey: Write] = [:]

  private let scope: [PlainName]

  init(of scope: [PlainName], in tree: ReferenceTree) {
    self.scope = scope
    for file in tree.files(in: scope) {
      let origin = ReferenceOrigin(scope, file.name)
      var written: [PlainKey: Write] = [:]
      _ = read(file.content.members ?? [], at: [], from: origin, into: &written)
      putOver(written)
    }
  }

  /// Reads the members of one object of a file; tells whether any of them wrote a value.
  private mutating func read(
    _ members: [PlainMember], at holder: PlainKey, from origin: ReferenceOrigin,
    into written: inout [PlainKey: Write]
  ) -> Bool {
    var wroteSomething = false
    for member in members {
      switch Self.kind(of: member.name, isTop: holder.isEmpty) {
      case .ignored: continue
      case .directive(let directive):
        readMarkers(directive, member.value, holder: holder, from: origin)
      case .ordinary(let name):
        let key = holder + [name]
        mentions.append(key)
        if write(member.value, at: key, from: origin, into: &written) { wroteSomething = true }
      }
    }
    return wroteSomething
  }

  private mutating func write(
    _ value: PlainValue, at key: PlainKey, from origin: ReferenceOrigin,
    into written: inout [PlainKey: Write]
  ) -> Bool {
    guard let members = value.members else {
      written[key] = .leaf(Self.withoutSpelling(value), origin)
      return true
    }
    if members.allSatisfy({ Self.kind(of: $0.name, isTop: false) == .ignored }) {
      written[key] = .emptyObject(origin)
      return true
    }
    // I6: nothing but directives, or only such objects, writes no value.
    let wroteSomething = read(members, at: key, from: origin, into: &written)
    if wroteSomething { written[key] = .object }
    return wroteSomething
  }

  private mutating func readMarkers(
    _ directive: ReferenceMarker.Directive, _ argument: PlainValue, holder: PlainKey,
    from origin: ReferenceOrigin
  ) {
    func add(_ pattern: ReferencePattern, index: Int) {
      markers.append(
        ReferenceMarker(
          directive: directive, origin: origin, holder: holder, index: index,
          pattern: ReferencePattern(holder.map { .name($0) } + pattern.parts),
          level: scope.count, turn: markers.count))
    }
    switch argument {
    case .bool(true): add(ReferencePattern([.any]), index: -1)
    case .array(let keys):
      for (index, key) in keys.enumerated() {
        guard case .string(let text) = key else { preconditionFailure("\(key) is no key") }
        add(ReferencePattern(reading: text), index: index)
      }
    default: preconditionFailure("\(directive.rawValue) of \(argument)")
    }
  }

  /// T3: the later file wins, key by key, deep for objects. What it overwrites leaves no trace.
  private mutating func putOver(_ later: [PlainKey: Write]) {
    for key in later.keys.sorted(by: { $0.count < $1.count }) {
      guard let write = later[key] else { continue }
      switch write {
      case .leaf:
        own = own.filter { !($0.key.count > key.count && $0.key.starts(with: key)) }
        own[key] = write
      case .emptyObject:
        if own[key] != .object { own[key] = write }
      case .object:
        own[key] = .object
      }
    }
  }

  // MARK: F5

  private enum MemberKind: Equatable {
    case ordinary(PlainName)
    case directive(ReferenceMarker.Directive)
    case ignored
  }

  private static func kind(of spelling: PlainName, isTop: Bool) -> MemberKind {
    let dollar = UInt8(ascii: "$")
    if spelling.bytes.starts(with: [dollar, dollar]) {
      return .ordinary(PlainName(bytes: Array(spelling.bytes.dropFirst())))
    }
    if spelling.bytes.first != dollar { return .ordinary(spelling) }
    if spelling == "$comment" || (isTop && spelling == "$schema") { return .ignored }
    guard let directive = ReferenceMarker.Directive(rawValue: spelling.text) else {
      preconditionFailure("the reference does not know \(spelling)")
    }
    return .directive(directive)
  }

  /// A value as it comes out: inside arrays, too, names lose their extra `$` and comments go.
  private static func withoutSpelling(_ value: PlainValue) -> PlainValue {
    switch value {
    case .array(let elements): return .array(elements.map(withoutSpelling))
    case .object(let members):
      return .object(
        members.compactMap { member in
          guard case .ordinary(let name) = kind(of: member.name, isTop: false) else { return nil }
          return PlainMember(name, withoutSpelling(member.value))
        })
    default: return value
    }
  }
}
