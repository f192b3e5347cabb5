import Cascade
import CommandSpec
import FileTree
import Queries
import Reports
import Sessions
import Snapshots

/// The candidates for completion from the tree of a command line.
struct CompletionDesk {
  /// More candidates at once are of no use.
  static let most = 100

  private let session: Session
  private let show: Presentation
  private let shell: CompletionShell
  private let line: CompletionLine

  init(
    _ session: Session, _ show: Presentation, _ shell: CompletionShell, _ line: CompletionLine
  ) {
    (self.session, self.show, self.shell, self.line) = (session, show, shell, line)
  }

  func candidates(for kind: ValueKind) throws(Failure) -> [Candidate] {
    switch kind {
    case .scope: try ScopeOffer(line.typed).candidates(in: query())
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

  private func query() throws(Failure) -> Query {
    let options = CommonOptions(
      root: line.values(of: "--root").last.map(expanded),
      overlays: line.values(of: "--overlay").map(expanded), isVirtual: false, settings: [],
      allowed: [], isStrict: false, isRevealing: false, isQuiet: true, color: nil)
    return try Query(session, options, show)
  }

  /// The shell expands `~` when the line is run, not while it is typed.
  private func expanded(_ path: [UInt8]) -> [UInt8] {
    guard path.starts(with: "~/".utf8) || path == [UInt8(ascii: "~")],
      let home = session.setting("HOME")
    else { return path }
    return home + path.dropFirst()
  }

  private func keys() throws(Failure) -> [Candidate] {
    let query = try query()
    var offer = KeyOffer(
      typed: shell == .bash ? line.typed : KeyOffer.wholeNames(of: line.typed), query.names)
    for scope in line.scopes.isEmpty ? [[UInt8(ascii: "/")]] : line.scopes {
      try offer.add(query, scope)
    }
    guard let name = line.command?.name, ["set", "declare"].contains(name),
      let scope = line.scopes.first
    else { return offer.candidates }
    // Commands that write also offer declared keys, with their descriptions.
    let asked = try query.scope(ScopeArgument(text: scope))
    return offer.candidates(declaredIn: asked)
  }

  private func values() throws(Failure) -> [Candidate] {
    guard let scope = line.scopes.first, let text = line.keys.first else { return [] }
    let query = try query()
    let (asked, key) = (try query.scope(ScopeArgument(text: scope)), try query.key(text))
    // Possible values of a secret are not shown.
    if asked.mask(key).isSecret { return [] }
    return asked.allowedValues(of: key).map { Candidate($0) }
  }

  private func revisions() throws(Failure) -> [Candidate] {
    let root = try query().snapshot.rootToWrite(isTrial: true)
    let git = try Git.around(root, session, show.remarks)
    let answer = try git.ask([
      "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes",
    ])
    if !answer.isGood { return [] }
    return ([Array("HEAD".utf8)] + answer.lines).filter { !$0.isEmpty }.map { Candidate($0) }
  }

  private func files(onlyDirectories: Bool) -> [Candidate] {
    let end = line.typed.lastIndex(of: UInt8(ascii: "/"))
    let head = end.map { line.typed[...$0] } ?? []
    let path = head.isEmpty ? [UInt8(ascii: ".")] : expanded(Array(head))
    let names = try? DirectoryNames(of: path, from: session.workingDirectory)
    return (names?.entries ?? []).compactMap { entry in
      if onlyDirectories && !entry.isDirectory { return nil }
      let slash: [UInt8] = entry.isDirectory ? [UInt8(ascii: "/")] : []
      return Candidate(head + entry.name + slash, isOpen: entry.isDirectory)
    }
  }
}
