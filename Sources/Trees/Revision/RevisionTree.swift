import SystemCalls

/// A directory tree at a revision: names, listed at once or by directory, and access to their bytes.
///
/// Names stay in the listing's text until their directory is opened.
package final class RevisionTree {
  private struct Node {
    let kind: FileKind
    let name: Range<Int>
    /// Nil for a listed directory.
    let object: ObjectID?
    /// The index of the directory, if it is a directory.
    let directory: Int?
    /// The previous entry of the same directory.
    let previous: Int?
    var isRead = false
  }

  private struct DirectoryNode {
    let parent: Int?
    let depth: Int
    /// In the text of the parent.
    let name: Range<Int>
    /// The text with the entries' names: the listing or the tree object.
    var text: [UInt8]
    var last: Int?
    var entries: [RevisionEntry]?
    /// The tree object, until it is read.
    var object: ObjectID?
  }

  package private(set) var readError: BlobError?
  private let isListed: Bool
  private let blobs: any BlobStore
  private var nodes: [Node] = []
  private var directories: [DirectoryNode]
  private var order: ReadingOrder?
  private var rules: Rules?
  private var textSize = 0

  /// A few small tree objects can refer to each other so often that their names exceed any memory.
  package static let maxNames = 250_000
  package static let maxBytes = 64 << 20
  package static var tooMany: FileError {
    FileError(.inTree([]), .tooManyNames(limit: maxNames, mebibytes: maxBytes >> 20))
  }

  private static let window = 400

  /// `listing` is the output of `git ls-tree -r -z`.
  package init(listing: [UInt8], blobs: any BlobStore) throws(FileError) {
    self.blobs = blobs
    isListed = true
    directories = [DirectoryNode(parent: nil, depth: 0, name: 0..<0, text: listing)]
    guard try readAll(listing) else {
      throw FileError(.inTree([]), .unreadableObjects(Array("unknown format of a listing".utf8)))
    }
  }

  /// Reads each directory's tree object when it is opened, from the root's on.
  package init(object: ObjectID, blobs: any BlobStore) {
    self.blobs = blobs
    isListed = false
    directories = [DirectoryNode(parent: nil, depth: 0, name: 0..<0, text: [], object: object)]
  }

  package func root() throws(FileError) -> any TreeFolder {
    try RevisionFolder(RevisionDirectory(tree: self, number: 0), path: [], parent: nil)
  }

  func expect(_ rules: Rules, isWalk: Bool) {
    self.rules = rules
    if isWalk && isListed { order = ReadingOrder(self, rules) }
    expectFiles(of: 0)
  }

  /// Each directory opened is on the way to the scope, so all its files will be read.
  private func expectFiles(of directory: Int) {
    if isListed || rules == nil || directories[directory].entries == nil { return }
    blobs.expect(next(in: directory).compactMap { nodes[$0].object })
  }

  // MARK: Reading the listing

  /// Lines of mode, type, object, tab, path, NUL.
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
        // Git lists the entries of a directory together, so only the previous line's path is needed.
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
        if nodes.count > Self.maxNames { break }
      }
    } catch { throw failure(error, of: object, at: .inTree(path(of: directory))) }
    try checkCount()
    directories[directory].object = nil
  }

  private func checkCount() throws(FileError) {
    if nodes.count > Self.maxNames || textSize > Self.maxBytes {
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

  /// The entries in byte order of the names, which is not git's order.
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
    // Git sorts a directory's name as if it ended in a slash, which rarely changes the order.
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

  private func next(in directory: Int) -> ArraySlice<Int> {
    if let order { return order.next(from: directory, Self.window) }
    guard let rules else { return [] }
    let entries = directories[directory].entries ?? []
    return entries.filter { $0.isProperty(rules) }.map(\.node).prefix(Self.window)
  }

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

/// An entry of a revision's directory.
struct RevisionEntry {
  let name: FileName
  let kind: FileKind
  let directory: Int?
  let node: Int

  func isProperty(_ rules: Rules) -> Bool {
    kind == .regular && !name.isHidden && rules.isPropertyFile(name)
  }
}

/// The property files of a revision in the order in which a walk over all scopes reads them.
struct ReadingOrder {
  private var files: [Int] = []
  private var starts: [Int]

  init(_ tree: RevisionTree, _ rules: Rules) {
    starts = Array(repeating: 0, count: tree.directoryCount)
    var ahead = [0]
    while let directory = ahead.popLast() {
      starts[directory] = files.count
      var below: [Int] = []
      for entry in (try? tree.entries(of: directory)) ?? [] where !entry.name.isHidden {
        if let number = entry.directory {
          if rules.canBeScope(entry.name) { below.append(number) }
        } else if entry.isProperty(rules) {
          files.append(entry.node)
        }
      }
      ahead += below.reversed()
    }
  }

  func next(from directory: Int, _ count: Int) -> ArraySlice<Int> {
    files[starts[directory]...].prefix(count)
  }
}
