import SystemCalls

/// A recorded directory: names, bytes and errors, without descriptors.
/// It contains only the parts that were read, and returns them as a folder.
package final class RecordedFolder {
  package let path: [FileName]
  /// The identity of the directory; nil if it was not read from disk.
  private(set) var identity: FileIdentity?
  /// Whether no entry is a link or of unknown kind.
  private(set) var isPlain = false
  private var isFound: Bool?
  var listing: Listing?
  var children: [FileName: Result<RecordedFolder, FileError>] = [:]
  var files: [FileName: Result<[UInt8], FileError>] = [:]
  var texts: [[UInt8]: Result<Text, FileError>] = [:]

  typealias Text = (bytes: [UInt8], path: [FileName])

  package init(path: [FileName] = []) { self.path = path }

  func note(_ folder: any TreeFolder) {
    guard let folder = folder as? Folder else { return }
    identity = folder.directory.identity
    isPlain = folder.entries.allSatisfy { $0.kind != nil && $0.kind != .link }
  }

  /// Whether it and everything below was read without errors, so that it is valid until something changes there.
  var isWhole: Bool {
    if let isFound { return isFound }
    guard isPlain, let listing, listing.problems.isEmpty else { return false }
    let isWhole =
      listing.files.allSatisfy { (try? files[$0]?.get()) != nil }
      && listing.folders.allSatisfy { (try? children[$0]?.get())?.isWhole == true }
    // Missing parts may be recorded later, so only a positive answer is cached.
    if isWhole { isFound = true }
    return isWhole
  }

  package func folder(at path: [FileName]) -> RecordedFolder? {
    path.reduce(self) { folder, name in try? folder?.children[name]?.get() }
  }

  /// A copy with the listing and files of another record at a path; child scopes stay.
  package func grafting(_ other: RecordedFolder, at path: ArraySlice<FileName>) -> RecordedFolder {
    let copy = RecordedFolder(path: self.path)
    (copy.listing, copy.children, copy.files) = (listing, children, files)
    // Texts read by a path from the root may be needed by either.
    copy.texts = other.texts.merging(texts) { $1 }
    guard let name = path.first else {
      (copy.listing, copy.files) = (other.listing, other.files)
      return copy
    }
    let child = try? children[name]?.get()
    let otherChild = try? other.children[name]?.get()
    guard child != nil || otherChild != nil else { return copy }
    let nothing = RecordedFolder(path: self.path + [name])
    copy.children[name] = .success(
      (child ?? nothing).grafting(otherChild ?? nothing, at: path.dropFirst()))
    return copy
  }
}

extension RecordedFolder: TreeFolder {
  package var pathWithoutLinks: [FileName] { path }
  package var isLinked: Bool { false }

  package func listing(_ rules: Rules) -> Listing { listing ?? Listing() }

  package func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    try recorded(children[name], name)
  }

  /// True, because the recorded reader already asked the disk.
  package func canCreate(_ names: [FileName], rules: Rules) -> Bool { true }

  package func read(_ name: FileName) throws(FileError) -> [UInt8] {
    try recorded(files[name], name)
  }

  package func contents(
    of path: [UInt8]
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    try recorded(texts[path], path)
  }

  private func recorded<T>(_ known: Result<T, FileError>?, _ name: FileName) throws(FileError) -> T
  {
    guard let known else { throw FileError(.inTree(path + [name]), .notFound) }
    return try known.get()
  }
}
