import Cascade
import FileTree
import Legible
import System

extension Snapshot {
  /// The directories of a scope; nil where it cannot be reached.
  func folders(of scope: Scope) -> [(folder: any TreeFolder, rules: Rules)]? {
    var result: [(folder: any TreeFolder, rules: Rules)] = []
    for tree in trees {
      guard let way = try? tree.root.folders(along: scope.names, rules: tree.rules) else {
        return nil
      }
      if way.missing.isEmpty, let folder = way.found.last { result.append((folder, tree.rules)) }
    }
    return result.isEmpty ? nil : result
  }

  /// The scope that there is whose names are the nearest, each looked for below the one before; it ends
  /// before the first name that is near to none.
  func nearest(to scope: Scope) -> Scope {
    var names: [FileName] = []
    for name in scope.names {
      let children = (folders(of: Scope(names)) ?? []).flatMap {
        $0.folder.listing($0.rules).folders
      }
      guard
        let child = children.contains(name)
          ? name : NearMiss.nearest(to: name, in: children).first
      else { break }
      names.append(child)
    }
    return Scope(names)
  }
}
