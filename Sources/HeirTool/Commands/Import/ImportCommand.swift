import Cascade
import CommandSpec
import Files
import Import
import SafeText
import SystemCalls
import Trees

enum ImportCommand {
  private enum Format: String, CaseIterable { case hiera, reclass, yaml }

  static let command = Command(
    "import", summary: "Convert a Hiera, reclass or YAML tree",
    details: """
      Reads the files in DIR and writes property files with their comments into TREE. 'hiera' \
      converts the hierarchy of 'hiera.yaml' into scopes and a rule of '.heir', 'reclass' classes \
      and nodes; with 'yaml' each directory is a scope, and 'values-NAME.yaml' is a scope below it.

      Everything that can be converted is written. The rest is listed with file and line, and \
      the exit status is 1 if something is left out, kept or different. If a file of settings or \
      facts is invalid, nothing is written, and the exit status is 2.

      Files in TREE that an import did not write, or that were edited since, are kept. \
      '.heir-imported' lists the imported files with a digest of each; keep it with them.
      """,
    examples: [
      Example("heir import hiera control-repo -o tree", "Convert a Hiera hierarchy"),
      Example(
        "heir import hiera . -o tree --facts 'facts/*.json'", "Also write the facts of hosts"),
      Example("heir import yaml chart -o tree", "Convert values of Helm"),
    ],
    parameters: Positional(.choice("FORMAT", of: Format.self), help: "Kind of tree"),
    Positional(.bytes("DIR", .directory), help: "Directory to read"),
    Option(
      "-o", "--output", type: .bytes("TREE", .directory), help: "Directory to write; required"),
    Option(
      "--facts", type: .bytes("PATTERN", .file),
      help: "Read the facts of hosts from files such as 'facts/*.json'"),
    Flag("--verify", help: "Compare all values with those of puppet or reclass"),
    options: CommonOptions.taking([]),
    run: { (console, format, directory, tree, facts, verifies) throws(Failure) in
      guard let tree else {
        throw .usage(.missingOption(oneOf: ["-o"], command: "import"))
      }
      if facts != nil && format != .hiera {
        throw .usage(.optionNeeds("--facts", other: "hiera"))
      }
      if verifies && (format == .hiera && facts == nil || format == .yaml) {
        throw .message("'--verify' needs 'hiera' with '--facts', or 'reclass'")
      }
      // Places in messages are below DIR.
      console.options.root = directory
      let base = console.session.workingDirectory
      let folder = try about(.tree(0), try Folder.root(directory, from: base))
      let source = ImportSource(folder, format == .hiera ? .ruby : .python)
      var findings: [Diagnostic] = []
      let plan: ImportPlan?
      var peer: ImportVerification.Peer?
      switch format {
      case .hiera:
        var found = ImportedFacts()
        if let facts { found = try about(.facts, try ImportedFacts(facts, from: base)) }
        let hiera = try about(.tree(0), try HieraImport(source, found))
        (plan, peer) = (hiera?.plan, hiera.map { .puppet($0) })
        findings = found.findings
      case .reclass:
        let reclass = try about(.tree(0), try ReclassImport(source))
        (plan, peer) = (reclass?.plan, reclass.map { .reclass($0) })
      case .yaml: plan = try about(.tree(0), try PlainImport(source)).plan
      }
      findings += source.findings
      let errors = findings.filter { $0.severity == .error }
      if !errors.isEmpty { throw .diagnostics(errors) }
      guard let plan else {
        let missing = format == .hiera ? "file 'hiera.yaml'" : "directory of nodes"
        throw .message("\(Printable.quoted(directory)) has no \(missing)")
      }
      var isWhole = try ImportRun(console: console, path: tree).run(plan, findings)
      if verifies, let peer {
        console.output.release()
        var verification = try ImportVerification(console, tree: tree)
        if try !verification.compare(with: peer, in: directory) { isWhole = false }
      }
      return isWhole ? .answered : .nothing
    })
}

