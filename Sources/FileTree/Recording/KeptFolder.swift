import SystemCalls

/// A directory as it was found: names, bytes, and what was wrong; no descriptor and nothing parsed.
///
/// It holds only what somebody asked for, so that it is as large as that, and tells it again.
package final class KeptFolder {
  package let path: [FileName]
  /// Which directory it was; nil where that is not told by itself.
  private(set) var identity: FileIdentity?
  /// Whether what is in it stands there itself, and not behind a link.
  private(set) var isPlain = false
  private var isFound: Bool?
  var listing: Listing?
  var children: [FileName: Found<KeptFolder>] = .init()
  var files: [FileName: Found<[UInt8]>] = .init()
  var texts: [[UInt8]: Found<Text>] = .init()

  typealias Text = (bytes: [UInt8], path: [FileName])

  /// What was found, or why nothing was.
  // Of a Result the runtime has to find out first that its error is one, which takes it longer than to read.
  enum Found<Thing> {
    case success(Thing)
    case failure(FileError)

    func get() throws(FileError) -> Thing {
      switch self {
      case .success(let thing): return thing
      case .failure(let error): throw error
      }
    }
  }

  /// One in which there is nothing.
  package init(path: [FileName] = []) { self.path = path }

  /// Takes note of which directory it is.
  func note(_ folder: any TreeFolder) {
    guard let folder = folder as? Folder else { return }
    identity = folder.directory.identity
    isPlain = folder.entries.allSatisfy { $0.kind != nil && $0.kind != .link }
  }

  /// Whether it is all that stands there and below, with nothing wrong, so that it holds as long as nothing
  /// happens there.
  var isWhole: Bool {
    if let isFound { return isFound }
    guard isPlain, let listing, listing.problems.isEmpty else { return false }
    let isWhole =
      listing.files.allSatisfy { (try? files[$0]?.get()) != nil }
      && listing.folders.allSatisfy { (try? children[$0]?.get())?.isWhole == true }
    // What is missing may still come.
    if isWhole { isFound = true }
    return isWhole
  }

  /// What was found at or below this one.
  package func folder(at path: [FileName]) -> KeptFolder? {
    var folder = self
    for name in path {
      guard let child = try? folder.children[name]?.get() else { return nil }
      folder = child
    }
    return folder
  }

  /// The same, but for what another one has at and below a scope's directory itself: its listing and its
  /// files, not its child scopes.
  package func grafting(_ other: KeptFolder, at path: ArraySlice<FileName>) -> KeptFolder {
    let copy = KeptFolder(path: self.path)
    (copy.listing, copy.children, copy.files) = (listing, children, files)
    // What both read from the root is what the files there need, whichever they are.
    copy.texts = other.texts.merging(texts) { $1 }
    guard let name = path.first else {
      (copy.listing, copy.files) = (other.listing, other.files)
      return copy
    }
    let child = try? children[name]?.get()
    let otherChild = try? other.children[name]?.get()
    guard child != nil || otherChild != nil else { return copy }
    let nothing = KeptFolder(path: self.path + [name])
    copy.children[name] = .success(
      (child ?? nothing).grafting(otherChild ?? nothing, at: path.dropFirst()))
    return copy
  }
}

extension KeptFolder: TreeFolder {
  package var pathWithoutLinks: [FileName] { path }

  package func listing(_ rules: Rules) -> Listing { listing ?? Listing() }

  package func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    try told(children[name], name)
  }

  /// Says yes: whoever asks had asked the disk.
  package func canGain(_ names: [FileName], rules: Rules) -> Bool { true }

  package func read(_ name: FileName) throws(FileError) -> [UInt8] { try told(files[name], name) }

  package func contents(
    of path: [UInt8]
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    try told(texts[path], path)
  }

  private func told<T>(_ known: Found<T>?, _ name: FileName) throws(FileError) -> T {
    guard let known else { throw FileError(.inTree(path + [name]), .notFound) }
    return try known.get()
  }
}
