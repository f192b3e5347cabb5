import System

/// A directory as it is once some files hold other bytes, or as it was before: the disk, or nothing yet, with
/// edits laid over it.
package final class EditedFolder: TreeFolder {
  package let path: [FileName]
  /// What is on the disk; nil for a directory that is to be made.
  private let shared: SharedFolder?
  /// The directory's path from the root without links.
  private let directory: [FileName]
  private let edits: FileEdits

  private init(
    _ path: [FileName], _ shared: SharedFolder?, at directory: [FileName], _ edits: FileEdits
  ) {
    (self.path, self.shared, self.directory, self.edits) = (path, shared, directory, edits)
  }

  /// A root's directory with edits laid over it; times of one root read the disk once.
  package convenience init(_ root: SharedFolder, _ edits: FileEdits) {
    self.init([], root, at: [], edits)
  }

  package func listing(_ rules: Rules) -> Listing {
    var listing = shared?.listing(rules) ?? Listing()
    if edits.isEmpty { return listing }
    let entries = shared?.folder.entries
    var count = (entries?.count ?? 0) - listing.folders.count
    for (name, isThere) in edits.files(in: directory) {
      let isOnDisk = entries?.named(name) != nil
      if isThere == isOnDisk { continue }
      count += isThere ? 1 : -1
      listing.files.removeAll { $0 == name }
      if isThere && rules.isPropertyFile(name) { listing.files.append(name) }
    }
    listing.holdsSomething = count > 0
    let made = edits.folders(in: directory).subtracting(listing.folders)
    listing.folders += made.filter { rules.canBeScope($0) }
    listing.files.sort { $0.lexicographicallyPrecedes($1) }
    listing.folders.sort { $0.lexicographicallyPrecedes($1) }
    return listing
  }

  package func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    let path = path + [name]
    if let shared {
      do throws(FileError) {
        let child = try shared.child(named: name, rules: rules)
        return EditedFolder(path, child, at: child.directory, edits)
      } catch {
        if error.kind != .notFound { throw error }
      }
    }
    guard rules.canBeScope(name), edits.folders(in: directory).contains(name) else {
      throw FileError(.inTree(path), .notFound)
    }
    return EditedFolder(path, nil, at: directory + [name], edits)
  }

  package func canGain(_ names: [FileName], rules: Rules) -> Bool {
    shared?.folder.canGain(names, rules: rules) ?? true
  }

  package func read(_ name: FileName) throws(FileError) -> [UInt8] {
    let place = FilePlace.inTree(path + [name])
    guard name.isComponent else { throw FileError(place, .notAName) }
    do throws(FileError) {
      guard let shared else { throw FileError(place, .notFound) }
      return try edited(shared.read(name), place)
    } catch {
      guard error.kind == .notFound, case let bytes?? = edits[directory + [name]] else {
        throw error
      }
      return bytes
    }
  }

  package func contents(
    of path: [UInt8]
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    let place = FilePlace.inTree(self.path + path.components)
    do throws(FileError) {
      guard let shared else { throw FileError(place, .notFound) }
      let contents = try shared.folder.read(path: path)
      return (try edited(contents, place), contents.path)
    } catch {
      guard error.kind == .notFound, let plain = plain(path) else { throw error }
      if case let bytes?? = edits[directory + plain] { return (bytes, directory + plain) }
      // Out of a directory that is to be made the disk knows no way back.
      let isNew = path.components.first.map { edits.folders(in: directory).contains($0) }
      guard isNew == true, let shared, !plain.elementsEqual(path.components) else { throw error }
      let joined = Array(plain.joined(separator: [UInt8(ascii: "/")]))
      let contents = try shared.folder.read(path: joined)
      return (try edited(contents, place), contents.path)
    }
  }

  private func edited(
    _ contents: FileContents, _ place: FilePlace
  ) throws(FileError) -> [UInt8] {
    switch edits[contents.path] {
    case nil: return contents.bytes
    case .some(let bytes?): return bytes
    case .some(nil): throw FileError(place, .notFound)
    }
  }

  /// The components of a path without `.` and `..`, as long as it does not lead out of here.
  private func plain(_ path: [UInt8]) -> [FileName]? {
    var names: [FileName] = []
    for name in path.components where !name.isDot {
      guard name.isDotDot else {
        names.append(name)
        continue
      }
      guard names.popLast() != nil else { return nil }
    }
    return names
  }
}
