import Synchronization
import SystemCalls

/// Records everything that was read, to check later whether it is unchanged.
package final class ReadingRecord: ReadingObserver {
  /// A directory or file, by its path without links from its tree's root.
  private struct Place: Hashable {
    let root: FileIdentity
    let path: [FileName]
  }

  private enum Reading: Equatable {
    case file(FileStatus)
    case directory(FileIdentity, Set<Entry>)
  }

  private struct Entry: Hashable {
    let name: FileName
    let inode: UInt64
  }

  private struct State {
    var read: [Place: Reading] = [:]
    /// The roots of the trees, without observers; the main tree's first.
    var roots: [Directory] = []
    /// The place that changed between two reads, or could not be read.
    var unsteady: Place?
    var isWriting = false
  }

  private let state = Mutex(State())

  package init() {}

  // MARK: Reading

  package func opened(_ directory: Directory) {
    if directory.parent == nil {
      let root = Directory(directory.descriptor, directory.identity)
      state.withLock { state in
        if !state.roots.contains(where: { $0.identity == root.identity }) {
          state.roots.append(root)
        }
      }
    }
    note(try? Self.reading(of: directory.descriptor), Self.place(of: directory))
  }

  package func opened(
    file: Descriptor, _ identity: FileIdentity, _ name: FileName, in directory: Directory
  ) {
    let place = Self.place(of: directory)
    note(try? .file(file.status()), Place(root: place.root, path: place.path + [name]))
  }

  package func changed(_ directory: Directory) {
    state.withLock { $0.read[Self.place(of: directory)] = nil }
  }

  private func note(_ reading: Reading?, _ place: Place) {
    state.withLock { state in
      if state.isWriting { return }
      guard let reading, state.read[place] == nil || state.read[place] == reading else {
        state.unsteady = state.unsteady ?? place
        return
      }
      state.read[place] = reading
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
      let first = state.roots.first?.identity
      state.read = state.read.filter { place, _ in
        place.path == [.settings] || place.path.isEmpty && place.root != first
      }
    }
  }

  // MARK: Comparing

  package var isCurrent: Bool { state.withLock { Self.changed($0, writing: []) == nil } }

  /// Throws if anything read has changed, except by these changes.
  func confirm(_ changes: [FileChange]) throws(FileError) {
    let changed = state.withLock { state in
      state.isWriting = true
      return Self.changed(state, writing: changes)
    }
    if let changed { throw FileError(.inTree(changed.path), .changedMeanwhile) }
  }

  private static func changed(_ state: State, writing changes: [FileChange]) -> Place? {
    if let unsteady = state.unsteady { return unsteady }
    let written = Set(
      changes.map {
        Place(root: $0.snapshot.folder.directory.root.identity, path: $0.snapshot.path)
      })
    // Replacing a file removes a link of its other names.
    let parted = Set(changes.compactMap { $0.snapshot.status?.identity })
    return state.read.first { place, reading in
      guard let root = state.roots.first(where: { $0.identity == place.root }) else { return true }
      switch reading {
      case .file(let status):
        if written.contains(place) { return false }
        let now = root.reach(place.path) { directory, name throws(Errno) in
          try Descriptor.status(of: name, at: directory)
        }
        guard let now, now.identity == status.identity else { return true }
        return parted.contains(now.identity) ? !now.isLike(status) : now != status
      case .directory(let identity, let entries):
        let now = root.reach(place.path) { directory, name throws(Errno) in
          try Self.reading(of: Descriptor.open(name, at: directory, .directory))
        }
        guard case .directory(identity, let others)? = now else { return true }
        return !entries.symmetricDifference(others).allSatisfy {
          written.contains(Place(root: place.root, path: place.path + [$0.name]))
        }
      }
    }?.key
  }

  /// Without the drafts of writers.
  private static func reading(of directory: Descriptor) throws(Errno) -> Reading {
    let entries = try directory.entries().filter { !TemporaryName.isDraft($0.name) }
      .map { Entry(name: $0.name, inode: $0.inode) }
    return .directory(try directory.identity(), Set(entries))
  }
}

extension Directory {
  /// Calls `body` with the directory and name at the end of a path without links.
  fileprivate func reach<Result>(
    _ path: [FileName], _ body: (Descriptor, FileName) throws(Errno) -> Result
  ) -> Result? {
    guard let name = path.last else { return try? body(descriptor, [UInt8(ascii: ".")]) }
    let directory = try? path.dropLast().reduce(self) { try $0.directory(named: $1) }
    return directory.flatMap { try? body($0.descriptor, name) }
  }
}
