import Cascade
import CommandSpec
import FileTree
import Legible

extension StoredTrees {
  /// Says that there is no such scope, and which one was probably meant.
  func unknown(_ scope: Scope, _ ways: [[any TreeFolder]]) -> Failure {
    // The trees that know most of the path know best.
    let depth = ways.map(\.count).max() ?? 1
    let missing = scope.names[depth - 1]
    let here = Scope(Array(scope.names[..<(depth - 1)]))
    var children: [FileName] = []
    for (number, way) in ways.enumerated() where way.count == depth {
      let rules = tree[number].rules
      children += way[depth - 1].listing(rules).folders.filter { !children.contains($0) }
    }
    let message = "there is no scope '\(Printable.string(scope.path))'\(tree.whereabouts)"
    func text(_ names: [[UInt8]]) -> String { "'\(Printable.string(Scope(names).path))'" }
    if missing.first == UInt8(ascii: ".") || missing.first == UInt8(ascii: "_") {
      return .message(message, notes: ["names that begin with '.' or '_' are no scopes"])
    }
    if tree[0].rules.ignores(missing) {
      return .message(message, notes: ["'.heir' ignores '\(Printable.string(missing))'"])
    }
    let asDirectory = tree.notes(ofDirectory: scope.path)
    if !asDirectory.isEmpty { return .message(message, notes: asDirectory) }
    let beneath = tree.notes(ofDirectory: Array(scope.path.dropFirst()))
    if !beneath.isEmpty { return .message(message, notes: beneath) }
    if let near = NearMiss.nearest(to: missing, in: children, count: 1).first {
      let rest = scope.names[(here.depth + 1)...]
      let mended = here.names + [near] + rest
      return .message(message, notes: ["the nearest is \(text(mended))"])
    }
    if children.isEmpty {
      return .message(message, notes: ["\(text(here.names)) has no scopes below it"])
    }
    let shown = children.prefix(8).map { text(here.names + [$0]) }.joined(separator: ", ")
    return .message(
      message,
      notes: ["there are \(shown)\(children.count > 8 ? " and \(children.count - 8) more" : "")"])
  }
}
