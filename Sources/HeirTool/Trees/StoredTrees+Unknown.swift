import Cascade
import CommandSpec
import FileTree
import Legible

extension StoredTrees {
  /// How many scopes are looked through for a name, which is only advice.
  private static let patience = 20_000

  /// Says that there is no such scope, and which one was probably meant.
  func unknown(_ scope: Scope, _ ways: [[any TreeFolder]]) -> Failure {
    .unknownScope(
      scope.path, "there is no scope '\(Printable.string(scope.path))'\(tree.whereabouts)",
      notes: givesHints ? hints(scope, ways) : [])
  }

  private func hints(_ scope: Scope, _ ways: [[any TreeFolder]]) -> [String] {
    if let hint = hint(scope, ways) { return [hint] }
    let depth = ways.map(\.count).max() ?? 1
    let children = children(depth, ways)
    let here = Array(scope.names[..<(depth - 1)])
    let others =
      children.isEmpty
      ? "\(quoted(here)) has no scopes below it"
      : "there are \(list(children.map { here + [$0] }, atMost: 8))"
    guard tree.isInRepository else { return [others] }
    return [
      others,
      "git keeps no directory without files; '--virtual' takes it for a scope that says nothing",
    ]
  }

  /// What was probably meant, if anything was.
  private func hint(_ scope: Scope, _ ways: [[any TreeFolder]]) -> String? {
    // The trees that know most of the path know best.
    let depth = ways.map(\.count).max() ?? 1
    let missing = scope.names[depth - 1]
    let here = Array(scope.names[..<(depth - 1)])
    if missing.first == UInt8(ascii: ".") || missing.first == UInt8(ascii: "_") {
      return "names that begin with '.' or '_' are no scopes"
    }
    if tree[0].rules.ignores(missing) {
      return "'.heir' ignores '\(Printable.string(missing))'"
    }
    if let told = asPath(scope) { return told }
    if let other = respelled(scope) { return "the scope is written \(quoted(other.names))" }
    let children = children(depth, ways)
    if let near = NearMiss.nearest(to: missing, in: children).first {
      return "the nearest is \(quoted(here + [near] + scope.names[depth...]))"
    }
    return elsewhere(scope.names)
  }

  private func children(_ depth: Int, _ ways: [[any TreeFolder]]) -> [FileName] {
    var children: [FileName] = []
    var seen: Set<FileName> = []
    for (number, way) in ways.enumerated() where way.count == depth {
      let folders = way[depth - 1].listing(tree[number].rules).folders
      children += folders.filter { seen.insert($0).inserted }
    }
    return children
  }

  /// A path of the disk, or of a file, says which scope it belongs to.
  private func asPath(_ scope: Scope) -> String? {
    for path in [scope.path, Array(scope.path.dropFirst())] {
      if let told = tree.notes(ofDirectory: path).first { return told }
    }
    guard let file = scope.names.last else { return nil }
    let folder = Scope(Array(scope.names.dropLast()))
    let named = folder.path
    for candidate in [
      folder, tree.scope(ofDirectory: named), tree.scope(ofDirectory: Array(named.dropFirst())),
    ] {
      if let candidate, holds(file, candidate) {
        return "that is a file of the scope \(quoted(candidate.names))"
      }
    }
    // One that is not there, or is no property file: what it would belong to is there.
    guard tree[0].rules.takes(file), folders(of: folder) != nil else { return nil }
    return "a file is no scope; its directory is the scope \(quoted(folder.names))"
  }

  private func holds(_ file: FileName, _ scope: Scope) -> Bool {
    guard let found = folders(of: scope) else { return false }
    return found.contains { $0.folder.listing($0.rules).files.contains(file) }
  }

  /// The directories of a scope; nil where it cannot be reached.
  private func folders(of scope: Scope) -> [(folder: any TreeFolder, rules: Rules)]? {
    var result: [(folder: any TreeFolder, rules: Rules)] = []
    for number in 0..<tree.count {
      let member = tree[number]
      guard let way = try? member.root.folders(along: scope.names, rules: member.rules) else {
        return nil
      }
      if way.missing.isEmpty, let folder = way.found.last { result.append((folder, member.rules)) }
    }
    return result.isEmpty ? nil : result
  }

  /// A scope whose names stand between other signs than slashes.
  private func respelled(_ scope: Scope) -> Scope? {
    let signs: [[UInt8]] = [".", ":", "\\", ".:\\"].map { Array($0.utf8) }
    for signs in signs {
      let names = scope.names.flatMap { name in
        name.split { signs.contains($0) }.map { Array($0) }
      }
      let other = Scope(names)
      if names.count > scope.names.count, folders(of: other) != nil { return other }
    }
    return nil
  }

  /// Scopes that end in these names, wherever they are.
  private func elsewhere(_ names: [[UInt8]]) -> String? {
    guard let last = names.last else { return nil }
    var found: [[[UInt8]]] = []
    var level: [StoredScope] = (try? wayAsFarAsItGoes(to: .root)) ?? []
    var rest = Self.patience
    while !level.isEmpty, rest > 0 {
      var next: [StoredScope] = []
      for place in level where rest > 0 {
        rest -= 1
        let path = place.scope.names
        for name in place.childNames {
          let inner = path + [name]
          if name == last, inner.suffix(names.count).elementsEqual(names) { found.append(inner) }
          if let child = place.child(name).place as? StoredScope { next.append(child) }
        }
      }
      level = next
    }
    switch found.count {
    case 0: return nil
    case 1: return "there is \(quoted(found[0]))"
    default: return "there are \(list(found, atMost: 5))"
    }
  }

  private func list(_ scopes: [[[UInt8]]], atMost count: Int) -> String {
    let shown = scopes.prefix(count).map(quoted).joined(separator: ", ")
    return scopes.count > count ? "\(shown) and \(scopes.count - count) more" : shown
  }

  private func quoted(_ names: [[UInt8]]) -> String {
    "'\(Printable.string(Scope(names).path))'"
  }
}
