import Cascade
import CommandSpec
import Edits
import Files
import Trees

/// The candidates for completion from the tree of a command line.
struct CompletionSource {
  /// More candidates at once are of no use.
  static let most = 100

  private let console: Console
  private let shell: CompletionShell
  private let line: CompletionLine
  /// The typed text up to the last slash, and the start of a name after it.
  private let head: [UInt8]
  private let tail: [UInt8]

  init(_ console: Console, _ shell: CompletionShell, _ line: CompletionLine) {
    (self.console, self.shell, self.line) = (console, shell, line)
    let start = line.typed.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    (head, tail) = (Array(line.typed[..<start]), Array(line.typed[start...]))
  }

  private var session: Session { console.session }

  func candidates(for kind: ValueKind) throws(Failure) -> [Candidate] {
    switch kind {
    case .scope: try scopes()
    case .key, .keyPattern, .namedKey: try keys()
    case .assignment:
      try keys().map { $0.isOpen ? $0 : Candidate($0.word + [UInt8(ascii: "=")], isOpen: true) }
    case .value: try values()
    case .revision: try revisions()
    case .file: files(onlyDirectories: false)
    case .directory: files(onlyDirectories: true)
    default: []
    }
  }

  private func context() throws(Failure) -> CommandContext {
    let options = CommonOptions(
      root: line.values(of: "--root").last.map(expanded),
      overlays: line.values(of: "--overlay").map(expanded), isQuiet: true)
    return try CommandContext(Console(session, options))
  }

  /// The shell expands `~` when the line is run, not while it is typed.
  private func expanded(_ path: [UInt8]) -> [UInt8] {
    guard path.starts(with: "~/".utf8) || path == [UInt8(ascii: "~")],
      let home = session.setting("HOME")
    else { return path }
    return home + path.dropFirst()
  }

  private func keys() throws(Failure) -> [Candidate] {
    let context = try context()
    var offer = KeyCandidates(
      typed: shell == .bash ? line.typed : KeyCandidates.wholeNames(of: line.typed), context.names)
    for scope in line.scopes.isEmpty ? [[UInt8(ascii: "/")]] : line.scopes {
      try offer.add(context, scope)
    }
    guard let name = line.command?.name, ["set", "declare"].contains(name),
      let scope = line.scopes.first
    else { return offer.candidates }
    // Commands that write also offer declared keys, with their descriptions.
    let asked = try context.scope(ScopeArgument(text: scope))
    return offer.candidates(declaredIn: asked)
  }

  private func values() throws(Failure) -> [Candidate] {
    guard let scope = line.scopes.first, let text = line.keys.first else { return [] }
    let context = try context()
    let (asked, key) = (try context.scope(ScopeArgument(text: scope)), try context.key(text))
    // Possible values of a secret are not shown.
    if asked.mask(key).isSecret { return [] }
    return asked.allowedValues(of: key).map { Candidate($0) }
  }

  private func revisions() throws(Failure) -> [Candidate] {
    let root = try context().snapshot.writableRoot(isTrial: true)
    let answer = try asFailure(
      try Git.around(root, session.process, console.remarks).ask([
        "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes",
      ]))
    if !answer.isGood { return [] }
    return ([Array("HEAD".utf8)] + answer.lines).filter { !$0.isEmpty }.map { Candidate($0) }
  }

  private func files(onlyDirectories: Bool) -> [Candidate] {
    let path = head.isEmpty ? [UInt8(ascii: ".")] : expanded(head)
    let names = (try? session.workingDirectory.names(in: path)) ?? []
    return names.compactMap { entry in
      if onlyDirectories && !entry.isDirectory { return nil }
      let slash: [UInt8] = entry.isDirectory ? [UInt8(ascii: "/")] : []
      return Candidate(head + entry.name + slash, isOpen: entry.isDirectory)
    }
  }

  // MARK: Scopes, a level at a time like directories

  private func scopes() throws(Failure) -> [Candidate] {
    let context = try context()
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
    let root = [UInt8(ascii: "/")]
    let names = place.childNames
    // An empty word offers the root to show how a scope is written.
    if line.typed.isEmpty {
      return [Candidate(root, isOpen: !names.isEmpty)] + scopes(names, of: place, after: root)
    }
    if names.isEmpty && head == root { return [Candidate(root)] }
    return scopes(names, of: place, after: head)
  }

  private func scopes(
    _ names: [[UInt8]], of place: SnapshotScope, after head: [UInt8]
  ) -> [Candidate] {
    let fitting = names.filter { $0.starts(with: tail) }
    // A needless slash does no harm; reading thousands of directories takes too long.
    let isLooking = fitting.count <= Self.most
    return names.compactMap { name in
      if isLooking && name.starts(with: tail) {
        guard let child = place.child(name).place else { return nil }
        if child.childNames.isEmpty { return Candidate(head + name) }
      }
      return Candidate(head + name + [UInt8(ascii: "/")], isOpen: true)
    }
  }
}
