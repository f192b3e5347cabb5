import System

/// A directory of the disk that is read for a record.
package final class RecordingFolder: TreeFolder {
  private let folder: any TreeFolder
  private let record: FolderRecord
  /// What the look before found here.
  private let former: FolderRecord?
  private let touched: TouchedRecords?

  /// Takes a directory, a record to fill, and that of the look before: what still is as it was stays the
  /// same memory, and what cannot be opened any more stays as it was. Where it is known what was touched,
  /// the rest is not read again.
  package init(
    _ folder: any TreeFolder, into record: FolderRecord, after former: FolderRecord?,
    touched: TouchedRecords? = nil
  ) {
    (self.folder, self.record, self.former) = (folder, record, former)
    self.touched = touched
    guard let folder = folder as? Folder else { return }
    record.identity = folder.directory.identity
    record.isPlain = folder.entries.allSatisfy { $0.kind != nil && $0.kind != .link }
  }

  package var path: [FileName] { folder.path }

  package func listing(_ rules: Rules) -> Listing {
    let found = folder.listing(rules)
    record.listing = found
    let broken = found.problems.filter { $0.concern == .folder }.map(\.name)
    let kept = broken.filter { former?.listing?.folders.contains($0) == true }
    if !kept.isEmpty {
      record.listing?.problems.removeAll { $0.concern == .folder && kept.contains($0.name) }
      record.listing?.folders = (found.folders + kept).sorted { $0.lexicographicallyPrecedes($1) }
    }
    return found
  }

  package func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    let before = try? former?.children[name]?.get()
    if let before, let former, touched?.hasSameNames(former) == true,
      let kept = reused(before, name)
    {
      return kept
    }
    do throws(FileError) {
      let child = try folder.child(named: name, rules: rules)
      if let before, let opened = child as? Folder,
        opened.directory.identity == before.identity, let kept = reused(before, name)
      {
        return kept
      }
      // Whoever comes by again adds to what was found.
      let known = try? record.children[name]?.get()
      let inner = known ?? FolderRecord()
      record.children[name] = .success(inner)
      return RecordingFolder(child, into: inner, after: before, touched: touched)
    } catch {
      let isGone = error.kind == .notFound || error.kind == .notADirectory
      record.children[name] =
        isGone ? .failure(error) : before.map { .success($0) } ?? .failure(error)
      throw error
    }
  }

  /// The record of a child scope for what is there, where nothing happened.
  private func reused(_ child: FolderRecord, _ name: FileName) -> (any TreeFolder)? {
    guard let touched, touched.isAsBefore(child) else { return nil }
    touched.hasReused = true
    record.children[name] = .success(child)
    return RecordedFolder(child, path: path + [name])
  }

  package func canGain(_ names: [FileName], rules: Rules) -> Bool {
    folder.canGain(names, rules: rules)
  }

  package func read(_ name: FileName) throws(FileError) -> [UInt8] {
    do throws(FileError) {
      let bytes = Self.shared(try folder.read(name), try? former?.files[name]?.get())
      record.files[name] = .success(bytes)
      return bytes
    } catch {
      record.files[name] = .failure(error)
      throw error
    }
  }

  package func contents(
    of path: [UInt8]
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    do throws(FileError) {
      var text = try folder.contents(of: path)
      text.bytes = Self.shared(text.bytes, (try? former?.texts[path]?.get())?.bytes)
      record.texts[path] = .success(text)
      return text
    } catch {
      record.texts[path] = .failure(error)
      throw error
    }
  }

  private static func shared(_ bytes: [UInt8], _ former: [UInt8]?) -> [UInt8] {
    if let former, former == bytes { return former }
    return bytes
  }
}
