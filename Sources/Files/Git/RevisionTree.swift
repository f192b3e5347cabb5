import SystemCalls

/// A directory tree at a revision: names, listed at once or by directory, and access to their bytes.
package final class RevisionTree {
  /// The error of the last object that could not be read, except for its size.
  package private(set) var readError: FileError.Kind?
  fileprivate let isListed: Bool
  fileprivate let blobs: BlobReader
  /// All known directories, the root first. They are released one by one, not by recursion.
  private var directories: [RevisionDirectory] = []
  fileprivate private(set) var rules: Rules?
  private var nameCount = 0
  private var textSize = 0

  /// A few small tree objects can refer to each other so often that their names exceed any memory.
  package static let maxNames = 250_000
  package static let maxBytes = 64 << 20
  package static var tooMany: FileError {
    FileError(.inTree([]), .tooManyNames(limit: maxNames, mebibytes: maxBytes >> 20))
  }

  /// `listing` is the output of `git ls-tree -r -z`.
  package init(listing: [UInt8], blobs: BlobReader) throws(FileError) {
    self.blobs = blobs
    isListed = true
    let root = RevisionDirectory(in: self, below: nil, name: [], object: nil)
    directories = [root]
    guard try readAll(listing, below: root) else {
      throw FileError(.inTree([]), .unreadableObjects(Array("unknown format of a listing".utf8)))
    }
  }

  /// Reads each directory's tree object when it is opened, from the root's on.
  package init(object: ObjectID, blobs: BlobReader) {
    self.blobs = blobs
    isListed = false
    directories = [RevisionDirectory(in: self, below: nil, name: [], object: object)]
  }

  package func root() throws(FileError) -> any TreeFolder {
    try RevisionFolder(directories[0], path: [], parent: nil)
  }

  func expect(_ rules: Rules) {
    self.rules = rules
    directories[0].expectFiles()
  }

  /// Lines of mode, type, object, tab, path, NUL.
  private func readAll(
    _ text: [UInt8], below root: RevisionDirectory
  ) throws(FileError) -> Bool {
    var way: [RevisionDirectory] = []
    for line in text.split(separator: 0) {
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return false }
      let words = line[..<tab].split(separator: UInt8(ascii: " "))
      var names = line[(tab + 1)...].split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
      ).map(FileName.init)
      guard words.count == 3, let kind = FileKind(gitMode: words[0]),
        names.allSatisfy(\.isComponent), let last = names.popLast()
      else { return false }
      // Git lists the entries of a directory together, so only the previous line's path is needed.
      let common = zip(way, names).prefix { $0.name == $1 }.count
      way.removeSubrange(common...)
      for name in names.dropFirst(common) {
        let added = try add(name, .directory, nil, to: way.last ?? root)
        if let directory = added.directory { way.append(directory) }
      }
      try add(last, kind, ObjectID(letters: words[2]), to: way.last ?? root)
    }
    return true
  }

  @discardableResult
  fileprivate func add(
    _ name: FileName, _ kind: FileKind, _ object: ObjectID?, place: Int = 0,
    to parent: RevisionDirectory
  ) throws(FileError) -> RevisionEntry {
    var entry = RevisionEntry(name: name, kind: kind, object: object, place: place)
    if kind == .directory {
      let directory = RevisionDirectory(in: self, below: parent, name: name, object: object)
      directories.append(directory)
      entry.directory = directory
    }
    parent.append(entry)
    nameCount += 1
    if nameCount > Self.maxNames || textSize > Self.maxBytes { throw Self.tooMany }
    return entry
  }

  fileprivate func text(
    of object: ObjectID, at place: @autoclosure () -> FilePlace
  ) throws(FileError) -> [UInt8] {
    let bytes = try bytes(of: object, .tree, at: place()) { [] }
    textSize += bytes.count
    return bytes
  }

  fileprivate func bytes(
    of object: ObjectID, _ kind: GitObjectKind, at place: @autoclosure () -> FilePlace,
    next: () -> [ObjectID]
  ) throws(FileError) -> [UInt8] {
    do throws(FileError.Kind) { return try blobs.bytes(of: object, kind, next: next) } catch {
      throw failure(error, at: place())
    }
  }

  fileprivate func failure(_ kind: FileError.Kind, at place: FilePlace) -> FileError {
    if case .tooLarge = kind {} else { readError = kind }
    return FileError(place, kind)
  }

  /// The parts read so far, if directories were read individually.
  package var trace: RevisionTrace { directories[0].trace ?? RevisionTrace([], []) }
}

/// A directory of a revision, owned by its tree; a link that leaves the root cannot return.
final class RevisionDirectory: LinkedDirectory {
  unowned let tree: RevisionTree
  unowned let parent: RevisionDirectory?
  let name: FileName
  private let depth: Int
  /// The tree object; nil if the directory was listed.
  private let object: ObjectID?
  /// The bytes of the tree object.
  private var text: [UInt8] = []
  private var knownEntries: [RevisionEntry] = []
  private var isOpen = false
  /// The entries whose bytes were read, by their places in the text.
  private var filesRead: [Int] = []

  private static let window = 400

