import Answers
import Cascade
import Files
import Import
import SafeText
import SystemCalls
import Trees

/// A run of `heir import`: prints what is left out, and writes the files that differ.
struct ImportRun {
  let console: Console
  let path: [UInt8]

  /// Returns whether everything is imported, and the number of files that are kept.
  func run(
    _ plan: ImportPlan, _ findings: [Diagnostic]
  ) throws(Failure) -> (isWhole: Bool, keptCount: Int) {
    let sorted = findings.enumerated().sorted { one, other in
      let (first, second) = (one.element.anyPath, other.element.anyPath)
      // Of one place in the order of the import.
      return first == second
        ? (one.element.place?.range.start ?? 0, one.offset)
          < (other.element.place?.range.start ?? 0, other.offset)
        : first.lexicographicallyPrecedes(second)
    }
    var last = ""
    for (_, finding) in sorted {
      let line = line(of: finding)
      if line != last { console.output.append(line) }
      last = line
    }
    let keptCount = try write(plan.files)
    return (keptCount == 0 && !findings.contains { $0.severity == .warning }, keptCount)
  }

  private func line(of finding: Diagnostic) -> String {
    if finding.severity == .note && console.isQuiet { return "" }
    let place = console.places.text(finding) ?? "heir"
    return "\(place): \(finding.severity == .note ? "note: " : "")\(finding.message)\n"
  }

  /// Returns the number of files that are kept.
  private func write(_ files: [(path: [FileName], bytes: [UInt8])]) throws(Failure) -> Int {
    let tree = try about(
      .tree(0),
      try OutputTree(
        path, from: console.session.workingDirectory, barring: [],
        LockTimeout(limit: LockTimeout.usual)))
    guard let tree else { return 0 }
    let old = try list(in: tree)
    var list = old
    let planned = Set(files.map(\.path))
    let directories = Set(
      files.flatMap { file in (1..<file.path.count).map { Array(file.path[..<$0]) } })
    for path in planned where directories.contains(path) {
      throw .message(
        "\(Printable.quoted(path.joinedPath)) would be a file and the directory of a scope; rename the scope in DIR"
      )
    }
    let orphans = list.paths.filter { !planned.contains($0) }
    /// Without bytes, the file is removed.
    var changes: [(path: [FileName], bytes: [UInt8]?)] = []
    var (owned, keptCount): (Set<[FileName]>, Int) = ([], 0)
    func keep(_ names: [FileName], _ reason: String) {
      console.output.append("\(place(of: names)): kept, because \(reason)\n")
      keptCount += 1
    }
    for (names, bytes) in files.map({ ($0.path, Optional($0.bytes)) }) + orphans.map({ ($0, nil) })
    {
      if let present = try about(.tree(0), try tree.contents(of: names)?.bytes) {
        if present == bytes {
          list.note(bytes, at: names)
          continue
        }
        guard list.confirm(present, at: names) else {
          keep(names, "it was edited or not written by an import")
          continue
        }
        owned.insert(names)
      }
      changes.append((names, bytes))
    }
    let expected = planned.union(orphans)
    for names in try others(among: files.map(\.path)) where !expected.contains(names) {
      keep(names, "no import wrote it, and its values count")
    }
    let foreign = try foreign(among: owned)
    for names in foreign { keep(names, "git tracks the list of imported files, but not this file") }
    changes.removeAll { foreign.contains($0.path) }
    for case (let names, let bytes?) in changes { list.begin(bytes, at: names) }
    // A killed run leaves no unlisted file.
    if changes.contains(where: { $0.bytes != nil }) { try put(list, in: tree) }
    var (writtenCount, removedCount) = (0, 0)
    for (names, bytes) in changes {
      if let bytes {
        let write = try about(.tree(0), try tree.put(bytes, at: names))
        if write.isTouched { writtenCount += 1 }
        console.warn(of: write, start + names.joinedPath)
      } else if try about(.tree(0), try tree.remove(names)) {
        removedCount += 1
      }
      list.note(bytes, at: names)
    }
    if list != old { try put(list, in: tree) }
    let counts = [(writtenCount, "written"), (removedCount, "removed"), (keptCount, "kept")]
      .filter { $0.0 > 0 }.map { "\(Printable.count($0.0, "file")) \($0.1)" }
    let count = Printable.count(files.count, "file")
    let all = files.count == 1 ? "the file is up to date" : "all \(count) are up to date"
    console.note(counts.isEmpty ? all : counts.joined(separator: ", "))
    return keptCount
  }

