import SystemCalls

/// A directory tree as it was at a revision: the names that git lists, and the way to their bytes.
///
/// The names stay where the listing has them until somebody looks into their directory.
package final class RevisionTree {
  private struct Node {
    let kind: FileKind
    let name: Range<Int>
    let object: Range<Int>
    /// The number of the directory that it is.
    let directory: Int?
    /// The entry of the same directory that was listed before.
    let previous: Int?
  }

  private struct DirectoryNode {
    let parent: Int?
    let depth: Int
    let name: Range<Int>
    var last: Int?
    var entries: [RevisionEntry]?
  }

  private let listing: [UInt8]
  private let blobs: any BlobStore
  private var nodes: [Node] = []
  private var directories = [DirectoryNode(parent: nil, depth: 0, name: 0..<0)]
  private var order: ReadingOrder?
  /// What of a directory is read when any of it is: its files by these are fetched together.
  private var rules: Rules?

  /// How many files are named as those that will probably be wanted next.
  private static let window = 400

  /// Takes what `git ls-tree -r -z` prints.
  package init(listing: [UInt8], blobs: any BlobStore) throws(FileError) {
    self.listing = listing
    self.blobs = blobs
    guard readAll(listing) else {
      throw FileError(.inTree([]), .unreadableObjects(Array("unknown form of a listing".utf8)))
    }
  }

  /// The root's directory.
  package var root: any TreeFolder { RevisionFolder(of: self) }

  func expect(_ rules: Rules, isWalk: Bool) {
    self.rules = rules
    if isWalk { order = ReadingOrder(self, rules) }
  }

  // MARK: Reading the listing

  /// One line after another: mode, kind, object, a tab, the path, NUL.
  private func readAll(_ text: [UInt8]) -> Bool {
    var way: [(name: Range<Int>, directory: Int)] = []
    var at = 0
    while at < text.count {
      guard let end = text[at...].firstIndex(of: 0),
        let tab = text[at..<end].firstIndex(of: UInt8(ascii: "\t")),
        let space = text[at..<tab].firstIndex(of: UInt8(ascii: " ")),
        let before = text[at..<tab].lastIndex(of: UInt8(ascii: " ")), before > space
      else { return false }
      let kind = FileKind(gitMode: text[at..<space])
      var start = tab + 1
      var depth = 0
      while let slash = text[start..<end].firstIndex(of: UInt8(ascii: "/")) {
        // What git lists of a directory stands together, so the way to the line before is all that is
        // ever gone on from.
        if depth == way.count || !text[way[depth].name].elementsEqual(text[start..<slash]) {
          way.removeSubrange(depth...)
          let above = way.last?.directory ?? 0
          way.append((start..<slash, addDirectory(start..<slash, to: above)))
        }
        depth += 1
        start = slash + 1
      }
      way.removeSubrange(depth...)
      add(kind, start..<end, (before + 1)..<tab, to: way.last?.directory ?? 0)
      at = end + 1
    }
    return true
  }

  private func addDirectory(_ name: Range<Int>, to parent: Int) -> Int {
    let number = directories.count
    let depth = directories[parent].depth + 1
    directories.append(DirectoryNode(parent: parent, depth: depth, name: name))
    add(.directory, name, 0..<0, to: parent, directory: number)
    return number
  }

  private func add(
    _ kind: FileKind, _ name: Range<Int>, _ object: Range<Int>, to parent: Int,
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
  func entries(of directory: Int) -> [RevisionEntry] {
    if let known = directories[directory].entries { return known }
    var entries: [RevisionEntry] = []
    var next = directories[directory].last
    while let number = next {
      let node = nodes[number]
      entries.append(
        RevisionEntry(
          name: FileName(listing[node.name]), kind: node.kind, directory: node.directory,
          object: node.object))
      next = node.previous
    }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    directories[directory].entries = entries
    return entries
  }

  func parent(of directory: Int) -> Int? { directories[directory].parent }

  func depth(of directory: Int) -> Int { directories[directory].depth }

  /// The path from the root without links.
  func path(of directory: Int) -> [FileName] {
    var names: [FileName] = []
    var number = directory
    while let parent = directories[number].parent {
      names.append(FileName(listing[directories[number].name]))
      number = parent
    }
    return names.reversed()
  }

  // MARK: Bytes

  /// The objects that will probably be wanted after one of a directory.
  private func next(in directory: Int) -> ArraySlice<Range<Int>> {
    if let order { return order.next(from: directory, Self.window) }
    guard let rules else { return [] }
    return entries(of: directory).filter { $0.isProperty(rules) }.map(\.object).prefix(Self.window)
  }

  /// The bytes of a file in a directory.
  func bytes(
    of entry: RevisionEntry, in directory: Int, at place: FilePlace
  ) throws(FileError) -> [UInt8] {
    do throws(BlobError) {
      return try blobs.bytes(of: Array(listing[entry.object]), limit: FileReader.limit) {
        next(in: directory).map { Array(listing[$0]) }
      }
    } catch {
      switch error {
      case .missing:
        throw FileError(place, .missingObject(id: Array(listing[entry.object])))
      case .tooLarge: throw FileError(place, .tooLarge(limit: FileReader.limit))
      case .unreadable(let words): throw FileError(place, .unreadableObjects(words))
      }
    }
  }
}

/// One name that a directory of a revision holds.
struct RevisionEntry: NamedEntry {
  let name: FileName
  let kind: FileKind
  /// The number of the directory that it is.
  let directory: Int?
  /// Where the listing has the name of its object.
  let object: Range<Int>

  /// Whether it is a property file, and no link to one.
  func isProperty(_ rules: Rules) -> Bool {
    kind == .regular && !name.isHidden && rules.isPropertyFile(name)
  }
}

extension FileKind {
  /// The kind that git's mode tells: `100644`, `120000`.
  fileprivate init(gitMode mode: some Collection<UInt8>) {
    func begins(_ start: String) -> Bool {
      mode.starts(with: start.utf8)
    }
    self =
      if begins("100") {
        .regular
      } else if begins("120") {
        .link
      } else if begins("160") {
        .submodule
      } else {
        .other
      }
  }
}
