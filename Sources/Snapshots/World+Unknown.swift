import Cascade
import FileTree
import Legible
import SystemCalls

extension World {
  func unknown(_ scope: Scope, behind last: SnapshotScope) -> Failure {
    .unknownScope(
      scope.path, "scope '\(Printable.string(scope.path))' does not exist\(snapshot.whereabouts)",
      notes: givesHints ? hints(scope, behind: last) : [])
  }

  private func hints(_ scope: Scope, behind last: SnapshotScope) -> [String] {
    if scope.isLikePattern {
      // A pattern means several scopes. Suggesting a single scope is dangerous in a command that writes.
      return ["SCOPE cannot be a pattern; name one scope"]
    }
    let depth = last.scope.depth + 1
    if let hint = hint(scope, knownTo: depth) { return [hint] }
    let children = last.childNames
    let here = last.scope.names
    return [
      children.isEmpty
        ? "\(quoted(here)) has no scopes below it"
        : listed(children.map { here + [$0] }, atMost: 8)
    ]
  }

  /// The likely scope, or why the name cannot be a scope.
  private func hint(_ scope: Scope, knownTo depth: Int) -> String? {
    let missing = scope.names[depth - 1]
    if missing.first == UInt8(ascii: ".") || missing.first == UInt8(ascii: "_") {
      return "names that begin with '.' or '_' are not scopes"
    }
    if snapshot.trees[0].rules.ignores(missing) {
      return "'.heir' ignores '\(Printable.string(missing))'"
    }
    if let told = asPath(scope) { return told }
    if let other = respelled(scope) { return "write \(quoted(other.names))" }
    let (near, hasSlip) = following(scope)
    if hasSlip { return "the nearest is \(quoted(near.names))" }
    return elsewhere(scope.names)
  }

  /// Compares names from the root; ends before the first name without a match.
  package func following(_ scope: Scope) -> (scope: Scope, hasSlip: Bool) {
    let (way, hasSlip) = SnapshotScope(self).following(scope.names, Patience())
    return (Scope(way), hasSlip)
  }

  /// nil if the scope does not exist or cannot be read.
  private func place(of scope: Scope) -> SnapshotScope? {
    guard let way = try? wayAsFarAsItGoes(to: scope), way.count > scope.depth else { return nil }
    return way.last
  }

  /// The argument may be a path of a file or directory.
  private func asPath(_ scope: Scope) -> String? {
    for path in [scope.path, Array(scope.path.dropFirst())] {
      if let told = snapshot.notes(ofDirectory: path).first { return told }
    }
    guard let file = scope.names.last, let folder = scope.above else { return nil }
    // Relative to the root, to the file system's root and to the working directory.
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
      let isFile =
        folder.depth > 0 && snapshot.trees[0].rules.takes(file)
        && place(of: folder) != nil
      return isFile
        ? "a file is not a scope; its directory is the scope \(quoted(folder.names))" : nil
    }
    let named = homes.map { quoted($0.names) }.joined(separator: " and of ")
    return "it is a file of the scope \(named)"
  }

  /// Names may be separated by other characters than slashes.
  private func respelled(_ scope: Scope) -> Scope? {
    for signs in [".", ":", "\\", ".:\\"] {
      let other = NearMiss.separated(scope.names, by: signs).map { Scope($0) }
      if let other, place(of: other) != nil { return other }
    }
    return nil
  }

  /// Scopes that end in these names, or differ only in case and punctuation.
  private func elsewhere(_ names: [[UInt8]]) -> String? {
    let alike = NameSearch(names, in: SnapshotScope(self)).found(Patience()).alike
    let ends = alike.filter { !$0.likeness.isWhole }
    if ends.isEmpty { return alike.first.map { "write \(quoted($0.way))" } }
    return listed(ends.map(\.way), atMost: 5)
  }

  private func listed(_ scopes: [[[UInt8]]], atMost count: Int) -> String {
    let start = scopes.count == 1 ? "existing scope" : "existing scopes"
    return "\(start): \(Printable.listed(scopes.map(quoted), most: count))"
  }

  private func quoted(_ names: [[UInt8]]) -> String {
    "'\(Printable.string(Scope(names).path))'"
  }
}

extension SnapshotScope: NamedPlace {
  package var labels: [[UInt8]] { childNames }
  package var isLive: Bool { true }

  package func below(_ name: [UInt8]) -> SnapshotScope? {
    child(name).place as? SnapshotScope
  }

  package func spelling(_ name: [UInt8]) -> [UInt8] { name }
}
