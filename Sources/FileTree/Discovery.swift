import SystemCalls

/// The root that was found from a working directory, and what seemed odd on the way.
package final class Discovery: Sendable {
  /// Something that the user should know about how the root was found.
  package enum Warning: Hashable, Sendable {
    /// A `.heir` that was passed over since it belongs to somebody else.
    case foreignSettings(path: [UInt8], owner: UInt32)
    /// The root is the working directory for want of a `.heir`, but the directory above holds
    /// what looks like property files, for example this one.
    case propertyFilesAbove(directory: [UInt8], example: FileName)
  }

  /// The root that was found.
  package let root: Folder
  /// Its path from the working directory: `.`, `..`, `../..`.
  package let path: [UInt8]
  /// Whether it was found by a `.heir`; otherwise it is the working directory for want of one.
  package let isMarked: Bool
  /// The warnings, nearest place first; their paths are relative to the working directory.
  package let warnings: [Warning]
  private let passesOverSettings: Bool

  /// The directories directly below a root without a `.heir` that hold one: probably one of them is meant, unless there
  /// are many. A directory may hold so many others that not all are looked into.
  package var rootsBelow: [FileName] {
    if isMarked { return [] }
    let owners = Self.trustedOwners
    var found: [FileName] = []
    var count = 0
    for entry in root.entries where entry.kind == .directory && !entry.name.isHidden {
      count += 1
      if count > 1000 { break }
      let below = try? Descriptor.open(entry.name, at: root.directory.descriptor, .passage)
      guard let owner = try? below?.settingsOwner(trusting: owners), owners.contains(owner) else {
        continue
      }
      found.append(entry.name)
      if found.count > 3 { return [] }
    }
    return found
  }

  /// The bytes of the root's `.heir`, or nil if there is none, or it was passed over.
  package func settingsFile() throws(FileError) -> [UInt8]? {
    passesOverSettings ? nil : try root.settingsFile()
  }

  /// The users whose `.heir` may make a directory the root: the effective one, and root.
  package static var trustedOwners: [UInt32] { [User.effective, User.root] }

  /// Whether root runs the program.
  package static var isRoot: Bool { User.effective == User.root }

  /// Finds the nearest directory from the working directory upwards that holds a `.heir`; without
  /// one, the working directory is the root.
  package init(
    from base: WorkingDirectory = .current, owners: [UInt32] = trustedOwners,
    observer: (any ReadingObserver)? = nil
  ) throws(FileError) {
    let here: [UInt8] = [UInt8(ascii: ".")]
    var warnings: [Discovery.Warning] = []
    let start = try base.open(here, .passage)
    var above: Descriptor?
    var isForeign = false
    var ascent = try about(.given(here), try Ascent(from: start))
    if ascent.beginsNowhere { throw FileError(.given(here), .deletedDirectory) }
    let isFound = try about(.given(here)) { () throws(Errno) -> Bool in
      repeat {
        if ascent.height == 1 { above = ascent.descriptor }
        guard let owner = try ascent.descriptor.settingsOwner(trusting: owners) else { continue }
        if owners.contains(owner) { return true }
        if ascent.height == 0 { isForeign = true }
        let path = ascent.path + [UInt8(ascii: "/")] + .settings
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
  /// Who a `.heir` here belongs to, or nil if there is none that could be a tree's settings.
  fileprivate func settingsOwner(trusting owners: [UInt32]) throws(Errno) -> UInt32? {
    do throws(Errno) {
      let entry = try Self.status(of: .settings, at: self)
      guard entry.kind == .link else { return entry.kind == .regular ? entry.owner : nil }
      let target = try Self.status(of: .settings, at: self, followingLinks: true)
      guard target.kind == .regular else { return nil }
      // Anybody can plant a link to a file of root's, so both ends count.
      return owners.contains(entry.owner) ? target.owner : entry.owner
    } catch {
      if error.endsAscent || error == .tooManyLinks || error == .notADirectory { return nil }
      throw error
    }
  }

  /// A name in this directory that looks like a property file's; patterns are not known here.
  fileprivate func propertyFile() -> FileName? {
    let opened = try? reopened()
    return (try? opened?.entries())?
      .filter { $0.kind != .directory && Rules.usual.takes($0.name) }
      .map(\.name).min { $0.lexicographicallyPrecedes($1) }
  }
}
