import Cascade
import CommandSpec
import Trees

/// The scopes that complete a typed word, a level at a time like directories.
struct ScopeCandidates {
  private static let slash = UInt8(ascii: "/")
  /// The typed text up to the last slash, which names a scope, and the start of a name after it.
  private let head: [UInt8]
  private let tail: [UInt8]

  init(_ typed: [UInt8]) {
    let start = typed.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
    head = Array(typed[..<start])
    tail = Array(typed[start...])
  }

  func candidates(in context: CommandContext) throws(Failure) -> [Candidate] {
    // Relative paths, if the current directory is in the tree.
    let ups = ["./", "../"].filter { $0.utf8.starts(with: tail) && !tail.isEmpty }
    if !ups.isEmpty {
      return ups.map { Candidate(head + $0.utf8, isOpen: true) }.filter {
        (try? ScopeArgument(text: $0.word).scope(in: context.present)) != nil
      }
    }
    let start =
      head.isEmpty ? Scope.root : try ScopeArgument(text: head).scope(in: context.present)
    guard let place = try context.present.way(to: start).last else { return [] }
    let root = [Self.slash]
    let names = place.childNames
    // An empty word offers the root to show how a scope is written.
    if head.isEmpty && tail.isEmpty {
      return [Candidate(root, isOpen: !names.isEmpty)]
        + candidates(names, of: place, after: root)
    }
    if names.isEmpty && head == root { return [Candidate(root)] }
    return candidates(names, of: place, after: head)
  }

  private func candidates(
    _ names: [[UInt8]], of place: SnapshotScope, after head: [UInt8]
  ) -> [Candidate] {
    let fitting = names.filter { $0.starts(with: tail) }
    // A needless slash does no harm; reading thousands of directories takes too long.
    let isLooking = fitting.count <= CompletionSource.most
    return names.compactMap { name in
      if isLooking && name.starts(with: tail) {
        guard let child = place.child(name).place else { return nil }
        if child.childNames.isEmpty { return Candidate(head + name) }
      }
      return Candidate(head + name + [Self.slash], isOpen: true)
    }
  }
}
