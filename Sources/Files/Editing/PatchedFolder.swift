import SystemCalls

/// A directory with a patch applied, as for a file before or after an edit.
package final class PatchedFolder: TreeFolder {
  package let path: [FileName]
  package let pathWithoutLinks: [FileName]
  package var isLinked: Bool { path != pathWithoutLinks }
  /// The directory without the patch; nil for a new directory.
  private let base: (any TreeFolder)?
  private let patch: TreePatch
  private let part: TreePatch?

  /// Without paths, the root.
  package init(
    _ base: (any TreeFolder)?, _ patch: TreePatch, path: [FileName] = [],
    at pathWithoutLinks: [FileName] = []
  ) {
    (self.path, self.base, self.pathWithoutLinks) = (path, base, pathWithoutLinks)
    (self.patch, part) = (patch, patch.part(pathWithoutLinks))
  }

  package func listing(_ rules: Rules) -> Listing {
    var listing = base?.listing(rules) ?? Listing()
    guard let part else { return listing }
    for (name, bytes) in part.files where rules.isPropertyFile(name) {
      let isThere = listing.files.contains(name)
      if isThere == (bytes != nil) { continue }
      listing.otherCount += isThere ? -1 : 1
      if isThere { listing.files.removeAll { $0 == name } } else { listing.files.append(name) }
    }
    let folders = Set(listing.folders)
    listing.folders += part.folders.keys.filter { rules.canBeScope($0) && !folders.contains($0) }
    listing.files.sort { $0.lexicographicallyPrecedes($1) }
    listing.folders.sort { $0.lexicographicallyPrecedes($1) }
    return listing
  }

  package func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    let path = path + [name]
    do throws(FileError) {
      guard let base else { throw FileError(.inTree(path), .notFound) }
      let child = try base.child(named: name, rules: rules)
      return PatchedFolder(child, patch, path: path, at: child.pathWithoutLinks)
    } catch {
      guard error.kind == .notFound, rules.canBeScope(name), part?.folders[name] != nil else {
        throw error
      }
      return PatchedFolder(nil, patch, path: path, at: pathWithoutLinks + [name])
    }
  }

  package func canCreate(_ names: [FileName], rules: Rules) -> Bool {
    base?.canCreate(names, rules: rules) ?? true
  }

  package func contents(
    of path: [UInt8]
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    let place = FilePlace.inTree(self.path + path.components)
    do throws(FileError) {
      guard let base else { throw FileError(place, .notFound) }
      return try patched(base.contents(of: path), place)
    } catch {
      guard error.kind == .notFound, let plain = plain(path) else { throw error }
      let whole = pathWithoutLinks + plain
      if case let bytes?? = patch[whole] { return (bytes, whole) }
      // The file system cannot resolve `..` out of a directory that does not exist yet.
      let isNew = path.components.first.map { part?.folders[$0] != nil }
      guard isNew == true, let base, !plain.elementsEqual(path.components) else { throw error }
      let joined = plain.joinedPath
      return try patched(base.contents(of: joined), place)
    }
  }

  private func patched(
    _ contents: (bytes: [UInt8], path: [FileName]), _ place: FilePlace
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    switch patch[contents.path] {
    case nil: return contents
    case .some(let bytes?): return (bytes, contents.path)
    case .some(nil): throw FileError(place, .notFound)
    }
  }

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

/// New contents of files in a directory and below, by paths without links.
package struct TreePatch {
  /// Nil removes the file.
  private(set) var files: [FileName: [UInt8]?] = [:]
  /// The directories of patched files; they exist even if the file is removed.
  private(set) var folders: [FileName: TreePatch] = [:]

  package init() {}

  package mutating func set(_ bytes: [UInt8]?, at path: some Collection<FileName>) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    if rest.isEmpty {
      files.updateValue(bytes, forKey: name)
    } else {
      folders[name, default: TreePatch()].set(bytes, at: rest)
    }
  }

  func part(_ path: some Collection<FileName>) -> TreePatch? {
    path.reduce(self) { $0?.folders[$1] }
  }

  subscript(path: [FileName]) -> [UInt8]?? {
    path.last.flatMap { part(path.dropLast())?.files[$0] }
  }
}
