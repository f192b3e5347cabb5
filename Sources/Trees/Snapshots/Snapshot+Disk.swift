import Cascade
import SafeText
import SystemCalls

extension Snapshot {
  /// Relisted, because another process may have changed the directory.
  package func writableRoot(isTrial: Bool) throws(Failure) -> Folder {
    guard let disk else { throw .message("cannot write into a revision of the tree") }
    do throws(FileError) {
      return try isTrial ? disk.relisted() : disk.forWriting()
    } catch { throw .file(error, .tree(0)) }
  }

  package func currentScope(for argument: [UInt8]) throws(Failure) -> Scope {
    do throws(FileError) {
      if let names = try disk?.names(to: [UInt8(ascii: ".")], from: base) { return Scope(names) }
    } catch { throw .file(error, .tree(0)) }
    throw .unknownScope(
      argument, "the current directory is not in the tree; write the path from the root",
      notes: notes(ofDirectory: argument))
  }

  /// Refuses to write output where it would be a property file of one of the trees.
  package func refuse(output path: [UInt8]) throws(Failure) {
    for (root, rules) in places {
      let found: [FileName]?
      do throws(FileError) {
        found = try OutputFile.propertyFile(of: path, from: base, in: root, rules)
      } catch { throw .message("cannot write '\(Printable.string(path))': \(error.words)") }
      guard let found else { continue }
      throw .message(
        "'\(Printable.string(path))' would become a property file of \(Printable.string(Scope(found.dropLast()).path))",
        notes: ["write outside the tree, or choose a name that is not a property file's"])
    }
  }

  package var roots: [Folder] { trees.indices.compactMap(folder) }

  /// Refuses a directory that is, or would be, a scope.
  package func refuse(outputTree path: [UInt8]) throws(Failure) {
    let shown = path.isEmpty ? "the current directory" : "'\(Printable.string(path))'"
    for (root, rules) in places {
      let found: OutputTree.Overlap?
      do throws(FileError) {
        found = try OutputTree.meeting(of: path, from: base, in: root, rules)
      } catch { throw .message("cannot write into \(shown): \(error.words)") }
      let (obstacle, advice): (String, String)
      switch found {
      case nil: continue
      case .scope(let names):
        obstacle = "it is the scope \(Printable.string(Scope(names).path))"
        advice =
          "render outside the tree, or into a directory that is not a scope, such as '_rendered'"
      case .link(let names):
        obstacle = "the link '\(Printable.string(names.joinedPath))' of the tree points there"
        advice = "render outside the tree, or remove the link"
      }
      throw .message("cannot write into \(shown): \(obstacle)", notes: [advice])
    }
  }

  /// With the current rules on disk, even if a revision is read.
  private var places: [(root: Folder, rules: Rules)] {
    trees.enumerated().compactMap { number, tree in
      guard let root = folder(number) else { return nil }
      if number > 0 || !isRevision { return (root, tree.rules) }
      // Invalid settings must not prevent the check.
      let settings = try? Settings.read(.tree(0)) { () throws(FileError) in
        try root.settingsFile()
      }
      return (root, (settings ?? nil)?.rules ?? Settings().rules)
    }
  }

  package func notes(ofDirectory path: [UInt8]) -> [String] {
    scope(ofDirectory: path).map {
      ["the directory is the scope '\(Printable.string($0.path))'"]
    } ?? []
  }

  /// The scope of a directory on disk; nil outside the tree.
  func scope(ofDirectory path: [UInt8]) -> Scope? {
    guard let names = try? disk?.names(to: path, from: base) else { return nil }
    return Scope(names)
  }
}
