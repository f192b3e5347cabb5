import Cascade
import FileTree
import Legible
import SystemCalls

extension World {
  /// How many scopes are looked through for a name, which is only advice.
  private static let patience = 20_000

  /// Says that there is no such scope, and which one was probably meant.
  func unknown(_ scope: Scope, behind last: SnapshotScope) -> Failure {
    .unknownScope(
      scope.path, "there is no scope '\(Printable.string(scope.path))'\(snapshot.whereabouts)",
      notes: givesHints ? hints(scope, behind: last) : [])
  }

  private func hints(_ scope: Scope, behind last: SnapshotScope) -> [String] {
    let depth = last.scope.depth + 1
    if let hint = hint(scope, knownTo: depth) { return [hint] }
    let children = last.childNames
    let here = last.scope.names
    let others =
      children.isEmpty
      ? "\(quoted(here)) has no scopes below it"
      : listed(children.map { here + [$0] }, atMost: 8)
    let isLikeFile = scope.names.last.map(snapshot.trees[0].rules.takes) ?? false
    guard !isLikeFile, snapshot.isInRepository else { return [others] }
    return [
      others,
      "git keeps no directory without files; '--virtual' takes it for a scope that says nothing",
    ]
  }

  /// What was probably meant, if anything was, by a scope of which some names are there.
  private func hint(_ scope: Scope, knownTo depth: Int) -> String? {
    let missing = scope.names[depth - 1]
    if missing.first == UInt8(ascii: ".") || missing.first == UInt8(ascii: "_") {
      return "names that begin with '.' or '_' are no scopes"
    }
    if snapshot.trees[0].rules.ignores(missing) {
      return "'.heir' ignores '\(Printable.string(missing))'"
    }
    if let told = asPath(scope) { return told }
    if let other = respelled(scope) { return "the scope is written \(quoted(other.names))" }
    let near = nearest(to: scope)
    if near.depth >= depth { return "the nearest is \(quoted(near.names))" }
    return elsewhere(scope.names)
  }

  /// The scope that there is whose names are the nearest, each looked for below the one before; it ends
  /// before the first name that is near to none.
  package func nearest(to scope: Scope) -> Scope {
    var place = SnapshotScope(self)
    for name in scope.names {
      let children = place.childNames
      let near =
        children.contains(name) ? name : NearMiss.nearest(to: name, in: children).first
      guard let near, let child = place.child(near).place as? SnapshotScope else { break }
      place = child
    }
    return place.scope
  }

  /// A scope that there is; nil where it cannot be reached.
  private func place(of scope: Scope) -> SnapshotScope? {
    guard let way = try? wayAsFarAsItGoes(to: scope), way.count > scope.depth else { return nil }
    return way.last
  }

  /// A path of the disk, or of a file, says which scope it belongs to.
  private func asPath(_ scope: Scope) -> String? {
    for path in [scope.path, Array(scope.path.dropFirst())] {
      if let told = snapshot.notes(ofDirectory: path).first { return told }
    }
    guard let file = scope.names.last else { return nil }
    let folder = Scope(Array(scope.names.dropLast()))
    // From the root, from the top of the disk, and from where one stands.
    let relative = folder.depth == 0 ? [UInt8(ascii: ".")] : Array(folder.path.dropFirst())
    var homes: [Scope] = []
    for home in [
      folder, snapshot.scope(ofDirectory: folder.path), snapshot.scope(ofDirectory: relative),
    ] {
      if let home, !homes.contains(home), place(of: home)?.holds(file) == true {
        homes.append(home)
      }
    }
    if homes.isEmpty {
      // One that is not there: what it would belong to was named with it.
      let isFile =
        folder.depth > 0 && snapshot.trees[0].rules.takes(file)
        && place(of: folder) != nil
      return isFile
        ? "a file is no scope; its directory is the scope \(quoted(folder.names))" : nil
    }
    let named = homes.map { quoted($0.names) }.joined(separator: " and of ")
    return "that is a file of the scope \(named)"
  }

  /// A scope whose names stand between other signs than slashes.
  private func respelled(_ scope: Scope) -> Scope? {
    let signs: [[UInt8]] = [".", ":", "\\", ".:\\"].map { Array($0.utf8) }
    for signs in signs {
      let names = scope.names.flatMap { name in
        name.split { signs.contains($0) }.map { Array($0) }
      }
      let other = Scope(names)
      if names.count > scope.names.count, place(of: other) != nil { return other }
    }
    return nil
  }

  /// Scopes that end in these names, wherever they are, else one of the same letters.
  private func elsewhere(_ names: [[UInt8]]) -> String? {
    let end = names.map(NearMiss.lowered)
    let letters = Self.letters(names)
    var found: [[[UInt8]]] = []
    var alike: [[UInt8]]?
    var level = [SnapshotScope(self)]
    var rest = Self.patience
    while !level.isEmpty, rest > 0 {
      var next: [SnapshotScope] = []
      for place in level where rest > 0 {
        rest -= 1
        let path = place.scope.names
        for name in place.childNames {
          let inner = path + [name]
          if inner.suffix(names.count).map(NearMiss.lowered).elementsEqual(end) {
            found.append(inner)
          }
          if alike == nil, Self.letters(inner) == letters { alike = inner }
          if let child = place.child(name).place as? SnapshotScope { next.append(child) }
        }
      }
      level = next
    }
    if found.isEmpty { return alike.map { "the scope is written \(quoted($0))" } }
    return listed(found, atMost: 5)
  }

  /// What is left of names without case and without the signs between them.
  private static func letters(_ names: [[UInt8]]) -> [UInt8] {
    NearMiss.lowered(
      names.joined().filter { ![0x2D, 0x2E, 0x3A, 0x5C, 0x5F].contains($0) })
  }

  private func listed(_ scopes: [[[UInt8]]], atMost count: Int) -> String {
    let start = scopes.count == 1 ? "there is" : "there are"
    return "\(start) \(Printable.listed(scopes.map(quoted), most: count))"
  }

  private func quoted(_ names: [[UInt8]]) -> String {
    "'\(Printable.string(Scope(names).path))'"
  }
}
