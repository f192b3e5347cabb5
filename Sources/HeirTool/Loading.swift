import Cascade
import CommandSpec
import FileTree
import JSONSource

/// Reads what an asked scope needs, and no more (F6): the directories and files of its lineage.
struct Loading {
  let tree: OpenTree
  let names = NameTable()
  let isVirtual: Bool

  init(_ options: CommonOptions, _ session: Session) throws(Failure) {
    tree = try OpenTree(options, session)
    isVirtual = options.isVirtual
    if !options.isQuiet && !tree.warnings.isEmpty {
      session.warn(tree.warnings, Style(options.color, session.errors, session))
    }
  }

  /// The effective view of a scope.
  func view(_ scope: Scope) throws(Failure) -> View {
    var view = View(names: names)
    for level in try lineage(scope) { view = view.descending(to: level) }
    return view
  }

  /// The levels of a scope's lineage, farthest first; nothing else knows what an ancestor is.
  private func lineage(_ scope: Scope) throws(Failure) -> [Level] {
    let folders = try folders(scope)
    var levels: [Level] = []
    var problems: [Diagnostic] = []
    for (index, scope) in scope.lineage.enumerated() {
      let level = index < folders.count ? try level(scope, folders[index]) : Level(scope, files: [])
      problems += level.files.flatMap(\.problems)
      levels.append(level)
    }
    if !problems.isEmpty { throw .diagnostics(problems) }
    return levels
  }

  /// The open folders of a scope and its ancestors; fewer with `--virtual`.
  func folders(_ scope: Scope) throws(Failure) -> [Folder] {
    let found: [Folder]
    let missing: [FileName]
    do throws(FileError) {
      (found, missing) = try tree.tree.folders(along: scope.names, rules: tree.rules)
    } catch { throw .file(error) }
    guard missing.isEmpty || isVirtual && missing.allSatisfy(Self.canBeScope) else {
      throw unknown(scope, found)
    }
    return found
  }

  private static func canBeScope(_ name: [UInt8]) -> Bool {
    name.first != UInt8(ascii: ".") && name.first != UInt8(ascii: "_") && !name.contains(0)
  }

  /// One scope with its property files read.
  func level(_ scope: Scope, _ folder: Folder) throws(Failure) -> Level {
    let listing = folder.listing(tree.rules)
    if let problem = listing.problems.first(where: { $0.concern == .file }) {
      throw .file(problem.error)
    }
    var files: [PropertyFile] = []
    for name in listing.files {
      let bytes: [UInt8]
      do throws(FileError) { bytes = try folder.read(name) } catch { throw .file(error) }
      let path = Array((scope.names + [name]).joined(separator: [UInt8(ascii: "/")]))
      let file = SourceFile(path: path, scope: scope, source: Source(bytes))
      do throws(Diagnostic) {
        files.append(try PropertyFile(file, number: files.count, names: names))
      } catch { throw .diagnostics([error]) }
    }
    return Level(scope, files: files)
  }
}
