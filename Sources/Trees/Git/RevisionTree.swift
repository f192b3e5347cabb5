import SystemCalls

/// A directory tree at a revision: names, listed at once or by directory, and access to their bytes.
package final class RevisionTree {
  private struct DirectoryNode {
    let parent: Int?
    let depth: Int
    let name: FileName
    /// The tree object; nil if the directory was listed.
    var object: ObjectID?
    /// The bytes of the tree object.
    var text: [UInt8] = []
    var entries: [RevisionEntry] = []
    var isOpen = false
    /// The entries whose bytes were read, by their places in the text.
    var filesRead: [Int] = []
  }

  package private(set) var readError: BlobError?
  private let isListed: Bool
  private let blobs: BlobReader
  private var directories: [DirectoryNode]
  private var rules: Rules?
  private var nameCount = 0
  private var textSize = 0

  /// A few small tree objects can refer to each other so often that their names exceed any memory.
  package static let maxNames = 250_000
  package static let maxBytes = 64 << 20
  package static var tooMany: FileError {
    FileError(.inTree([]), .tooManyNames(limit: maxNames, mebibytes: maxBytes >> 20))
  }

  private static let window = 400

  /// `listing` is the output of `git ls-tree -r -z`.
  package init(listing: [UInt8], blobs: BlobReader) throws(FileError) {
    self.blobs = blobs
    isListed = true
    directories = [DirectoryNode(parent: nil, depth: 0, name: [])]
    guard try readAll(listing) else {
      throw FileError(.inTree([]), .unreadableObjects(Array("unknown format of a listing".utf8)))
    }
  }

  /// Reads each directory's tree object when it is opened, from the root's on.
  package init(object: ObjectID, blobs: BlobReader) {
    self.blobs = blobs
    isListed = false
    directories = [DirectoryNode(parent: nil, depth: 0, name: [], object: object)]
  }

  package func root() throws(FileError) -> any TreeFolder {
    try RevisionFolder(RevisionDirectory(tree: self, number: 0), path: [], parent: nil)
  }

  func expect(_ rules: Rules) {
    self.rules = rules
    expectFiles(of: 0)
  }

  /// Each directory opened is on the way to the scope, so all its files will be read.
  private func expectFiles(of directory: Int) {
    if !isListed, directories[directory].isOpen { blobs.expect(files(of: directory)) }
  }

  /// The files that are probably read next.
  private func files(of directory: Int) -> [ObjectID] {
    guard let rules else { return [] }
    return directories[directory].entries.filter {
      $0.kind == .regular && !$0.name.isHidden && rules.isPropertyFile($0.name)
    }.prefix(Self.window).compactMap(\.object)
  }

  // MARK: Reading the listing

  /// Lines of mode, type, object, tab, path, NUL.
  private func readAll(_ text: [UInt8]) throws(FileError) -> Bool {
    var way: [(name: FileName, directory: Int)] = []
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
        let parent = way.last?.directory ?? 0
        way.append((name, directories.count))
        try add(RevisionEntry(name: name, kind: .directory), to: parent)
      }
      let entry = RevisionEntry(name: last, kind: kind, object: ObjectID(letters: words[2]))
      try add(entry, to: way.last?.directory ?? 0)
    }
    return true
  }

  private func read(_ directory: Int, _ object: ObjectID) throws(FileError) {
    let bytes = try bytes(of: object, .tree, at: .inTree(path(of: directory))) { [] }
    textSize += bytes.count
    directories[directory].text = bytes
    var entries = TreeObject(bytes, of: object)
    while let entry = try next(&entries, of: object, in: directory) {
      try add(entry, to: directory)
    }
    directories[directory].object = nil
  }

  private func next(
    _ entries: inout TreeObject, of object: ObjectID, in directory: Int
  ) throws(FileError) -> RevisionEntry? {
    do throws(BlobError) {
      guard let entry = try entries.next() else { return nil }
      let name = FileName(entry.name)
      guard name.isComponent else { throw .broken(object) }
      return RevisionEntry(
        name: name, kind: entry.kind, object: entry.object, place: entry.identity.startIndex)
    } catch {
      throw failure(error, of: nil, at: .inTree(path(of: directory)))
    }
  }

  private func add(_ entry: RevisionEntry, to parent: Int) throws(FileError) {
    var entry = entry
    if entry.kind == .directory {
      entry.directory = directories.count
      directories.append(
        DirectoryNode(
          parent: parent, depth: directories[parent].depth + 1, name: entry.name,
          object: entry.object))
    }
    directories[parent].entries.append(entry)
    nameCount += 1
    if nameCount > Self.maxNames || textSize > Self.maxBytes { throw Self.tooMany }
  }

  // MARK: Looking names up

  /// The entries in byte order of the names, which is not git's order.
  func entries(of directory: Int) throws(FileError) -> [RevisionEntry] {
    if directories[directory].isOpen { return directories[directory].entries }
    if let object = directories[directory].object { try read(directory, object) }
    directories[directory].entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    let entries = directories[directory].entries
    for (one, other) in zip(entries, entries.dropFirst()) where one.name == other.name {
      let error = BlobError.unreadable(Array("a directory contains a name twice".utf8))
      throw failure(error, of: nil, at: .inTree(path(of: directory) + [one.name]))
    }
    directories[directory].isOpen = true
    expectFiles(of: directory)
    return entries
  }

  func parent(of directory: Int) -> Int? { directories[directory].parent }

  func depth(of directory: Int) -> Int { directories[directory].depth }

  func path(of directory: Int) -> [FileName] {
    var names: [FileName] = []
    var number = directory
    while let parent = directories[number].parent {
      names.append(directories[number].name)
      number = parent
    }
    return names.reversed()
  }

  // MARK: Bytes

  func bytes(
    of entry: RevisionEntry, in directory: Int, at place: @autoclosure () -> FilePlace
  ) throws(FileError) -> [UInt8] {
    directories[directory].filesRead.append(entry.place)
    guard let object = entry.object else {
      throw FileError(place(), .notARegularFile(entry.kind))
    }
    return try bytes(of: object, .blob, at: place()) { files(of: directory) }
  }

  private func bytes(
    of object: ObjectID, _ kind: GitObjectKind, at place: @autoclosure () -> FilePlace,
    next: () -> [ObjectID]
  ) throws(FileError) -> [UInt8] {
    do throws(BlobError) {
      return try blobs.bytes(of: object, kind, limit: FileReader.limit, next: next)
    } catch { throw failure(error, of: object, at: place()) }
  }

  private func failure(
    _ error: BlobError, of object: ObjectID?, at place: FilePlace
  ) -> FileError {
    if case .tooLarge = error {} else { readError = error }
    return switch error {
    case .missing: FileError(place, .missingObject(id: object?.letters ?? []))
    case .tooLarge: FileError(place, .tooLarge(limit: FileReader.limit))
    case .broken(let object): FileError(place, .brokenObject(id: object.letters))
    case .unreadable(let words): FileError(place, .unreadableObjects(words))
    }
  }

  // MARK: Trace

  /// The parts read so far, if directories were read individually.
  package var trace: RevisionTrace {
    var traces: [Int: RevisionTrace] = [:]
    for number in directories.indices.reversed() where directories[number].isOpen {
      let directory = directories[number]
      let filesRead = Set(directory.filesRead)
      let parts = directory.entries.sorted { $0.place < $1.place }.map { entry in
        let below = entry.directory.flatMap { traces[$0] }
        return RevisionTrace.Part(
          identity: entry.place,
          isRead: below != nil || filesRead.contains(entry.place), below: below)
      }
      traces[number] = RevisionTrace(directory.text, parts)
    }
    return traces[0] ?? RevisionTrace([], [])
  }
}

/// An entry of a revision's directory.
struct RevisionEntry {
  let name: FileName
  let kind: FileKind
  /// Nil for a listed directory.
  var object: ObjectID?
  /// The offset of the object's ID in the tree object.
  var place = 0
  /// The number of a directory in its tree.
  var directory: Int?
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

  mutating func next() throws(BlobError) -> Entry? {
    if at == bytes.count { return nil }
    guard let space = bytes[at...].firstIndex(of: UInt8(ascii: " ")),
      let kind = FileKind(gitMode: bytes[at..<space]),
      let end = bytes[space...].firstIndex(of: 0), object.size < bytes.count - end
    else { throw .broken(object) }
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
