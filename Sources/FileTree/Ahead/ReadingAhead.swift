import SystemCalls

/// Another process that reads the directories of a tree in the order in which a walk comes to them, so that the walk
/// need not wait for the disk.
///
/// It only saves time: what it does not tell, for whatever reason, whoever walks finds out by asking the disk.
final class ReadingAhead {
  private let root: Folder
  let rules: Rules
  private let readsFiles: Bool
  /// How many directories were wanted.
  private var count = 0
  private var other: ProcessCopy?
  /// What it has told, up to where that was taken or passed by, and how long what comes next is.
  private var told: [UInt8] = []
  private var used = 0
  private var length = 0
  /// Where what comes next stands.
  private var path: [FileName] = []

  /// To make another process takes as long as to read so many.
  private static let few = 64

  init(_ root: Folder, _ rules: Rules, _ wanted: ReadAhead) {
    (self.root, self.rules, readsFiles) = (root, rules, wanted == .files)
  }

  /// What stands at a path that a walk comes to now; nil where the disk has to be asked.
  func found(at path: [FileName]) -> FoundDirectory? {
    count += 1
    if count == Self.few {
      other = ProcessCopy { [root, rules, readsFiles] output in
        var teller = Teller(output, rules, readsFiles)
        try? teller.tell(root, from: path[...])
        try? teller.end()
      }
      self.path = path
      advance()
    }
    while other != nil {
      if self.path == path {
        let found = FoundDirectory(at: used, in: told)
        advance()
        return found
      }
      // It may be that the walk comes to that later.
      if path.lexicographicallyPrecedes(self.path, by: { $0.lexicographicallyPrecedes($1) }) {
        return nil
      }
      advance()
    }
    return nil
  }

  /// Goes on to what is told next.
  private func advance() {
    used += length
    length = 0
    while let other {
      if let head = FoundDirectory.head(at: used, in: told) {
        length = head.length
        path.removeSubrange((head.depth - 1)...)
        path.append(head.name)
        return
      }
      let more = other.next()
      if more.isEmpty {
        self.other = nil
        told = []
        return
      }
      told.removeSubrange(..<used)
      used = 0
      told += more
    }
  }

  /// What the other process does.
  private struct Teller {
    private let output: Descriptor
    private let rules: Rules
    private let readsFiles: Bool
    private var message: [UInt8] = []
    /// How much is told at once: little at first, since somebody waits for it.
    private var enough = 1 << 10

    private static let most = 1 << 15

    init(_ output: Descriptor, _ rules: Rules, _ readsFiles: Bool) {
      (self.output, self.rules, self.readsFiles) = (output, rules, readsFiles)
    }

    /// Tells of all directories in and below one that do not come before a path, without following links.
    mutating func tell(_ folder: Folder, from start: ArraySlice<FileName>) throws(Errno) {
      if start.isEmpty { try tell(FoundDirectory(folder, readsFiles ? rules : nil)) }
      for entry in folder.entries where entry.kind == .directory {
        if let first = start.first, entry.name.lexicographicallyPrecedes(first) { continue }
        guard let inner = try? folder.folder(named: entry.name, rules: rules) else { continue }
        try tell(inner, from: entry.name == start.first ? start.dropFirst() : [])
      }
    }

    private mutating func tell(_ found: FoundDirectory) throws(Errno) {
      found.write(to: &message)
      if message.count < enough { return }
      enough = min(2 * enough, Self.most)
      try end()
    }

    mutating func end() throws(Errno) {
      try output.write(message)
      message.removeAll(keepingCapacity: true)
    }
  }
}
