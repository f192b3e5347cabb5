import Cascade
import CommandSpec
import FileTree
import JSONSource
import Legible

/// Reads what an asked scope needs, and no more (F6): the directories and files of its lineage, and what
/// its values draw on.
final class Loading {
  let tree: OpenTree
  let names = NameTable()
  let isVirtual: Bool
  let environment: AllowedEnvironment
  /// Every file that was read, in order; kept only for those who ask.
  private(set) var filesRead: [(file: SourceFile, kind: FileKind)] = []
  var isKeepingRecord = false
  private(set) lazy var fragments = Fragments(.keys([])) {
    [unowned self] (path, file, place) throws(Diagnostic) in
    guard let found = try contents(path, of: file, place) else {
      throw Diagnostic(
        .error, .reference, "there is no file '\(Printable.string(path))' to include", at: place)
    }
    let source = Source(found.bytes)
    note(
      SourceFile(file.home, path: found.path, scope: file.scope, source: source), .fragment)
    return (found.path, source)
  }
  private let commandLine: [GivenSetting]
  private var known = KnownScopes()
  // What is included or quoted is so in many scopes, and read once.
  private var contentsRead: [ContentsID: (path: [UInt8], bytes: [UInt8])] = [:]

  private struct ContentsID: Hashable {
    let tree: Int
    let path: [UInt8]
  }

  enum FileKind: String { case property, fragment, text }

  init(_ options: CommonOptions, _ session: Session) throws(Failure) {
    tree = try OpenTree(options, session)
    isVirtual = options.isVirtual
    environment = AllowedEnvironment(options, session)
    var commandLine: [GivenSetting] = []
    for text in options.settings {
      commandLine.append(try GivenSetting(text, number: commandLine.count + 1, names))
    }
    self.commandLine = commandLine
    guard !tree.warnings.isEmpty else { return }
    if options.isStrict { throw .several(tree.warnings.map { .message($0.words) }) }
    if options.isQuiet { return }
    for warning in tree.warnings { session.warn(warning.words, Style(session.errors, session)) }
  }

  /// Makes sure that everything at, above and below these keys is read where scopes are looked at.
  func demand(_ keys: [Key]) {
    let wanted: [Key]
    if case .keys(let before) = fragments.demand { wanted = before + keys } else { return }
    fragments.demand = wanted.contains { $0.names.isEmpty } ? .everything : .keys(wanted)
    // Levels are kept, but those in which inclusions were passed over.
    let before = known
    known = KnownScopes()
    for old in before.all {
      let scope = old.scope
      var levels = old.levels
      for (index, level) in levels.enumerated() where !level.unread.isEmpty {
        fragments.beginLevel()
        let files = level.files.compactMap {
          try? PropertyFile($0.file, $0.document, at: [], fragments)
        }
        levels[index] = Level(scope, in: index, files: files)
      }
      known.append(KnownScope(scope, levels, lineage(scope, levels)))
    }
  }

  /// The effective view of a scope; scopes with common ancestors share what holds there.
  func view(_ asked: Asked, isVirtual: Bool? = nil) throws(Failure) -> View {
    let scope = asked.scope
    let lineage = try lineage(scope, isVirtual: isVirtual ?? self.isVirtual)
    guard asked.hasCommandLine, !commandLine.isEmpty else { return lineage.view() }
    let view = lineage.view()
    for setting in commandLine {
      if let array = view.arrayIndexed(by: setting.key) {
        throw .setting(
          "'--set' names members, and '\(names.text(array))' is an array; set the whole array")
      }
    }
    return lineage.view(
      Level(commandLine: commandLine.map { ($0.key, $0.value(in: scope)) }, in: scope))
  }

  private func lineage(_ scope: Scope, isVirtual: Bool) throws(Failure) -> Lineage {
    // The lineage is worked out here and nowhere else: every ancestor, farthest first, in each tree.
    let folders = known[scope] == nil ? try folders(scope, isVirtual: isVirtual) : []
    var last: Lineage?
    for (depth, scope) in scope.lineage.enumerated() {
      if let known = known[scope] {
        last = known.lineage
        try refuseProblems(known.levels)
        continue
      }
      var levels: [Level] = []
      for (number, way) in folders.enumerated() {
        levels.append(
          depth < way.count
            ? try level(scope, way[depth], in: number) : Level(scope, in: number, files: []))
      }
      try refuseProblems(levels)
      let lineage = lineage(scope, levels)
      known.append(KnownScope(scope, levels, lineage))
      last = lineage
    }
    guard let last else { throw .message("there is no root") }
    return last
  }

  private func refuseProblems(_ levels: [Level]) throws(Failure) {
    var problems: [Diagnostic] = []
    for level in levels { for file in level.files { problems += file.problems } }
    if !problems.isEmpty { throw .diagnostics(problems) }
  }

  private func lineage(_ scope: Scope, _ levels: [Level]) -> Lineage {
    guard scope.depth > 0, let above = known[Scope(Array(scope.names.dropLast()))] else {
      return Lineage(names, root: levels)
    }
    return above.lineage.descending(to: scope, levels)
  }

