import Cascade
import FileTree

/// The directories of one scope: one in each tree that has it.
struct ScopeFolders {
  let scope: Scope
  let folders: [Folder?]
  private let tree: OpenTree

  init(_ scope: Scope, _ folders: [Folder?], _ tree: OpenTree) {
    self.scope = scope
    self.folders = folders
    self.tree = tree
  }

  /// The scopes on the way to a scope, the root first.
  static func way(to scope: Scope, _ loading: Loading) throws(Failure) -> [ScopeFolders] {
    let ways = try loading.folders(scope)
    return scope.lineage.enumerated().map { depth, scope in
      ScopeFolders(scope, ways.map { depth < $0.count ? $0[depth] : nil }, loading.tree)
    }
  }

  /// What the directories hold, with the trees' numbers.
  var listings: [(tree: Int, folder: Folder, listing: Listing)] {
    folders.enumerated().compactMap { number, folder in
      folder.map { (number, $0, $0.listing(tree[number].rules)) }
    }
  }

  /// The names of the scopes directly below, in byte order.
  static func children(_ listings: [(tree: Int, folder: Folder, listing: Listing)]) -> [FileName] {
    if listings.count == 1 { return listings[0].listing.folders }
    return Set(listings.flatMap(\.listing.folders)).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The scope of this name directly below; `problem` hears of each tree in which it cannot be opened.
  /// Nil where no tree has it any more.
  func child(_ name: FileName, _ problem: (FileError, _ tree: Int) -> Void) -> ScopeFolders? {
    var found: [Folder?] = []
    for (number, folder) in folders.enumerated() {
      do throws(FileError) {
        found.append(try folder?.folder(named: name, rules: tree[number].rules))
      } catch {
        found.append(nil)
        if error.kind != .notFound { problem(error, number) }
      }
    }
    if found.allSatisfy({ $0 == nil }) { return nil }
    return ScopeFolders(Scope(scope.names + [name]), found, tree)
  }
}
