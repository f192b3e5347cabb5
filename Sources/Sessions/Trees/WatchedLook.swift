import FileTree
import System

/// One look at watched trees: who is told of what it reads, and what it finds.
package struct WatchedLook {
  /// Nil where nothing can be watched.
  let watch: DirectoryWatch?
  package let record = TreesRecord()
  /// What the look before found.
  let former: TreesRecord
  /// What of that may be no longer so; nil for all of it.
  package var touched: TouchedRecords?

  package init(watch: DirectoryWatch?, former: TreesRecord, touched: TouchedRecords? = nil) {
    self.watch = watch
    self.former = former
    self.touched = touched
  }

  /// Opens a tree; another directory may come to bear its name.
  func open(_ path: [UInt8], from base: WorkingDirectory) throws(FileError) -> FileTree {
    if let watch { RootWay.watch(path, from: base, watch) }
    return try FileTree.open(path, from: base, observer: watch)
  }

  /// A tree's root as it is to be read.
  func recording(_ root: any TreeFolder, of tree: Int, _ rules: Rules) -> any TreeFolder {
    record.note(rules, of: tree)
    return RecordingFolder(
      root, into: record[tree], after: former[tree],
      touched: former.had(rules, in: tree) ? touched : nil)
  }
}