  /// The open folders of a scope and its ancestors, tree by tree; fewer where a tree does not have it.
  func folders(_ scope: Scope, isVirtual: Bool? = nil) throws(Failure) -> [[Folder]] {
    var all: [[Folder]] = []
    var isThere = false
    var canBe = false
    for number in 0..<tree.count {
      let member = tree[number]
      let found: [Folder]
      let missing: [FileName]
      do throws(FileError) {
        (found, missing) = try member.tree.folders(along: scope.names, rules: member.rules)
      } catch { throw .file(error, tree: number) }
      all.append(found)
      if missing.isEmpty { isThere = true }
      if isVirtual ?? self.isVirtual, found[found.count - 1].canGain(missing, rules: member.rules) {
        canBe = true
      }
    }
    guard isThere || canBe else { throw unknown(scope, all) }
    return all
  }

  /// Whether no tree has a scope below this one.
  func hasNoChildren(_ scope: Scope) throws(Failure) -> Bool {
    let way = try ScopeFolders.way(to: scope, self)
    return way[way.count - 1].listings.allSatisfy(\.listing.folders.isEmpty)
  }

  /// One scope of one tree with its property files read.
  func level(_ scope: Scope, _ folder: Folder, in tree: Int) throws(Failure) -> Level {
    let listing = folder.listing(self.tree[tree].rules)
    if let problem = listing.problems.first(where: { $0.concern == .file }) {
      throw .file(problem.error, tree: tree)
    }
    fragments.beginLevel()
    var files: [PropertyFile] = []
    for name in listing.files {
      files.append(try file(name, of: scope, folder, in: tree))
    }
    return Level(scope, in: tree, files: files)
  }

  /// One property file.
  func file(
    _ name: FileName, of scope: Scope, _ folder: Folder, in tree: Int
  ) throws(Failure) -> PropertyFile {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try folder.read(name) } catch {
      throw .file(error, tree: tree)
    }
    let path = Array((scope.names + [name]).joined(separator: [UInt8(ascii: "/")]))
    let file = SourceFile(.tree(tree), path: path, scope: scope, source: Source(consume bytes))
    note(file, .property)
    do throws(Diagnostic) {
      return try PropertyFile(file, names: names, fragments)
    } catch { throw .diagnostics([error]) }
  }

  private func note(_ file: SourceFile, _ kind: FileKind) {
    guard isKeepingRecord else { return }
    if filesRead.contains(where: {
      $0.kind == kind && $0.file.home == file.home && $0.file.path == file.path
    }) {
      return
    }
    filesRead.append((file, kind))
  }

  /// What lies at a path from the directory of a file, in the same tree; nil where nothing does.
  private func contents(
    _ path: [UInt8], of file: SourceFile, _ place: Place
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])? {
    guard case .tree(let number) = file.home else { return nil }
    let slash = UInt8(ascii: "/")
    let whole = Array(file.directory.isEmpty ? path : file.directory + [slash] + path)
    let id = ContentsID(tree: number, path: whole)
    if let known = contentsRead[id] { return known }
    do throws(FileError) {
      let found = try tree[number].tree.root.read(path: whole)
      let result = (Array(found.path.joined(separator: [slash])), found.bytes)
      contentsRead[id] = result
      return result
    } catch {
      if error.kind == .notFound || error.kind == .notADirectory { return nil }
      let problem = Diagnostic(error, in: number)
      throw Diagnostic(.error, problem.rule, problem.problem, at: place)
    }
  }
}

extension Loading: Outside {
  func view(_ asked: Asked, covering key: Key) throws(Unresolved) -> View? {
    do throws(Failure) {
      // A scope that a value names must be there.
      let isVirtual = asked.hasCommandLine && isVirtual
      if !isVirtual, !(try exists(asked.scope)) { return nil }
      demand([key])
      return try view(asked, isVirtual: isVirtual)
    } catch { throw Unresolved(error.diagnostics) }
  }

  private func exists(_ scope: Scope) throws(Failure) -> Bool {
    do throws(FileError) {
      for number in 0..<tree.count {
        let member = tree[number]
        if try member.tree.folders(along: scope.names, rules: member.rules).missing.isEmpty {
          return true
        }
      }
      return false
    } catch { throw .file(error) }
  }

  func variable(_ name: [UInt8]) -> Variable { environment.look(name) }

  func text(
    _ path: [UInt8], of file: SourceFile, at place: Place
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])? {
    guard let found = try contents(path, of: file, place) else { return nil }
    note(SourceFile(file.home, path: found.path, scope: file.scope, source: Source([])), .text)
    return found
  }
}

extension Failure {
  /// The failure as findings with places.
  var diagnostics: [Diagnostic] {
    switch self {
    case .diagnostics(let diagnostics): diagnostics
    case .file(let error, let tree): [Diagnostic(error, in: tree)]
    case .several(let failures): failures.flatMap(\.diagnostics)
    case .message(let message, _), .unknownScope(_, let message, _), .setting(let message):
      [Diagnostic(.error, .reference, message)]
    case .usage: []
    }
  }
}
