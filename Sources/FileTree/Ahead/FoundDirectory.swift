import SystemCalls

/// What a directory holds, as one process tells it to another: its names in byte order, and the bytes of its property
/// files.
struct FoundDirectory {
  /// How many names lead to it, and the last of them; those before it are the ones of what was told before.
  let depth: Int
  let name: FileName
  let entries: [Entry]

  struct Entry: NamedEntry {
    let name: FileName
    /// Nil where that is more than what stands there by itself.
    let kind: FileKind?
    /// Nil for what is no property file, and where reading says what is wrong, or takes its time.
    let bytes: [UInt8]?

    fileprivate init(name: FileName, kind: FileKind?, bytes: [UInt8]?) {
      (self.name, self.kind, self.bytes) = (name, kind, bytes)
    }

    /// Takes what the disk lists.
    init(_ entry: DirectoryEntry) {
      let isSimple = entry.kind == .regular || entry.kind == .directory
      self.init(name: entry.name, kind: isSimple ? entry.kind : nil, bytes: nil)
    }
  }

  /// The largest file that is told, and how much of one directory's: with larger ones it is not the calls that take time.
  private static let largest = 1 << 16
  private static let most = 1 << 20

  /// Looks into a directory, and into its property files where there are rules.
  init(_ folder: Folder, _ rules: Rules?) {
    (depth, name) = (folder.path.count, folder.path.last ?? [])
    var size = 0
    entries = folder.entries.map { entry in
      guard let rules, size < Self.most, entry.kind == .regular, rules.takes(entry.name),
        let bytes = try? folder.read(entry.name), bytes.count <= Self.largest
      else { return Entry(entry) }
      size += bytes.count
      return Entry(name: entry.name, kind: .regular, bytes: bytes)
    }
  }

  // MARK: On its way

  /// Appends its length, depth, name and count of entries, and of each its name, whether it is a file or a directory, and
  /// the bytes if there are some.
  func write(to message: inout [UInt8]) {
    let start = message.count
    for number in [0, depth] { Self.write(number, &message) }
    Self.write(name, &message)
    Self.write(entries.count, &message)
    for entry in entries {
      Self.write(entry.name, &message)
      let isTold = entry.bytes != nil
      message.append(entry.kind == nil ? 0 : entry.kind == .directory ? 1 : isTold ? 3 : 2)
      if let bytes = entry.bytes { Self.write(bytes, &message) }
    }
    var length: [UInt8] = []
    Self.write(message.count - start, &length)
    message.replaceSubrange(start..<start + length.count, with: length)
  }

  private static func write(_ number: Int, _ message: inout [UInt8]) {
    for byte in 0..<4 { message.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }

  private static func write(_ bytes: [UInt8], _ message: inout [UInt8]) {
    write(bytes.count, &message)
    message += bytes
  }

  /// How long the message is that begins at a place, and what it is about; nil where it is not whole.
  static func head(
    at start: Int, in message: [UInt8]
  ) -> (length: Int, depth: Int, name: FileName)? {
    guard start + 4 <= message.count else { return nil }
    var place = start
    let length = number(&place, message)
    guard start + length <= message.count else { return nil }
    return (length, number(&place, message), bytes(&place, message))
  }

  /// Reads the message that begins at a place.
  init(at start: Int, in message: [UInt8]) {
    var place = start + 4
    depth = Self.number(&place, message)
    name = Self.bytes(&place, message)
    let count = Self.number(&place, message)
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for _ in 0..<count {
      let name = Self.bytes(&place, message)
      let mark = message[place]
      place += 1
      entries.append(
        Entry(
          name: name, kind: mark == 0 ? nil : mark == 1 ? .directory : .regular,
          bytes: mark == 3 ? Self.bytes(&place, message) : nil))
    }
    self.entries = entries
  }

  private static func number(_ place: inout Int, _ message: [UInt8]) -> Int {
    defer { place += 4 }
    return (0..<4).reduce(0) { $0 | Int(message[place + $1]) << (8 * $1) }
  }

  private static func bytes(_ place: inout Int, _ message: [UInt8]) -> [UInt8] {
    let count = number(&place, message)
    defer { place += count }
    return Array(message[place..<place + count])
  }
}
