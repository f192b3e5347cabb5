import SystemCalls

/// A directory tree as it was at a revision: the names that git lists, all at once or directory by directory, and
/// the way to their bytes.
///
/// The names stay where the listing has them until somebody looks into their directory.
package final class RevisionTree {
  private struct Node {
    let kind: FileKind
    let name: Range<Int>
    /// Nil where a listing names none.
    let object: ObjectID?
    /// The number of the directory that it is.
    let directory: Int?
    /// The entry of the same directory that was listed before.
    let previous: Int?
    /// Whether somebody wanted its bytes.
    var isRead = false
  }

  private struct DirectoryNode {
    let parent: Int?
    let depth: Int
    /// In the text of the one above.
    let name: Range<Int>
    /// Where the names in it stand: in the listing, or in its object.
    var text: [UInt8]
    var last: Int?
    var entries: [RevisionEntry]?
    /// The object that tells what it holds, where that is not listed.
    var object: ObjectID?
  }

  /// Why some of what it holds could not be read: that says nothing of the revision.
  package private(set) var lack: BlobError?
  private let isListed: Bool
  private let blobs: any BlobStore
  private var nodes: [Node] = []
  private var directories: [DirectoryNode]
  private var order: ReadingOrder?
  /// What of a directory is read when any of it is: its files by these are fetched together.
  private var rules: Rules?

  /// How many bytes the names take that were read directory by directory.
  private var textSize = 0

  /// A few small objects can name each other so often that no memory holds what they name: more files and directories
  /// than this are an error, and so are more bytes of their listing.
  package static let mostNames = 250_000
  package static let mostBytes = 64 << 20
  package static var tooMany: FileError {
    FileError(.inTree([]), .tooManyNames(limit: mostNames, mebibytes: mostBytes >> 20))
  }

  /// How many files are named as those that will probably be wanted next.
  private static let window = 400

  /// Takes what `git ls-tree -r -z` prints.
  package init(listing: [UInt8], blobs: any BlobStore) throws(FileError) {
    self.blobs = blobs
    isListed = true
    directories = [DirectoryNode(parent: nil, depth: 0, name: 0..<0, text: listing)]
    guard try readAll(listing) else {
      throw FileError(.inTree([]), .unreadableObjects(Array("unknown format of a listing".utf8)))
    }
  }

  /// Takes the name of the object of the root's directory; each directory is read when somebody looks into it.
  package init(object: ObjectID, blobs: any BlobStore) {
    self.blobs = blobs
    isListed = false
    directories = [DirectoryNode(parent: nil, depth: 0, name: 0..<0, text: [], object: object)]
  }

  /// The root's directory.
  package func root() throws(FileError) -> any TreeFolder { try RevisionFolder(of: self) }

  func expect(_ rules: Rules, isWalk: Bool) {
    self.rules = rules
    if isWalk && isListed { order = ReadingOrder(self, rules) }
    expectFiles(of: 0)
  }

  /// Where directories are looked into one by one, each is on the way to the scope that is asked: its files are going to
  /// be read when all of them are known.
  private func expectFiles(of directory: Int) {
    if isListed || rules == nil || directories[directory].entries == nil { return }
    blobs.expect(next(in: directory).compactMap { nodes[$0].object })
  }

  // MARK: Reading the listing

  /// One line after another: mode, kind, object, a tab, the path, NUL.
  private func readAll(_ text: [UInt8]) throws(FileError) -> Bool {
    var way: [(name: Range<Int>, directory: Int)] = []
    var at = 0
    while at < text.count {
      guard let end = text[at...].firstIndex(of: 0),
        let tab = text[at..<end].firstIndex(of: UInt8(ascii: "\t")),
        let space = text[at..<tab].firstIndex(of: UInt8(ascii: " ")),
        let before = text[at..<tab].lastIndex(of: UInt8(ascii: " ")), before > space
      else { return false }
      guard let kind = FileKind(gitMode: text[at..<space]) else { return false }
      var start = tab + 1
      var depth = 0
      while let slash = text[start..<end].firstIndex(of: UInt8(ascii: "/")) {
        // What git lists of a directory stands together, so the way to the line before is all that is
        // ever gone on from.
        if depth == way.count || !text[way[depth].name].elementsEqual(text[start..<slash]) {
          guard text[start..<slash].isComponent else { return false }
          way.removeSubrange(depth...)
          let above = way.last?.directory ?? 0
          way.append((start..<slash, addDirectory(start..<slash, to: above)))
          try checkCount()
        }
        depth += 1
        start = slash + 1
      }
      way.removeSubrange(depth...)
      guard text[start..<end].isComponent else { return false }
      let object = ObjectID(letters: text[(before + 1)..<tab])
      add(kind, start..<end, object, to: way.last?.directory ?? 0)
      try checkCount()
      at = end + 1
    }
    return true
  }

  @discardableResult
  private func addDirectory(
    _ name: Range<Int>, to parent: Int, object: ObjectID? = nil
  ) -> Int {
    let number = directories.count
    let depth = directories[parent].depth + 1
    directories.append(
      DirectoryNode(
        parent: parent, depth: depth, name: name,
        text: object == nil ? directories[0].text : [], object: object))
    add(.directory, name, object, to: parent, directory: number)
    return number
  }

  /// Reads the object of a directory that is not listed yet.
  private func read(_ directory: Int, _ object: ObjectID) throws(FileError) {
    let bytes = try bytes(of: object, .tree, at: .inTree(path(of: directory))) { [] }
    textSize += bytes.count
    try checkCount()
    directories[directory].text = bytes
    var entries = TreeObject(bytes, of: object)
    do throws(BlobError) {
      while let entry = try entries.next() {
        let name = entry.name.indices
        if entry.isDirectory {
          addDirectory(name, to: directory, object: entry.object)
        } else {
          add(entry.kind, name, entry.object, to: directory)
        }
        if nodes.count > Self.mostNames { break }
      }
    } catch { throw failure(error, of: object, at: .inTree(path(of: directory))) }
    try checkCount()
    directories[directory].object = nil
  }

  /// Refuses what no memory may hold.
  private func checkCount() throws(FileError) {
    if nodes.count > Self.mostNames || textSize > Self.mostBytes {
      throw Self.tooMany
    }
  }

  private func add(
    _ kind: FileKind, _ name: Range<Int>, _ object: ObjectID?, to parent: Int,
    directory: Int? = nil
  ) {
    nodes.append(
      Node(
        kind: kind, name: name, object: object, directory: directory,
        previous: directories[parent].last))
    directories[parent].last = nodes.count - 1
  }

  // MARK: Looking names up

  var directoryCount: Int { directories.count }

  /// What a directory holds, in byte order of the names, which is not git's.
  func entries(of directory: Int) throws(FileError) -> [RevisionEntry] {
    if let known = directories[directory].entries { return known }
    if let object = directories[directory].object { try read(directory, object) }
    let text = directories[directory].text
    var entries: [RevisionEntry] = []
    var next = directories[directory].last
    while let number = next {
      let node = nodes[number]
      entries.append(
        RevisionEntry(
          name: FileName(text[node.name]), kind: node.kind, directory: node.directory,
          node: number))
      next = node.previous
    }
    entries.reverse()
    func precedes(_ one: RevisionEntry, _ other: RevisionEntry) -> Bool {
      one.name.lexicographicallyPrecedes(other.name)
    }
    // To git a directory's name ends with a slash, which seldom matters.
    if !zip(entries, entries.dropFirst()).allSatisfy(precedes) {
      entries.sort(by: precedes)
      for (one, other) in zip(entries, entries.dropFirst()) where one.name == other.name {
        let error = BlobError.unreadable(Array("a directory contains a name twice".utf8))
        throw failure(error, of: nil, at: .inTree(path(of: directory) + [one.name]))
      }
    }
    directories[directory].entries = entries
    expectFiles(of: directory)
    return entries
  }

  func parent(of directory: Int) -> Int? { directories[directory].parent }

  func depth(of directory: Int) -> Int { directories[directory].depth }

  /// The path from the root without links.
  func path(of directory: Int) -> [FileName] {
    var names: [FileName] = []
    var number = directory
    while let parent = directories[number].parent {
      names.append(FileName(directories[parent].text[directories[number].name]))
      number = parent
    }
    return names.reversed()
  }

  // MARK: Bytes

  /// The objects that will probably be wanted after one of a directory.
  private func next(in directory: Int) -> ArraySlice<Int> {
    if let order { return order.next(from: directory, Self.window) }
    guard let rules else { return [] }
    let entries = directories[directory].entries ?? []
    return entries.filter { $0.isProperty(rules) }.map(\.node).prefix(Self.window)
  }

  /// The bytes of a file in a directory.
  func bytes(
    of entry: RevisionEntry, in directory: Int, at place: @autoclosure () -> FilePlace
  ) throws(FileError) -> [UInt8] {
    nodes[entry.node].isRead = true
    guard let object = nodes[entry.node].object else {
      throw FileError(place(), .notARegularFile(entry.kind))
    }
    return try bytes(of: object, .blob, at: place()) {
      next(in: directory).compactMap { nodes[$0].object }
    }
  }

  private func bytes(
    of object: ObjectID, _ kind: GitObjectKind, at place: @autoclosure () -> FilePlace,
    next: () -> [ObjectID]
  ) throws(FileError) -> [UInt8] {
    do throws(BlobError) {
      return try blobs.bytes(of: object, kind, limit: FileReader.limit, next: next)
    } catch { throw failure(error, of: object, at: place()) }
  }

  /// What is wrong at a place; that some of the revision could not be read is noted.
  private func failure(
    _ error: BlobError, of object: ObjectID?, at place: FilePlace
  ) -> FileError {
    if case .tooLarge = error {} else { lack = error }
    return switch error {
    case .missing: FileError(place, .missingObject(id: object?.letters ?? []))
    case .tooLarge: FileError(place, .tooLarge(limit: FileReader.limit))
    case .broken(let object): FileError(place, .brokenObject(id: object.letters))
    case .unreadable(let words): FileError(place, .unreadableObjects(words))
    }
  }

  // MARK: What was read

  /// What somebody has looked at by now, where directories are looked into one by one.
  package var trace: RevisionTrace {
    var traces: [Int: RevisionTrace] = [:]
    for number in directories.indices.reversed() where directories[number].entries != nil {
      var parts: [RevisionTrace.Part] = []
      var next = directories[number].last
      while let index = next {
        let node = nodes[index]
        let below = node.directory.flatMap { traces[$0] }
        parts.append(
          RevisionTrace.Part(
            identity: node.name.upperBound + 1, isRead: node.isRead || below != nil, below: below))
        next = node.previous
      }
      traces[number] = RevisionTrace(directories[number].text, parts.reversed())
    }
    return traces[0] ?? RevisionTrace([], [])
  }
}

/// One name that a directory of a revision holds.
struct RevisionEntry: NamedEntry {
  let name: FileName
  let kind: FileKind
  /// The number of the directory that it is.
  let directory: Int?
  /// Its number in the tree.
  let node: Int

  /// Whether it is a property file, and no link to one.
  func isProperty(_ rules: Rules) -> Bool {
    kind == .regular && !name.isHidden && rules.isPropertyFile(name)
  }
}
