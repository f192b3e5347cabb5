import Cascade
import FileTree
import Legible

/// One walk over the trees, depth first from the root: every directory is listed once, every file read
/// once, and what is behind the walk is let go.
///
/// Nothing that is wrong with a file or a directory stops it; the checker hears of it.
struct TreeWalk {
  /// Links to directories can make scopes without end out of few directories.
  static let scopeLimit = 1_000_000

  private struct Frame {
    let folders: ScopeFolders
    let children: [FileName]
    var next = 0
  }

  private let loading: Loading
  private(set) var checker: Checker
  private let scopeLimit: Int

  init(
    _ loading: Loading, _ rules: [CheckRule], today: CalendarDate,
    scopeLimit: Int = scopeLimit
  ) {
    self.loading = loading
    self.scopeLimit = scopeLimit
    checker = Checker(rules, loading.names, loading, today: today)
  }

  /// Checks a scope and all below it; the levels above it are read for what they hand down.
  mutating func run(from asked: Scope) throws(Failure) {
    let way = try ScopeFolders.way(to: asked, loading)
    for folders in way.dropLast() { _ = try enter(folders, isAsked: false) }
    var open = [try enter(way[way.count - 1], isAsked: true)]
    while let last = open.indices.last {
      guard open[last].next < open[last].children.count else {
        checker.leave()
        open.removeLast()
        continue
      }
      let name = open[last].children[open[last].next]
      open[last].next += 1
      var problems: [Diagnostic] = []
      let child = open[last].folders.child(name) { error, tree in
        problems.append(Diagnostic(error, in: tree))
      }
      for problem in problems { checker.noteUnreadableChild(problem) }
      // What is gone by now is no scope.
      if let child { open.append(try enter(child, isAsked: true)) }
    }
    for _ in way.dropLast() { checker.leave() }
  }

  private mutating func enter(_ here: ScopeFolders, isAsked: Bool) throws(Failure) -> Frame {
    guard checker.scopeCount < scopeLimit else {
      throw .message(
        "there are more than \(scopeLimit) scopes",
        notes: ["links from directory to directory multiply them; ask for a smaller part"])
    }
    var reading = Checker.Reading()
    let listings = here.listings
    var levels: [Level] = []
    for (tree, folder, listing) in listings {
      reading.problems += listing.problems.map { Diagnostic($0.error, in: tree) }
      if listing.problems.contains(where: { $0.concern == .file }) { reading.isWhole = false }
      loading.fragments.beginLevel()
      var files: [PropertyFile] = []
      for name in listing.files {
        do throws(Failure) {
          let file = try loading.file(name, of: here.scope, folder, in: tree)
          if file.problems.isEmpty {
            files.append(file)
            continue
          }
          reading.problems += file.problems
        } catch {
          switch error {
          case .diagnostics, .file: reading.problems += error.diagnostics
          default: throw error
          }
        }
        reading.isWhole = false
      }
      while levels.count < tree { levels.append(Level(here.scope, in: levels.count, files: [])) }
      levels.append(Level(here.scope, in: tree, files: files))
      if listing.holdsSettings && here.scope.depth > 0 {
        let path = here.scope.names + [Array(".heir".utf8)]
        reading.settings.append(
          (.tree(tree), Array(path.joined(separator: [UInt8(ascii: "/")]))))
      }
    }
    while levels.count < here.folders.count {
      levels.append(Level(here.scope, in: levels.count, files: []))
    }
    let children = ScopeFolders.children(listings)
    reading.isLast = children.isEmpty
    checker.enter(here.scope, levels, reading, isAsked: isAsked)
    return Frame(folders: here, children: children)
  }
}
