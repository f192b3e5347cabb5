import SystemCalls

/// The root found from a working directory, with warnings.
package final class Discovery: Sendable {
  package enum Warning: Hashable, Sendable {
    /// A `.heir` was skipped because another user owns it.
    case foreignSettings(path: [UInt8], owner: UInt32)
    /// No `.heir` was found, but the parent directory contains a property file such as `example`.
    case propertyFilesAbove(directory: [UInt8], example: FileName)
  }

  package let root: Folder
  package let path: [UInt8]
  /// Whether it has a `.heir`; otherwise it is the working directory.
  package let isMarked: Bool
  /// Nearest first; paths are relative to the working directory.
  package let warnings: [Warning]
  /// Whether another user owns the `.heir` in the working directory.
  package let passesOverSettings: Bool

  /// Up to three child directories with a `.heir`, if the root has none; empty if there are more.
  /// Reads at most 1,000 directories.
  package var rootsBelow: [FileName] {
    if isMarked { return [] }
    let owners = Self.trustedOwners
    var found: [FileName] = []
    var count = 0
    for entry in root.entries where entry.kind == .directory && !entry.name.isHidden {
      count += 1
      if count > 1000 { break }
      let below = try? Descriptor.open(entry.name, at: root.directory.descriptor, .traversal)
      guard let owner = try? below?.settingsOwner(trusting: owners), owners.contains(owner) else {
        continue
      }
      found.append(entry.name)
      if found.count > 3 { return [] }
    }
    return found
  }

  /// The owners of a `.heir` that may define a root.
  package static var trustedOwners: [UInt32] { [User.effective, User.root] }
  package static var isRoot: Bool { User.effective == User.root }

  /// Searches upwards for a `.heir`; without any, the working directory is the root.
  package init(
    from base: WorkingDirectory = .current, owners: [UInt32] = trustedOwners,
    observer: (any ReadingObserver)? = nil
  ) throws(FileError) {
    let here: [UInt8] = [UInt8(ascii: ".")]
    var warnings: [Discovery.Warning] = []
    let start = try base.open(here, .traversal)
    var above: Descriptor?
    var isForeign = false
    var ascent = try about(.given(here), try ParentWalk(from: start))
    if ascent.startIsDeleted { throw FileError(.given(here), .deletedDirectory) }
    let isFound = try about(.given(here)) { () throws(Errno) -> Bool in
      repeat {
        if ascent.height == 1 { above = ascent.descriptor }
        guard let owner = try ascent.descriptor.settingsOwner(trusting: owners) else { continue }
        if owners.contains(owner) { return true }
        if ascent.height == 0 { isForeign = true }
        let path = ascent.path + [.slash] + .settings
        warnings.append(.foreignSettings(path: path, owner: owner))
      } while try ascent.climb()
      return false
    }
    if !isFound, let example = above?.propertyFile() {
      warnings.append(.propertyFilesAbove(directory: Array("..".utf8), example: example))
    }
    path = isFound ? ascent.path : here
    let descriptor = try about(.given(path), try (isFound ? ascent.descriptor : start).reopened())
    root = try Folder(root: descriptor, .given(path), observer: observer)
    passesOverSettings = !isFound && isForeign
    (isMarked, self.warnings) = (isFound, warnings)
  }
}

extension Descriptor {
  /// The owner of a `.heir` that is a file or a link to a file; otherwise nil.
  fileprivate func settingsOwner(trusting owners: [UInt32]) throws(Errno) -> UInt32? {
    do throws(Errno) {
      let entry = try Self.status(of: .settings, at: self)
      guard entry.kind == .link else { return entry.kind == .regular ? entry.owner : nil }
      let target = try Self.status(of: .settings, at: self, followingLinks: true)
      guard target.kind == .regular else { return nil }
      // Any user can create a link to a file of root, so the link's owner counts too.
      return owners.contains(entry.owner) ? target.owner : entry.owner
    } catch {
      if error.endsAscent || error == .tooManyLinks || error == .notADirectory { return nil }
      throw error
    }
  }

  /// The name of a file here that matches the default patterns.
  fileprivate func propertyFile() -> FileName? {
    let opened = try? reopened()
    return (try? opened?.entries())?
      .filter { $0.kind != .directory && Rules.usual.takes($0.name) }
      .map(\.name).min { $0.lexicographicallyPrecedes($1) }
  }
}

extension UInt8 {
  /// The separator of the names in a path.
  package static var slash: UInt8 { UInt8(ascii: "/") }
}

extension FileName {
  package static let settings: FileName = Array(".heir".utf8)

  /// Whether it is not part of a tree.
  package var isHidden: Bool { first == UInt8(ascii: ".") || first == UInt8(ascii: "_") }
}
