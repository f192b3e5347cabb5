import Cascade
import FileTree
import SystemCalls

/// A scope's directory in the root's tree, locked for an edit as long as the desk is there.
package final class ScopeDesk {
  /// The root as it is since the lock was had.
  package let root: KeepingFolder
  /// The names of the scope's directories that do not exist yet.
  package private(set) var missing: [FileName]
  private let rules: Rules
  /// The scope's directory, or the last one on the way there that exists.
  private var folder: Folder
  private var lock: FolderLock?
  /// What was read since the lock was had; nil where nothing is drawn from it but the file itself.
  private let record: ReadingRecord?

  /// Waits for whoever writes there; a scope that does not exist cannot be locked.
  package init(
    _ snapshot: Snapshot, _ scope: Scope, _ record: ReadingRecord?, _ patience: LockPatience,
    isTrial: Bool
  ) throws(Failure) {
    self.record = record
    rules = snapshot.trees[0].rules
    let root = try snapshot.rootToWrite(isTrial: isTrial)
    do throws(FileError) {
      let (folder, missing) = try Self.folder(of: scope.names, in: root, rules)
      self.missing = missing
      if missing.isEmpty {
        let lock = try FolderLock([folder], patience)
        self.lock = lock
        self.folder = lock.folders[0]
      } else {
        (lock, self.folder) = (nil, folder)
      }
      record?.restart()
      self.root = KeepingFolder(try root.relisted())
    } catch { throw .file(error, .tree(0)) }
  }

  private static func folder(
    of names: [FileName], in root: Folder, _ rules: Rules
  ) throws(FileError) -> (Folder, missing: [FileName]) {
    var folder = root
    for (index, name) in names.enumerated() {
      do throws(FileError) {
        folder = try folder.folder(named: name, rules: rules)
      } catch {
        guard error.kind == .notFound else { throw error }
        return (folder, Array(names[index...]))
      }
    }
    return (folder, [])
  }

  /// The path of a file of the scope from the root without links.
  package func path(of name: FileName) throws(Failure) -> [FileName] {
    if let snapshot = try snapshot(of: name) { return snapshot.path }
    return folder.pathWithoutLinks + missing + [name]
  }

  /// A file of the scope as it is, for a write to begin with; nil where there is no directory for it.
  package func snapshot(of name: FileName) throws(Failure) -> FileSnapshot? {
    do throws(FileError) { return try lock?.read(name, in: folder) } catch {
      throw .file(error, .tree(0))
    }
  }

  /// Writes files of the scope, all of them or none.
  package func write(_ changes: [FileChange]) throws(Failure) -> [FileWrite] {
    do throws(FileError) { return try lock?.write(changes, drawnFrom: record) ?? [] } catch {
      throw .file(error, .tree(0))
    }
  }

  /// Lets others write.
  package func release() { lock = nil }

  /// Makes the directories that are missing, and locks the last; nil if somebody else was quicker, whose
  /// scope it is then.
  package func makeFolders() throws(Failure) -> NewFolders? {
    do throws(FileError) {
      let made = try NewFolders(missing, below: folder, rules: rules)
      do throws(FileError) {
        // Where a signal that asks the program to end is not heard, nobody waits.
        let lock = made.isForeign ? nil : try FolderLock([made.folder], .none)
        if let lock {
          (self.lock, folder, missing) = (lock, lock.folders[0], [])
          return made
        }
      } catch {
        made.takeBack()
        if case .locked = error.kind { return nil }
        throw error
      }
      made.takeBack()
      return nil
    } catch { throw .file(error, .tree(0)) }
  }
}
