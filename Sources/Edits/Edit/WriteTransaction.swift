import Cascade
import Files
import SystemCalls
import Trees

/// Plans paths and commits files in the root's tree on disk, under locks.
package final class WriteTransaction {
  /// The root when the transaction was created or a scope was last locked.
  package private(set) var root: RecordingFolder
  private let disk: Folder
  private let rules: Rules
  /// The files read since then; nil if the edit depends only on the files it writes.
  private let record: ReadingRecord?
  private let lockTimeout: LockTimeout
  private let makesScopes: Bool
  private var lock: FolderLock?
  /// The open directories from the root to the last scope used.
  private var way: [Folder]

  /// `makesScopes` allows a commit to create the scope's directories.
  package init(
    _ snapshot: Snapshot, _ record: ReadingRecord?, _ lockTimeout: LockTimeout, isTrial: Bool,
    makesScopes: Bool = false
  ) throws(Failure) {
    (self.record, self.lockTimeout, self.makesScopes) = (record, lockTimeout, makesScopes)
    rules = snapshot.trees[0].rules
    disk = try snapshot.writableRoot(isTrial: isTrial)
    way = [disk]
    root = RecordingFolder(disk)
    record?.restart()
  }

  private func folder(of scope: Scope) throws(Failure) -> (last: Folder, missing: [FileName]) {
    let shared = zip(way.dropFirst(), scope.names).prefix { $0.path.last == $1 }.count
    way.removeLast(way.count - 1 - shared)
    for (index, name) in scope.names.enumerated().dropFirst(shared) {
      do throws(FileError) {
        way.append(try way[index].folder(named: name, rules: rules))
      } catch {
        guard error.kind == .notFound else { throw .file(error, .tree(0)) }
        return (way[index], Array(scope.names[index...]))
      }
    }
    return (way[scope.depth], [])
  }

  /// Locks a scope's directory until `release`, after waiting for other writers. Returns false if the root's tree
  /// does not have the scope.
  package func lock(_ scope: Scope) throws(Failure) -> Bool {
    let (folder, missing) = try self.folder(of: scope)
    if missing.isEmpty {
      let lock = try about(.tree(0), try FolderLock([folder], lockTimeout))
      (self.lock, way[scope.depth]) = (lock, lock.folders[0])
    }
    record?.restart()
    root = RecordingFolder(try about(.tree(0), try disk.relisted()))
    return missing.isEmpty
  }

  package func release() { lock = nil }

  /// The path of a scope's file from the root with links resolved; this reads the file.
  func path(of name: FileName, in scope: Scope) throws(Failure) -> [FileName] {
    let (folder, missing) = try self.folder(of: scope)
    if missing.isEmpty, let file = try about(.tree(0), try existing(folder.contents(of: name))) {
      return file.path
    }
    return folder.pathWithoutLinks + missing + [name]
  }

  // MARK: Committing

  /// Writes all files of a proposal or none; throws `changedMeanwhile` if a file that was read changed.
  package func commit(_ proposal: Proposal) throws(Failure) -> [FileWrite] {
    let files = proposal.files
    var folders: [Folder] = []
    for file in files {
      let (folder, missing) = try self.folder(of: file.scopes[0])
      if !missing.isEmpty {
        return try SignalBlock.during { () throws(Failure) in
          try about(.tree(0), try write(files, inNew: missing, below: folder))
        }
      }
      folders.append(folder)
    }
    let held = lock
    let lock =
      if let held { held } else { try about(.tree(0), try FolderLock(folders, lockTimeout)) }
    let changes = try about(
      .tree(0), try fileChanges(files, in: held == nil ? lock.folders : folders, under: lock))
    return try about(.tree(0), try lock.write(changes, basedOn: record))
  }

  /// Creates a scope's directories and files, and removes the directories again if writing fails. If another process
  /// creates the scope first, the scope is left to it.
  private func write(
    _ files: [Proposal.File], inNew names: [FileName], below folder: Folder
  ) throws(FileError) -> [FileWrite] {
    // Creating directories changes the recorded listings, so this check comes first.
    guard makesScopes, record?.isCurrent ?? true else { throw changedMeanwhile(files[0]) }
    let made = try NewFolders(names, below: folder, rules: rules)
    do throws(FileError) {
      if made.isForeign { throw changedMeanwhile(files[0]) }
      // Signals that end the program are held back here, so the lock must not wait.
      let lock = try FolderLock([made.folder], .none)
      let folders = files.map { _ in lock.folders[0] }
      return try lock.write(fileChanges(files, in: folders, under: lock), basedOn: record)
    } catch {
      made.removeCreated()
      if case .locked = error.kind { throw changedMeanwhile(files[0]) }
      throw error
    }
  }

  private func fileChanges(
    _ files: [Proposal.File], in folders: [Folder], under lock: FolderLock
  ) throws(FileError) -> [FileChange] {
    try zip(files, folders).map { (file, folder) throws(FileError) in
      let snapshot = try lock.read(file.name, in: folder)
      guard snapshot.bytes == file.former?.bytes, snapshot.path == file.path else {
        throw changedMeanwhile(file)
      }
      return FileChange(snapshot, bytes: file.present.bytes)
    }
  }

  private func changedMeanwhile(_ file: Proposal.File) -> FileError {
    FileError(.inTree(file.scopes[0].names + [file.name]), .changedMeanwhile)
  }
}

extension Failure {
  /// Whether another writer caused the failure, so that a retry may succeed.
  package var isConcurrentWrite: Bool {
    if case .file(let error, _) = self { error.kind == .changedMeanwhile } else { false }
  }
}
