/// The place of a value, without line and column.
package struct ReferenceOrigin: Hashable, Sendable, CustomStringConvertible {
  package var scope: [PlainName]
  package var file: PlainName
  /// Which of the overlays, from 1; nil for the root tree.
  package var overlay: Int?
  /// Which of the values of the command line, from 1; the scope is then the root and the file has no name.
  package var commandLine: Int?

  package init(_ scope: [PlainName], _ file: PlainName, overlay: Int? = nil) {
    self.scope = scope
    self.file = file
    self.overlay = overlay
  }

  /// The place of the value with that number on the command line.
  package init(commandLine number: Int) {
    self.init([], "")
    commandLine = number
  }

  package var description: String {
    if let commandLine { return "--set \(commandLine)" }
    let tree = overlay.map { "overlay \($0) " } ?? ""
    return tree + ReferenceTree.spelled(scope) + " " + file.text
  }
}

/// A key of `$stop`, `$exclude` or `$final`, or a whole `$pass` list.
package struct ReferenceMarker: Hashable, Sendable, CustomStringConvertible {
  package enum Directive: String, Hashable, Sendable {
    case stop = "$stop"
    case exclude = "$exclude"
    case pass = "$pass"
    case final = "$final"
  }

  package var directive: Directive
  package var origin: ReferenceOrigin
  /// The object that holds the directive.
  package var holder: PlainKey
  /// Where in the directive's list it stands; -1 for `true`, and for a `$pass` as a whole.
  package var index: Int
  /// From the top, the holder's key included; of a `$pass` that key alone.
  package var pattern: ReferencePattern
  /// How many levels lie before its own: greater is nearer.
  package var level: Int
  /// Its turn among the directives of its level, as they are read: file by file, each from top to bottom.
  package var readOrder: Int
  /// From the top, the keys that a `$pass` lets go down.
  package var passed: [ReferencePattern] = []

  /// How many names the widest key has that it speaks of and that the key is or lies in. A `$pass` speaks of all
  /// in the object around it but what it lists (I5); what a listed key leads through it leaves alone as long as
  /// that is an object.
  package func reach(of key: PlainKey, isObject: Bool = false) -> Int? {
    guard directive == .pass else { return pattern.reach(of: key) }
    guard key.count > holder.count, key.starts(with: holder) else { return nil }
    if passed.contains(where: { $0.covers(key) }) { return nil }
    let others = (holder.count + 1...key.count).first { count in
      !passed.contains { $0.leads(through: PlainKey(key.prefix(count))) }
    }
    return others ?? (isObject ? nil : key.count)
  }

  package var description: String {
    let place = holder.isEmpty ? "" : " in " + ReferencePattern.spelled(holder)
    return "\(origin) \(directive.rawValue)[\(index)]\(place) (\(pattern.dotted))"
  }

  /// The markers of a directive (what does not pass is excluded, too), the nearest to the asked scope first (stops are all of one level), then the one
  /// read first.
  static func inOrder(_ markers: [ReferenceMarker], of directive: Directive) -> [ReferenceMarker] {
    markers.filter {
      $0.directive == directive || directive == .exclude && $0.directive == .pass
    }.sorted {
      ($1.level, $0.readOrder) < ($0.level, $1.readOrder)
    }
  }
}

/// The way an own value merges with the inherited value (I8).
enum ReferenceStrategy: Hashable, Sendable {
  case deep
  case replace
  case append
  case prepend
  case union
  case by(PlainName)

  var fitsObjects: Bool { self == .deep || self == .replace }
  var fitsArrays: Bool { self != .deep }
}

/// A key of `$merge`.
struct ReferenceMerge: Hashable, Sendable {
  var pattern: ReferencePattern
  var strategy: ReferenceStrategy
  var level: Int
  var readOrder: Int

  /// I8: which of several declarations counts: the nearest level's; within a level the pattern without `**`, then
  /// the one with the fewest stars, then the one that is exact earlier in the path, then the longer one, then the
  /// one read last.
  static func inOrder(_ merges: [ReferenceMerge]) -> [ReferenceMerge] {
    merges.sorted { left, right in
      if left.level != right.level { return left.level > right.level }
      if left.pattern.isDeep != right.pattern.isDeep { return right.pattern.isDeep }
      let (stars, others) = (left.pattern.stars, right.pattern.stars)
      if stars.count != others.count { return stars.count < others.count }
      // The first star where the patterns differ: the later it comes, the earlier the pattern is exact.
      if stars != others { return others.lexicographicallyPrecedes(stars) }
      let (length, other) = (left.pattern.parts.count, right.pattern.parts.count)
      if length != other { return length > other }
      return left.readOrder > right.readOrder
    }
  }
}

/// A key of `$remove`.
struct ReferenceRemoval: Hashable, Sendable {
  var pattern: ReferencePattern
  var values: [ReferenceWritten]
}

/// The keys that finals protect (I7): in a level, those of lower levels; against exclusions, those of all levels
/// (D22).
struct ReferenceFinals {
  /// In the order in which they are named as reasons.
  private let markers: [ReferenceMarker]

  init(_ markers: [ReferenceMarker]) {
    self.markers = ReferenceMarker.inOrder(markers, of: .final)
  }

  /// The final that keeps the level from writing at that key.
  func lock(_ key: PlainKey) -> ReferenceMarker? {
    markers.widest(on: key)
  }

  /// The finals that are named for any of several keys (D37), each once.
  func locks(_ keys: [PlainKey]) -> [ReferenceMarker] {
    let named = Set(keys.compactMap(lock))
    return markers.filter(named.contains)
  }

  /// Whether a stop or an exclusion may act on the key: no final of an earlier level than its own is on it.
  func allow(_ marker: ReferenceMarker, _ key: PlainKey) -> Bool {
    !markers.contains { $0.level < marker.level && $0.pattern.covers(key) }
  }
}

extension [ReferenceMarker] {
  /// The one that is the reason for a key among those that cover it and that may: the one that names the widest
  /// key around it, then the first.
  func widest(
    on key: PlainKey, isObject: Bool = false,
    where mayAct: (ReferenceMarker) -> Bool = { _ in true }
  ) -> ReferenceMarker? {
    var widest: (reach: Int, marker: ReferenceMarker)?
    for marker in self {
      guard let reach = marker.reach(of: key, isObject: isObject), mayAct(marker) else { continue }
      if let known = widest, known.reach <= reach { continue }
      widest = (reach, marker)
    }
    return widest?.marker
  }
}