  /// The property files in the directories of files and above them.
  private func others(among files: [[FileName]]) throws(Failure) -> [[FileName]] {
    var directories: Set<[FileName]> = []
    for path in files { for count in path.indices { directories.insert(Array(path[..<count])) } }
    func found(in folder: Folder) throws(FileError) -> [[FileName]] {
      let listing = folder.listing(.usual)
      var paths = listing.files.map { folder.path + [$0] }
      for name in listing.folders where directories.contains(folder.path + [name]) {
        paths += try found(in: folder.folder(named: name, rules: .usual))
      }
      return paths
    }
    return try about(
      .tree(0),
      try existing(Folder.root(path, from: console.session.workingDirectory), unless: \.isOfNothing)
        .map { (folder) throws(FileError) in try found(in: folder) } ?? [])
  }

  // MARK: The list

  private func list(in tree: OutputTree) throws(Failure) -> ImportedList {
    let found = try about(.tree(0), try tree.contents(of: [ImportedList.name]))
    guard let (bytes, status) = found else { return ImportedList() }
    let name = place(of: [ImportedList.name])
    // It names files that may be replaced and removed.
    guard status.isWrittenByUserAlone else {
      throw .message(
        "others may have written \(name); nothing is written",
        notes: ["if it is right, make it yours alone, with 'chmod go-w' or 'chown'"])
    }
    return try ImportedList(bytes, called: name)
  }

  private func put(_ list: ImportedList, in tree: OutputTree) throws(Failure) {
    try about(.tree(0), try tree.putOwn(list.bytes, as: ImportedList.name))
  }

  /// The files that git does not track, if it tracks the list: its author may never have imported.
  private func foreign(among files: Set<[FileName]>) throws(Failure) -> Set<[FileName]> {
    if files.isEmpty { return [] }
    let tracked = try asFailure(
      try console.session.process.trackedFiles(in: start, console.remarks))
    if !tracked.contains(ImportedList.name) { return [] }
    return files.filter { !tracked.contains($0.joinedPath) }
  }

  /// The path of the tree with a slash at the end.
  private var start: [UInt8] { path.last == .slash ? path : path + [.slash] }

  private func place(of names: [FileName]) -> String {
    Printable.string(start + names.joinedPath)
  }

  // MARK: The tree

  /// Without overlays of the environment.
  static func context(_ tree: [UInt8], _ console: Console) throws(Failure) -> CommandContext {
    let paths = TreePaths(root: tree, overlays: [], else: (nil, nil))
    return try CommandContext(
      console, try Snapshot(paths, from: console.session.workingDirectory))
  }

  /// Throws the errors that `check` finds in the tree; values that the import evaluated are not computed again.
  static func check(
    _ tree: [UInt8], _ console: Console, computesValues: Bool
  ) throws(Failure) {
    let context = try context(tree, console)
    // The import lists the values without which a required key is missing.
    let rules = CheckRule.all.filter { $0.severity == .error && $0.name != .required }
    let checker = try context.checker(
      rules, from: .root, at: context.present, sharesFacts: true, computesValues: computesValues)
    let errors = checker.findings.map(\.diagnostic).filter { $0.severity == .error }
    if !errors.isEmpty { throw .diagnostics(errors) }
  }
}
