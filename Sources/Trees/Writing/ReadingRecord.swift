import Synchronization
import SystemCalls

/// Records the status of everything that was read, to check later whether it is unchanged.
package final class ReadingRecord: ReadingObserver {
  /// A directory or file, by its path without links from its tree's root.
  private struct Place: Hashable {
    let root: FileIdentity
    let path: [FileName]
  }

  private struct State {
    var read: [Place: FileStatus] = [:]
    /// The roots of the trees; the main tree's first.
    var roots: [Root] = []
    /// The place that changed between two reads, or could not be read.
    var unsteady: Place?
    /// The entries of directories that will be written, without drafts.
    var held: [FileIdentity: Set<Entry>] = [:]
    var isWriting = false
  }

  /// Not a `Directory`, which would retain its observer and so this record.
  private struct Root {
    let identity: FileIdentity
    let descriptor: Descriptor

    var directory: Directory { Directory(root: descriptor, identity: identity) }
  }

  private struct Entry: Hashable {
    let name: FileName
    let inode: UInt64
  }

  private let state = Mutex(State())

  package init() {}

  // MARK: Reading

  package func opened(_ directory: Directory) {
    let status = try? directory.descriptor.status()
    note(status, Self.place(of: directory), root: directory.parent == nil ? directory : nil)
  }

  package func opened(
    file: Descriptor, _ identity: FileIdentity, _ name: FileName, in directory: Directory
  ) {
    let place = Self.place(of: directory)
    note(try? file.status(), Place(root: place.root, path: place.path + [name]))
  }

  package func changed(_ directory: Directory) {
    let (status, place) = (try? directory.descriptor.status(), Self.place(of: directory))
    state.withLock { state in
      if state.read[place] != nil { state.read[place] = status }
    }
  }

  private func note(_ status: FileStatus?, _ place: Place, root: Directory? = nil) {
    state.withLock { state in
      if state.isWriting { return }
      if let root, !state.roots.contains(where: { $0.identity == root.identity }) {
        state.roots.append(Root(identity: root.identity, descriptor: root.descriptor))
      }
      guard let status, state.read[place].map({ Self.isSame($0, status) }) ?? true else {
        state.unsteady = state.unsteady ?? place
        return
      }
      state.read[place] = status
    }
  }

  private static func place(of directory: Directory) -> Place {
    Place(root: directory.root.identity, path: directory.path)
  }

  /// Forgets everything that is read again: all but the settings and the roots of the other trees.
  package func restart() {
    state.withLock { state in
      state.unsteady = nil
      state.isWriting = false
      state.held = [:]
      let first = state.roots.first?.identity
      state.read = state.read.filter { place, _ in
        place.path == [.settings] || place.path.isEmpty && place.root != first
      }
    }
  }

  package var isCurrent: Bool { state.withLock { Self.changed($0, writing: []) == nil } }

  // MARK: Writing

  /// Records the entries of directories before writing; throws if anything read has changed.
  func begin(writingIn directories: [Descriptor]) throws(FileError) {
    let held = directories.compactMap { directory -> (FileIdentity, Set<Entry>)? in
      guard let identity = try? directory.status().identity,
        let held = try? Self.held(in: directory)
      else { return nil }
      return (identity, held)
    }
    let changed = state.withLock { state -> Place? in
      state.isWriting = true
      // The new listing equals the recorded one if the directories' times are unchanged.
      defer { state.held = Dictionary(held) { first, _ in first } }
      return Self.changed(state, writing: [])
    }
    if let changed { throw FileError(.inTree(changed.path), .changedMeanwhile) }
  }

  func confirm(_ changes: [FileChange]) throws(FileError) {
    let changed = state.withLock { Self.changed($0, writing: changes) }
    if let changed { throw FileError(.inTree(changed.path), .changedMeanwhile) }
  }

  private static func held(in directory: Descriptor) throws(Errno) -> Set<Entry> {
    Set(
      try directory.entries().filter { !TemporaryName.isDraft($0.name) }
        .map { Entry(name: $0.name, inode: $0.inode) })
  }

  // MARK: Comparing

  private static func changed(_ state: State, writing changes: [FileChange]) -> Place? {
    if let unsteady = state.unsteady { return unsteady }
    let written = Set(
      changes.map {
        Place(root: $0.snapshot.folder.directory.root.identity, path: $0.snapshot.path)
      })
    // Replacing a file removes a link of its other names.
    let parted = Set(changes.compactMap { $0.snapshot.found?.status.identity })
    return state.read.first { place, status in
      if written.contains(place) { return false }
      guard let root = state.roots.first(where: { $0.identity == place.root }) else { return true }
      if status.kind == .directory, let held = state.held[status.identity] {
        let names = Set(
          written.filter { $0.root == place.root && $0.path.dropLast() == place.path[...] }
            .compactMap(\.path.last))
        return !isSame(held, root.directory, place.path, but: names)
      }
      guard let now = try? root.directory.status(ofPath: place.path) else { return true }
      if parted.contains(status.identity) {
        return !isSame(now, status, withNames: false)
      }
      return !isSame(now, status)
    }?.key
  }

  private static func isSame(
    _ held: Set<Entry>, _ root: Directory, _ path: [FileName], but names: Set<FileName>
  ) -> Bool {
    guard let directory = try? root.directory(atPath: path),
      let now = try? Self.held(in: directory.descriptor)
    else { return false }
    return held.symmetricDifference(now).allSatisfy { names.contains($0.name) }
  }

  /// A directory's ctime also changes when it is renamed, so only its mtime counts.
  private static func isSame(
    _ one: FileStatus, _ other: FileStatus, withNames: Bool = true
  ) -> Bool {
    if one.kind == .directory || !withNames {
      return one.kind == other.kind && one.identity == other.identity
        && one.modified == other.modified && (one.kind == .directory || one.size == other.size)
    }
    return one == other
  }
}

extension Directory {
  fileprivate func status(ofPath path: [FileName]) throws(Errno) -> FileStatus {
    guard let name = path.last else { return try descriptor.status() }
    do throws(Errno) {
      return try Descriptor.status(of: path.joinedPath, at: descriptor)
    } catch {
      guard error == .nameTooLong, let parent = try? directory(atPath: path.dropLast())
      else { throw error }
      return try Descriptor.status(of: name, at: parent.descriptor)
    }
  }

  fileprivate func directory(
    atPath path: some Collection<FileName>
  ) throws(FileError) -> Directory {
    var directory = self
    for name in path { directory = try directory.directory(named: name) }
    return directory
  }
}
