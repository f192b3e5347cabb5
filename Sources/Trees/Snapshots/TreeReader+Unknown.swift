import Cascade
import SafeText
import SystemCalls

extension TreeReader {
  func unknown(_ scope: Scope, after last: SnapshotScope) -> Failure {
    .unknownScope(
      scope.path, "scope '\(Printable.string(scope.path))' does not exist\(snapshot.whereabouts)",
      notes: givesHints ? hints(scope, after: last) : [])
  }

  private func hints(_ scope: Scope, after last: SnapshotScope) -> [String] {
    // Whoever means several is not led to one, least of all by a command that writes.
    if scope.looksLikePattern { return ["SCOPE cannot be a pattern; name one scope"] }
    let missing = scope.names[last.scope.depth]
    if missing.first == UInt8(ascii: ".") || missing.first == UInt8(ascii: "_") {
      return ["names that begin with '.' or '_' are not scopes"]
    }
    if snapshot.trees[0].rules.ignores(missing) {
      return ["'.heir' ignores '\(Printable.string(missing))'"]
    }
    if let note = noteOfPath(scope) { return [note] }
    let (near, hasTypo) = following(scope)
    if hasTypo { return ["the nearest is \(quoted(near.names))"] }
    let alike = NameSearch(scope.names, in: SnapshotScope(self)).found(SearchLimit()).alike
    if let whole = alike.first(where: \.likeness.isWhole) { return ["write \(quoted(whole.way))"] }
    if !alike.isEmpty { return [listed(alike.map(\.way), atMost: 5)] }
    let children = last.childNames
    let here = last.scope.names
    return [
      children.isEmpty
        ? "\(quoted(here)) has no scopes below it"
        : listed(children.map { here + [$0] }, atMost: 8)
    ]
  }

  /// The scope that there is whose names are the nearest, each looked for below the one before, and whether it is
  /// another; it ends before the first name that is near to none.
  package func following(_ scope: Scope) -> (scope: Scope, hasTypo: Bool) {
    let (way, hasTypo) = SnapshotScope(self).following(scope.names, SearchLimit())
    return (Scope(way), hasTypo)
  }

  /// The scope of a directory on disk, or of a file.
  private func noteOfPath(_ scope: Scope) -> String? {
    for path in [scope.path, Array(scope.path.dropFirst())] {
      if let note = snapshot.notes(ofDirectory: path).first { return note }
    }
    guard let file = scope.names.last, let folder = scope.above else { return nil }
    let relative = folder.depth == 0 ? [UInt8(ascii: ".")] : Array(folder.path.dropFirst())
    let homes = [folder] + [folder.path, relative].compactMap(snapshot.scope)
    let home = homes.first { place(of: $0)?.holds(file) == true }
    // A file that does not exist is one of the directory that is named with it.
    let isNamed =
      folder.depth > 0 && snapshot.trees[0].rules.takes(file) && place(of: folder) != nil
    return (home ?? (isNamed ? folder : nil)).map {
      "a file is not a scope; its directory is the scope \(quoted($0.names))"
    }
  }

  /// A scope that there is; nil where it cannot be reached.
  private func place(of scope: Scope) -> SnapshotScope? {
    guard let way = try? existingPath(to: scope), way.count > scope.depth else { return nil }
    return way.last
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