/// A run of `heir import`: prints what is left out, and writes the files that differ.
struct ImportRun {
  let console: Console
  let path: [UInt8]

  /// Returns whether everything is imported.
  func run(_ plan: ImportPlan, _ findings: [Diagnostic]) throws(Failure) -> Bool {
    let sorted = findings.sorted { one, other in
      let (first, second) = (one.anyPath, other.anyPath)
      return first == second
        ? (one.place?.range.start ?? 0) < (other.place?.range.start ?? 0)
        : first.lexicographicallyPrecedes(second)
    }
    var last = ""
    for finding in sorted {
      let line = line(of: finding)
      if line != last { console.output.append(line) }
      last = line
    }
    return try write(plan.files) == 0 && !findings.contains { $0.severity == .warning }
  }

  private func line(of finding: Diagnostic) -> String {
    if finding.severity == .note && console.isQuiet { return "" }
    let place = console.places.text(finding) ?? "heir"
    return "\(place): \(finding.severity == .note ? "note: " : "")\(finding.message)\n"
  }

  /// Returns the number of files that are kept, because an import did not write them.
  private func write(_ files: [(path: [FileName], bytes: [UInt8])]) throws(Failure) -> Int {
    let tree = try about(
      .tree(0),
      try OutputTree(
        path, from: console.session.workingDirectory, barring: [],
        LockTimeout(limit: LockTimeout.usual)))
    guard let tree else { return 0 }
    var old = ImportedList()
    if let (bytes, status) = try about(.tree(0), try tree.contents(of: [ImportedList.name])) {
      let name = place(of: [ImportedList.name])
      // It names files that may be replaced and removed.
      guard status.isWrittenByUserAlone else {
        throw .message(
          "others may have written \(name); nothing is written",
          notes: ["if it is right, make it yours alone, with 'chmod go-w' or 'chown'"])
      }
      old = try ImportedList(bytes, called: name)
    }
    var list = old
    var counts = (written: 0, removed: 0, kept: 0)
    var failure: FileError?
    do throws(FileError) {
      for (names, bytes) in files {
        if let present = try present(names, in: tree, bytes), !old.holds(present, at: names) {
          keep(names, &counts.kept)
          continue
        }
        if try tree.put(bytes, at: names).isTouched { counts.written += 1 }
        list.note(bytes, at: names)
      }
      let planned = Set(files.map(\.path))
      for names in old.paths where !planned.contains(names) {
        if let present = try present(names, in: tree), !old.holds(present, at: names) {
          keep(names, &counts.kept)
          continue
        }
        if try tree.remove(names) { counts.removed += 1 }
        list.note(nil, at: names)
      }
    } catch { failure = error }
    // Also after an error, because files were written.
    if list != old { try about(.tree(0), try tree.putOwn(list.bytes, as: ImportedList.name)) }
    if let failure { throw .file(failure, .tree(0)) }
    let parts = [(counts.written, "written"), (counts.removed, "removed"), (counts.kept, "kept")]
      .filter { $0.0 > 0 }.map { "\(Printable.count($0.0, "file")) \($0.1)" }
    let all = "all \(Printable.count(files.count, "file")) are up to date"
    console.note(parts.isEmpty ? all : parts.joined(separator: ", "))
    return counts.kept
  }

  /// The content of a file, unless it equals `bytes`.
  private func present(
    _ names: [FileName], in tree: OutputTree, _ bytes: [UInt8]? = nil
  ) throws(FileError) -> [UInt8]? {
    let present = try tree.contents(of: names)?.bytes
    return present == bytes ? nil : present
  }

  private func keep(_ names: [FileName], _ count: inout Int) {
    count += 1
    console.output.append(
      "\(place(of: names)): kept, because it was edited or not written by an import\n")
  }

  private func place(of names: [FileName]) -> String {
    let slash = UInt8(ascii: "/")
    return Printable.string((path.last == slash ? path : path + [slash]) + names.joinedPath)
  }
}
