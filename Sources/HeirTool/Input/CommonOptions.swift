import CommandSpec
import Files
import SystemCalls
import Trees

/// The options shared by commands; a command takes some of their kinds.
package struct CommonOptions {
  package enum Color: String, Words { case auto, always, never }

  var root: [UInt8]?
  var overlays: [[UInt8]] = []
  var isVirtual = false
  /// nil for the disk.
  var time: SnapshotSource?
  /// In the order given.
  var settings: [Arguments.Occurrence] = []
  /// A file, or a path with `{scope}`.
  var facts: [UInt8]?
  var allowed: [[UInt8]] = []
  var isStrict = false
  var isRevealing = false
  var isQuiet = false
  var color: Color?
  var output: [UInt8]?
  var given: [Arguments.Occurrence] = []
  /// The common options that only some commands take.
  package enum Kind: String, CaseIterable {
    case root = "--root"
    case overlays = "--overlay"
    case virtual = "--virtual"
    case revision = "--at"
    case index = "--staged"
    case settings = "--set"
    case values = "--values"
    case facts = "--facts"
    case environment = "--allow-env"
    case strict = "--strict"
    case secrets = "--reveal"
  }

  /// Throws if such an option is given, which conflicts with the other argument.
  package func exclude(_ kinds: [Kind], with other: String) throws(Failure) {
    for kind in Kind.allCases
    where kinds.contains(kind) && given.contains(where: { $0.option == kind.rawValue }) {
      throw .usage(.conflictingOptions(kind.rawValue, other))
    }
  }

  package func refuseStandardInput(
    besides other: (option: String, path: [UInt8])? = nil
  ) throws(Failure) {
    var all = [facts.map { ("--facts", $0) }, other].compactMap { $0 }
    for given in settings where given.option == "--values" { all.append(("--values", given.bytes)) }
    let asking = all.filter { $0.1 == Session.standardInput }
    if asking.count < 2 { return }
    throw .message(
      "cannot use '\(asking[0].0) -' with '\(asking[1].0) -'; standard input is read once"
    )
  }
}

extension CommonOptions {
  /// The options of `kinds`, with those of all commands.
  package init(_ arguments: Arguments, taking kinds: [Kind]) throws(UsageError) {
    let others = Kind.allCases.filter { !kinds.contains($0) }.map(\.rawValue)
    arguments.beginCommonOptions { !others.contains($0) }
    root = try arguments.option(
      "--root", type: .bytes("DIR", .directory), help: "Use DIR as the root of the tree")
    overlays = try arguments.options(
      "--overlay", type: .bytes("DIR", .directory),
      help: "Add an overlay tree; '-DIR' ignores a missing DIR")
    isVirtual = arguments.flag("--virtual", help: "Accept a scope without a directory")
    time = try SnapshotSource(time: arguments)
    _ = try arguments.options(
      "--set", type: .bytes("KEY=VALUE", .assignment),
      help: "Override a value in the scope for this run")
    _ = try arguments.options(
      "--values", type: .bytes("FILE", .file),
      help: "Merge a JSON file onto the scope for this run; '-': stdin")
    settings = arguments.occurrences.filter { $0.option == "--set" || $0.option == "--values" }
    facts = try arguments.option(
      "--facts", type: .bytes("FILE", .file),
      help: "Read facts from a JSON file; '{scope}' is the scope's path")
    allowed = try arguments.options(
      "--allow-env", type: .variableNames,
      help: "Let '$env' read these variables (comma-separated, or '*')")
    isStrict = arguments.flag(
      "--strict", help: "Check the requested values; treat warnings as errors")
    isRevealing = arguments.flag("--reveal", help: "Show secrets in reports")
    isQuiet = arguments.flag("-q", "--quiet", help: "Print only errors on standard error")
    color = Color.named(
      try arguments.option("--color", type: Color.type("WHEN"), help: "Use colour"))
    given = arguments.occurrences
  }

  /// With `-o`, for commands that print.
  package init(_ arguments: Arguments, printing kinds: [Kind]) throws(UsageError) {
    let output = try arguments.option(
      "-o", "--output", type: .output,
      help: "Write to FILE; leave FILE unchanged if the command fails")
    try self.init(arguments, taking: kinds)
    self.output = output
  }
}

extension Arguments {
  func startScope() throws(UsageError) -> ScopeArgument? {
    try argument(optional: .scope, help: "Scope to start from (default: the root)")
  }

  func keyPatterns(minimum: Int) throws(UsageError) -> [[UInt8]] {
    try arguments(
      .bytes("KEY", .keyPattern), minimum: minimum,
      help: "Keys or patterns ('*' matches one name, '**' any number)")
  }

  func includesAbstract() -> Bool { flag("--abstract", help: "Include abstract scopes") }
}

extension SnapshotSource {
  /// The snapshot of `--at` or `--staged`; nil for the disk.
  fileprivate init?(time arguments: Arguments) throws(UsageError) {
    let revision = try arguments.option(
      "--at", type: .bytes("REV", .revision),
      help: "Read the tree from git revision REV (overlays from disk)")
    let isStaged = arguments.flag("--staged", help: "Read the tree from git's index")
    if revision != nil && isStaged { throw .conflictingOptions("--at", "--staged") }
    if isStaged {
      self = .staged
    } else if let revision {
      self = .revision(revision, isMergeBase: false)
    } else {
      return nil
    }
  }

  /// The snapshot to compare with.
  package init?(former arguments: Arguments) throws(UsageError) {
    let directory = try arguments.option(
      "--against", type: .bytes("DIR", .directory),
      help: "Compare with the copy of the tree in DIR")
    let revision = try arguments.option(
      "--since", type: .bytes("REV", .revision),
      help: "Compare with git revision REV of the tree")
    switch (directory, revision) {
    case (_?, _?): throw .conflictingOptions("--against", "--since")
    case (let directory?, nil): self = .directory(directory)
    case (nil, let revision?): self = .revision(revision, isMergeBase: false)
    case (nil, nil): return nil
    }
  }
}

extension [CommonOptions.Kind] {
  package static let edit: Self = [.root, .overlays, .facts, .environment, .strict, .secrets]
  package static let walk = edit + [.revision, .index]
  package static let present = edit + [.virtual, .settings, .values]
  package static let all = CommonOptions.Kind.allCases

  package func subtracting(_ kinds: Self) -> Self { filter { !kinds.contains($0) } }
}

extension InputFiles {
  package init(
    _ options: CommonOptions, _ session: Session, _ remarks: MessageHandlers,
    _ watch: DirectoryWatch? = nil
  ) throws(Failure) {
    // Without it, a small `get` takes 4 % more instructions.
    if options.facts == nil && options.settings.isEmpty {
      self.init()
      return
    }
    try options.refuseStandardInput()
    func file(_ path: [UInt8]) throws(Failure) -> File {
      File(path, try about(.facts, try session.input(path, remarks, watch)))
    }
    let settings = try options.settings.map { (given) throws(Failure) -> Setting in
      given.option == "--set" ? .text(given.bytes) : .file(try file(given.bytes))
    }
    let facts = try options.facts.map { (path) throws(Failure) -> FactFiles in
      // `unowned`, because the session keeps the snapshot, which keeps this closure.
      let files = FactFiles.ScopeFiles(path) { [unowned session] (path) throws(FileError) in
        try session.input(path, remarks, watch)
      }
      if let files { return .each(files) }
      return .one(try file(path))
    }
    self.init(facts: facts, settings: settings)
  }
}
