import Cascade
import FileTree
import Legible

/// One walk over a tree, depth first from the root: every directory is listed once, every file read
/// once, and what is behind the walk is let go.
///
/// Nothing that is wrong with a file or a directory stops it; the checker hears of it.
struct TreeWalk {
  /// Links to directories can make scopes without end out of few directories.
  static let scopeLimit = 1_000_000

  private struct Frame {
    let folder: Folder
    let scope: Scope
    let children: [FileName]
    var next = 0
  }

  private let loading: Loading
  private(set) var checker: Checker
  private let scopeLimit: Int

  init(_ loading: Loading, _ rules: [CheckRule], scopeLimit: Int = scopeLimit) {
    self.loading = loading
    self.scopeLimit = scopeLimit
    checker = Checker(rules, View(names: loading.names))
  }

  /// Checks a scope and all below it; the levels above it are read for what they hand down.
  mutating func run(from asked: Scope) throws(Failure) {
    let folders = try loading.folders(asked)
    for (scope, folder) in zip(asked.lineage, folders).dropLast() {
      _ = try enter(scope, folder, isAsked: false)
    }
    var open = [try enter(asked, folders[folders.count - 1], isAsked: true)]
    while let last = open.indices.last {
      guard open[last].next < open[last].children.count else {
        checker.leave()
        open.removeLast()
        continue
      }
      let name = open[last].children[open[last].next]
      open[last].next += 1
      let folder: Folder
      do throws(FileError) {
        folder = try open[last].folder.folder(named: name, rules: loading.tree.rules)
      } catch {
        // What is gone by now is no scope.
        if error.kind != .notFound { checker.noteUnreadableChild(Diagnostic(error)) }
        continue
      }
      open.append(try enter(Scope(open[last].scope.names + [name]), folder, isAsked: true))
    }
    for _ in folders.dropLast() { checker.leave() }
  }

  private mutating func enter(
    _ scope: Scope, _ folder: Folder, isAsked: Bool
  ) throws(Failure) -> Frame {
    guard checker.scopeCount < scopeLimit else {
      throw .message(
        "there are more than \(scopeLimit) scopes",
        notes: ["links from directory to directory multiply them; ask for a smaller part"])
    }
    let listing = folder.listing(loading.tree.rules)
    var problems = listing.problems.map { Diagnostic($0.error) }
    var isWhole = !listing.problems.contains { $0.concern == .file }
    var files: [PropertyFile] = []
    for name in listing.files {
      do throws(Failure) {
        let file = try loading.file(name, of: scope, folder, number: files.count)
        if file.problems.isEmpty {
          files.append(file)
          continue
        }
        problems += file.problems
      } catch {
        switch error {
        case .diagnostics(let diagnostics): problems += diagnostics
        case .file(let error): problems.append(Diagnostic(error))
        default: throw error
        }
      }
      isWhole = false
    }
    let isNested = listing.holdsSettings && scope.depth > 0
    checker.enter(
      Level(scope, files: files), problems: problems,
      settings: isNested ? Self.path(scope.names + [Array(".heir".utf8)]) : nil, isWhole: isWhole,
      isAsked: isAsked)
    return Frame(folder: folder, scope: scope, children: listing.folders)
  }

  private static func path(_ names: [FileName]) -> [UInt8] {
    Array(names.joined(separator: [UInt8(ascii: "/")]))
  }
}

extension Diagnostic {
  /// What kept the disk from being read, as a finding.
  fileprivate init(_ error: FileError) {
    let rule: Rule
    switch error.kind {
    case .linkLeavesTree, .pathLeavesTree: rule = .outsideRoot
    case .directoryCycle: rule = .cycle
    default: rule = .unreadable
    }
    let path: [UInt8]
    switch error.place {
    case .inTree(let names): path = Array(names.joined(separator: [UInt8(ascii: "/")]))
    case .given(let given): path = given
    }
    self.init(.error, rule, Printable.string(error.problem.utf8), path: path)
  }
}