  fileprivate init(
    in tree: RevisionTree, below parent: RevisionDirectory?, name: FileName, object: ObjectID?
  ) {
    (self.tree, self.parent, self.name, self.object) = (tree, parent, name, object)
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  var identity: ObjectIdentifier? { ObjectIdentifier(self) }

  fileprivate func append(_ entry: RevisionEntry) { knownEntries.append(entry) }

  /// The entries in byte order of the names, which is not git's order.
  func entries() throws(FileError) -> [RevisionEntry] {
    if isOpen { return knownEntries }
    if let object { try read(object) }
    knownEntries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    for (one, other) in zip(knownEntries, knownEntries.dropFirst()) where one.name == other.name {
      let words = Array("a directory contains a name twice".utf8)
      throw tree.failure(.unreadableObjects(words), at: place(of: one.name))
    }
    isOpen = true
    expectFiles()
    return knownEntries
  }

  private func read(_ object: ObjectID) throws(FileError) {
    text = try tree.text(of: object, at: .inTree(path))
    var entries = TreeObject(text, of: object)
    while let entry = try next(&entries) {
      let name = FileName(entry.name)
      guard name.isComponent else {
        throw tree.failure(.brokenObject(id: object.letters), at: .inTree(path))
      }
      try tree.add(name, entry.kind, entry.object, place: entry.identity.startIndex, to: self)
    }
  }

  private func next(_ entries: inout TreeObject) throws(FileError) -> TreeObject.Entry? {
    do throws(FileError.Kind) { return try entries.next() } catch {
      throw tree.failure(error, at: .inTree(path))
    }
  }

  /// Each directory opened is on the way to the scope, so all its files will be read.
  fileprivate func expectFiles() {
    if !tree.isListed, isOpen { tree.blobs.expect(files) }
  }

  /// The files that are probably read next.
  private var files: [ObjectID] {
    guard let rules = tree.rules else { return [] }
    return knownEntries.filter {
      $0.kind == .regular && !$0.name.isHidden && rules.isPropertyFile($0.name)
    }.prefix(Self.window).compactMap(\.object)
  }

  func entry(named name: FileName) throws(FileError) -> RevisionEntry {
    guard let entry = try entries().named(name) else {
      throw FileError(place(of: name), .notFound)
    }
    return entry
  }

  func directory(named name: FileName) throws(FileError) -> RevisionDirectory {
    guard let directory = try entry(named: name).directory else {
      throw FileError(place(of: name), .notADirectory)
    }
    guard directory.depth <= Directory.depthLimit else {
      throw FileError(place(of: name), .tooDeep(limit: Directory.depthLimit))
    }
    return directory
  }

  func target(of link: FileName, _ entry: RevisionEntry) throws(FileError) -> [UInt8] {
    try bytes(of: link, entry, place(of: link))
  }

  func bytes(
    of file: FileName, _ entry: RevisionEntry, _ place: FilePlace
  ) throws(FileError) -> [UInt8] {
    filesRead.append(entry.place)
    guard let object = entry.object else {
      throw FileError(place, .notARegularFile(entry.kind))
    }
    return try tree.bytes(of: object, .blob, at: place) { files }
  }

  func isRoot(at path: [UInt8]) -> Bool? { nil }

  /// The parts read so far; nil if it was not opened.
  fileprivate var trace: RevisionTrace? {
    if !isOpen { return nil }
    let filesRead = Set(filesRead)
    let parts = knownEntries.sorted { $0.place < $1.place }.map { entry in
      let below = entry.directory?.trace
      return RevisionTrace.Part(
        identity: entry.place, isRead: below != nil || filesRead.contains(entry.place),
        below: below)
    }
    return RevisionTrace(text, parts)
  }
}

/// A scope directory of a revision.
final class RevisionFolder: EntryFolder {
  let path: [FileName]
  let directory: RevisionDirectory
  let parent: RevisionFolder?
  let entries: [RevisionEntry]
  /// Owns the directory.
  private let tree: RevisionTree

  init(
    _ directory: RevisionDirectory, path: [FileName], parent: RevisionFolder?
  ) throws(FileError) {
    (self.directory, self.path, self.parent) = (directory, path, parent)
    tree = directory.tree
    entries = try directory.entries()
  }

  func expect(_ rules: Rules) { tree.expect(rules) }
}

/// An entry of a revision's directory.
struct RevisionEntry: NamedEntry, LinkedEntry {
  let name: FileName
  let kind: FileKind
  /// Nil for a listed directory.
  let object: ObjectID?
  /// The offset of the object's ID in the tree object.
  let place: Int
  var directory: RevisionDirectory?

  var listedKind: FileKind? { kind }
  var identity: ObjectIdentifier? { directory.map(ObjectIdentifier.init) }
}

/// Git's tree object: mode, space, name, NUL and ID of each entry.
struct TreeObject {
  struct Entry {
    let kind: FileKind
    let name: ArraySlice<UInt8>
    let identity: ArraySlice<UInt8>

    var object: ObjectID { ObjectID(identity) }
  }

  private let bytes: [UInt8]
  private let object: ObjectID
  private var at = 0

  init(_ bytes: [UInt8], of object: ObjectID) {
    (self.bytes, self.object) = (bytes, object)
  }

  mutating func next() throws(FileError.Kind) -> Entry? {
    if at == bytes.count { return nil }
    guard let space = bytes[at...].firstIndex(of: UInt8(ascii: " ")),
      let kind = FileKind(gitMode: bytes[at..<space]),
      let end = bytes[space...].firstIndex(of: 0), object.size < bytes.count - end
    else { throw .brokenObject(id: object.letters) }
    at = end + 1 + object.size
    return Entry(kind: kind, name: bytes[(space + 1)..<end], identity: bytes[(end + 1)..<at])
  }
}

extension FileKind {
  /// The kind of a git mode in octal digits, such as `100644`; nil if malformed.
  init?(gitMode mode: some Collection<UInt8>) {
    guard 1...8 ~= mode.count, mode.allSatisfy({ 0x30...0x37 ~= $0 }) else { return nil }
    let number = mode.reduce(0) { $0 << 3 | Int($1 & 7) }
    self =
      switch number >> 12 {
      case 0o10: .regular
      case 0o12: .link
      case 0o16: .submodule
      case 0o04: .directory
      default: .other
      }
  }
}
