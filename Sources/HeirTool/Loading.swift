import Cascade
import CommandSpec
import FileTree
import JSONSource

/// Reads what an asked scope needs, and no more (F6): the directories and files of its lineage.
final class Loading {
  let tree: OpenTree
  let names = NameTable()
  let isVirtual: Bool
  // A command asks for one or two scopes, so a list is enough.
  private var views: [(scope: Scope, view: View)] = []

  init(_ options: CommonOptions, _ session: Session) throws(Failure) {
    tree = try OpenTree(options, session)
    isVirtual = options.isVirtual
    if !options.isQuiet && !tree.warnings.isEmpty {
      session.warn(tree.warnings, Style(session.errors, session))
    }
  }

  /// The effective view of a scope; scopes with common ancestors share what holds there.
  func view(_ scope: Scope) throws(Failure) -> View {
    let folders = try folders(scope)
    var view = View(names: names)
    // The lineage is worked out here and nowhere else: every ancestor, farthest first.
    for (index, scope) in scope.lineage.enumerated() {
      if let known = views.first(where: { $0.scope == scope }) {
        view = known.view
        continue
      }
      let level = index < folders.count ? try level(scope, folders[index]) : Level(scope, files: [])
      let problems = level.files.flatMap(\.problems)
      if !problems.isEmpty { throw .diagnostics(problems) }
      view = view.descending(to: level)
      views.append((scope, view))
    }
    return view
  }

  /// The open folders of a scope and its ancestors; fewer with `--virtual`.
  func folders(_ scope: Scope) throws(Failure) -> [Folder] {
    let found: [Folder]
    let missing: [FileName]
    do throws(FileError) {
      (found, missing) = try tree.tree.folders(along: scope.names, rules: tree.rules)
    } catch { throw .file(error) }
    guard missing.isEmpty || isVirtual && found[found.count - 1].canGain(missing, rules: tree.rules)
    else {
      throw unknown(scope, found)
    }
    return found
  }

  /// One scope with its property files read.
  func level(_ scope: Scope, _ folder: Folder) throws(Failure) -> Level {
    let listing = folder.listing(tree.rules)
    if let problem = listing.problems.first(where: { $0.concern == .file }) {
      throw .file(problem.error)
    }
    var files: [PropertyFile] = []
    for name in listing.files {
      files.append(try file(name, of: scope, folder, number: files.count))
    }
    return Level(scope, files: files)
  }

  /// One property file; `number` is its place among those of its scope.
  func file(
    _ name: FileName, of scope: Scope, _ folder: Folder, number: Int
  ) throws(Failure) -> PropertyFile {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try folder.read(name) } catch { throw .file(error) }
    let path = Array((scope.names + [name]).joined(separator: [UInt8(ascii: "/")]))
    let file = SourceFile(path: path, scope: scope, source: Source(bytes))
    do throws(Diagnostic) {
      return try PropertyFile(file, number: number, names: names)
    } catch { throw .diagnostics([error]) }
  }
}
