import Cascade
import FileTree
import Snapshots
import SystemCalls

/// The root's tree on the disk, to propose changes of its files and to commit them.
package final class WritingDesk {
  /// The root as it was when the desk was opened, or a scope locked.
  package private(set) var root: KeepingFolder
  private let disk: Folder
  private let rules: Rules
  /// What was read since; nil where nothing is drawn from it but the files themselves.
  private let record: ReadingRecord?
  private let patience: LockPatience
  private let makesScopes: Bool
  private var lock: FolderLock?
  /// The directories that were opened last, each in the one before.
  private var way: [Folder]

  /// `makesScopes` tells whether a commit makes the directories of a scope that does not exist.
  package init(
    _ snapshot: Snapshot, _ record: ReadingRecord?, _ patience: LockPatience, isTrial: Bool,
    makesScopes: Bool = false
  ) throws(Failure) {
    (self.record, self.patience, self.makesScopes) = (record, patience, makesScopes)
    rules = snapshot.trees[0].rules
    disk = try snapshot.rootToWrite(isTrial: isTrial)
    way = [disk]
    root = KeepingFolder(disk)
    record?.restart()
  }

  /// The directory of a scope, or the last one on the way there that exists, and the names of the others.
  private func folder(of scope: Scope) throws(FileError) -> (last: Folder, missing: [FileName]) {
    let shared = zip(way.dropFirst(), scope.names).prefix { $0.path.last == $1 }.count
    way.removeLast(way.count - 1 - shared)
    for (index, name) in scope.names.enumerated().dropFirst(shared) {
      do throws(FileError) {
        way.append(try way[index].folder(named: name, rules: rules))
      } catch {
        guard error.kind == .notFound else { throw error }
        return (way[index], Array(scope.names[index...]))
      }
    }
    return (way[scope.depth], [])
  }

  /// Waits for whoever writes in a scope's directory, and lets nobody else do so as long as the desk is
  /// there; false where the root's tree does not have the scope, which cannot be locked.
  package func lock(_ scope: Scope) throws(Failure) -> Bool {
    try about { () throws(FileError) in
      let (folder, missing) = try folder(of: scope)
      if missing.isEmpty {
        let lock = try FolderLock([folder], patience)
        (self.lock, way[scope.depth]) = (lock, lock.folders[0])
      }
      record?.restart()
      root = KeepingFolder(try disk.relisted())
      return missing.isEmpty
    }
  }

  /// Lets others write.
  package func release() { lock = nil }

  /// The path of a file of a scope from the root without links, which is found out by reading it.
  func path(of name: FileName, in scope: Scope) throws(Failure) -> [FileName] {
    try about { () throws(FileError) in
      let (folder, missing) = try folder(of: scope)
      if missing.isEmpty {
        do throws(FileError) { return try folder.contents(of: name).path } catch {
          if error.kind != .notFound { throw error }
        }
      }
      return folder.pathWithoutLinks + missing + [name]
    }
  }

  // MARK: Committing

  /// Writes the files of a proposal, all of them or none; it throws `changedMeanwhile` where one is not what
  /// it was. Where others have written elsewhere what it was drawn from, it may still hold.
  package func commit(
    _ proposal: Proposal, ifStillHolding: (KeepingFolder) throws(Failure) -> Bool = { _ in false }
  ) throws(Failure) -> [FileWrite] {
    let files = proposal.files
    var folders: [Folder] = []
    for file in files {
      let scope = file.scopes[0]
      let (folder, missing) = try about { () throws(FileError) in try self.folder(of: scope) }
      if !missing.isEmpty {
        return try SignalPause.during { () throws(Failure) in
          try about { () throws(FileError) in try write(files, inNew: missing, below: folder) }
        }
      }
      folders.append(folder)
    }
    return try write(files, in: folders, ifStillHolding)
  }

  private func write(
    _ files: [Proposal.File], in folders: [Folder],
    _ stillHolds: (KeepingFolder) throws(Failure) -> Bool
  ) throws(Failure) -> [FileWrite] {
    let held = lock
    let (lock, changes) = try about { () throws(FileError) -> (FolderLock, [FileChange]) in
      let lock = if let held { held } else { try FolderLock(folders, patience) }
      let folders = held == nil ? lock.folders : folders
      return (lock, try fileChanges(files, in: folders, under: lock))
    }
    if held == nil, let record, !record.isCurrent {
      record.restart()
      let disk = try about { () throws(FileError) in try self.disk.relisted() }
      guard try stillHolds(KeepingFolder(disk)) else {
        throw .file(changedMeanwhile(files[0]), .tree(0))
      }
    }
    return try about { () throws(FileError) in try lock.write(changes, drawnFrom: record) }
  }

  /// Makes the directories of a scope, and its files; somebody else may be quicker, whose scope it is then.
  /// Directories without what they were made for would be scopes that nobody wanted.
  private func write(
    _ files: [Proposal.File], inNew names: [FileName], below folder: Folder
  ) throws(FileError) -> [FileWrite] {
    // What is made here changes what was read.
    guard makesScopes, record?.isCurrent ?? true else { throw changedMeanwhile(files[0]) }
    let made = try NewFolders(names, below: folder, rules: rules)
    do throws(FileError) {
      if made.isForeign { throw changedMeanwhile(files[0]) }
      // Where a signal that asks the program to end is not heard, nobody waits.
      let lock = try FolderLock([made.folder], .none)
      let folders = files.map { _ in lock.folders[0] }
      return try lock.write(fileChanges(files, in: folders, under: lock), drawnFrom: record)
    } catch {
      made.takeBack()
      if case .locked = error.kind { throw changedMeanwhile(files[0]) }
      throw error
    }
  }

  private func fileChanges(
    _ files: [Proposal.File], in folders: [Folder], under lock: FolderLock
  ) throws(FileError) -> [FileChange] {
    var changes: [FileChange] = []
    for (file, folder) in zip(files, folders) {
      let snapshot = try lock.read(file.name, in: folder)
      guard snapshot.bytes == file.former?.bytes, snapshot.path == file.path else {
        throw changedMeanwhile(file)
      }
      changes.append(FileChange(snapshot, bytes: file.present.bytes))
    }
    return changes
  }

  private func changedMeanwhile(_ file: Proposal.File) -> FileError {
    FileError(.inTree(file.scopes[0].names + [file.name]), .changedMeanwhile)
  }

  private func about<T>(_ body: () throws(FileError) -> T) throws(Failure) -> T {
    do throws(FileError) { return try body() } catch { throw .file(error, .tree(0)) }
  }
}

extension Failure {
  /// Whether it is only that others write at the same time, so that another attempt may do.
  package var isOfOthersWriting: Bool {
    if case .file(let error, _) = self { error.kind == .changedMeanwhile } else { false }
  }
}
