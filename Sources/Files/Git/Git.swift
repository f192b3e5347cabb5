import SafeText
import SystemCalls

/// Runs `git` in a repository passed explicitly, so that a directory of the tree is never used as a
/// repository.
package struct Git {
  package let directory: GitDirectory
  private var environment: [[UInt8]]
  private let inherited: [[UInt8]]
  private var timeout: ChildProcess.Timeout
  private let warnings: Warnings

  private final class Warnings {
    let warn: (String) throws(GitError) -> Void
    var reported: Set<String> = []

    init(_ warn: @escaping (String) throws(GitError) -> Void) { self.warn = warn }
  }

  /// The list of `git rev-parse --local-env-vars`.
  private static let localVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR",
  ]

  /// No prompts, locks or replaced history, and no fetches, which could run commands from the settings.
  private static let settings = [
    "GIT_DIR=.", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1",
    "GIT_GRAFT_FILE=/dev/null", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=",
    // Full buffering is faster than line buffering.
    "GIT_FLUSH=0",
  ]

  init(
    in directory: GitDirectory, _ inherited: [[UInt8]],
    timeout: ChildProcess.Timeout = ChildProcess.Timeout(),
    warn: @escaping (String) throws(GitError) -> Void = { _ in }
  ) {
    self.directory = directory
    warnings = Warnings(warn)
    self.timeout = timeout
    self.inherited = inherited
    environment = Self.environment(
      inherited.without(Self.localVariables), with: Self.settings)
  }

  /// `index` is relative to the top of the work tree, as hooks receive it.
  func reading(index: [UInt8]) -> Git {
    var git = self
    git.environment.append(Array("GIT_INDEX_FILE=".utf8) + directory.path(fromTop: index))
    return git
  }

  /// Gives up after three seconds without output, and without a note.
  package var withShortTimeout: Git {
    var git = self
    git.timeout = ChildProcess.Timeout(most: 3)
    return git
  }

  /// Git runs programs from PATH, so PATH is restricted (ProgramPath).
  private static func environment(_ inherited: [[UInt8]], with settings: [String]) -> [[UInt8]] {
    let names = settings.compactMap { $0.split(separator: "=").first.map(String.init) }
    return inherited.without(names + ["PATH"]) + [ProgramPath(in: inherited).entry]
      + settings.map { Array($0.utf8) }
  }

  /// No hooks or monitors from the repository's settings are run.
  /// Paths in settings are relative to the top, so commands that read them run there.
  func start(
    _ arguments: [String], _ more: [[UInt8]] = [], atTop: Bool = false
  ) throws(Errno) -> ChildProcess {
    let command =
      [
        "git", "--no-pager", "--literal-pathspecs", "-c", "core.hooksPath=/dev/null",
        "-c", "safe.bareRepository=explicit", "-c", "advice.graftFileDeprecated=false",
        "-c", "core.fsmonitor=false", "-c", "core.warnAmbiguousRefs=true",
      ] + arguments
    return try ChildProcess(
      command.map { Array($0.utf8) } + more,
      environment: atTop
        ? environment.without(["GIT_DIR"]) + [Array("GIT_DIR=.git".utf8)] : environment,
      directory: atTop ? directory.top : directory.descriptor, timeout: timeout)
  }

  package struct Answer {
    let end: TerminationStatus
    let output: [UInt8]
    /// The lines of standard error, safe to print.
    let words: [String]

    package var isGood: Bool { end == .exited(0) }

    package var lines: [[UInt8]] {
      output.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    }

    var notes: [String] { words.prefix(6).map { "git says: \($0)" } }
  }

  func begin(
    _ arguments: [String], _ more: [[UInt8]], atTop: Bool = false
  ) throws(GitError) -> ChildProcess {
    do throws(Errno) { return try start(arguments, more, atTop: atTop) } catch {
      throw failure(error)
    }
  }

  private static let maxBytes = 64 << 20

  /// Reports each warning once.
  package func ask(
    _ arguments: [String], _ more: [[UInt8]] = [], atTop: Bool = false,
    orTooMuch tooMuch: GitError? = nil
  ) throws(GitError) -> Answer {
    let child = try begin(arguments, more, atTop: atTop)
    func isTooMuch() -> Bool { child.output.count > Self.maxBytes }
    let end: TerminationStatus?
    do throws(Errno) {
      try child.serve(until: isTooMuch)
      end = isTooMuch() ? nil : try child.finish()
    } catch { throw failure(error) }
    guard let end else {
      child.stop()
      throw tooMuch ?? .message("git prints more than \(Self.maxBytes >> 20) MiB")
    }
    let answer = Answer(end: end, output: child.output, words: Self.words(of: child.errors))
    if answer.isGood {
      let start = "warning: "
      for words in answer.words where words.hasPrefix(start) {
        guard warnings.reported.insert(words).inserted else { continue }
        try warnings.warn("git warns: \(words.dropFirst(start.count))")
      }
    }
    return answer
  }

  func failure(_ error: Errno) -> GitError {
    guard error == .notFound else {
      return .message("cannot run git: \(Self.words(of: error))")
    }
    return .message(
      "git is not in PATH; it is needed to read revisions",
      notes: ProgramPath(in: inherited).hasRelativeOnes ? [ProgramPath.relativeNote] : [])
  }

  /// The `safe.directory` of the user's settings; the repository's own settings must not count.
  func safeDirectories() throws(GitError) -> [[UInt8]] {
    let command = ["git", "config", "--get-all", "-z", "--type=path", "safe.directory"]
    do throws(Errno) {
      let answer = try ChildProcess.run(
        command.map { Array($0.utf8) },
        // Outside any repository, with the user's own settings.
        environment: Self.environment(inherited, with: ["GIT_DIR=/dev/null"]),
        directory: directory.descriptor, timeout: timeout)
      return answer.output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        .map(Array.init)
    } catch { throw failure(error) }
  }

  /// Git would block on a FIFO.
  func checkMailmap() throws(GitError) { try refuseBlocking(Array(".mailmap".utf8)) }

  /// Git would block on a FIFO.
  func checkFilesOfBlame() throws(GitError) {
    let settings = ["config", "--type=path", "-z", "--get-all", "blame.ignoreRevsFile"]
    for path in try ask(settings).output.split(separator: 0) { try refuseBlocking(Array(path)) }
  }

  /// Throws if git would block on the file.
  private func refuseBlocking(_ path: [UInt8]) throws(GitError) {
    let status = try? Descriptor.status(of: path, at: directory.top, followingLinks: true)
    guard let kind = status?.kind, kind != .regular, kind != .directory else { return }
    throw .file(FileError(.given(directory.path(fromTop: path)), .notARegularFile(kind)))
  }

  static func words(of error: Errno) -> String {
    error == .timedOut ? "it is not responding" : error.message
  }

  /// The first fatal line, or the first line.
  static func reason(in errors: [UInt8]) -> String? {
    let lines = errors.split(separator: 0x0A)
    let line = lines.first { $0.starts(with: "fatal: ".utf8) } ?? lines.first
    return line.flatMap { words(of: Array($0)).first }
  }

  /// The lines of standard error, without the prefix `fatal:`.
  static func words(of errors: [UInt8]) -> [String] {
    errors.split(separator: 0x0A).map {
      let words = Printable.string($0)
      return words.hasPrefix("fatal: ") ? String(words.dropFirst(7)) : words
    }
  }
}

extension ProcessContext {
  package func isTracked(
    _ name: FileName, in directory: [UInt8], _ remarks: MessageHandlers
  ) throws(GitError) -> Bool {
    try !trackedFiles(at: [name], in: directory, remarks).isEmpty
  }

  /// The files at and below a path that git tracks, with their paths from the directory.
  /// The result decides on removal, so GIT_CEILING_DIRECTORIES is ignored.
  package func trackedFiles(
    at names: [FileName] = [], in directory: [UInt8], _ remarks: MessageHandlers
  ) throws(GitError) -> Set<[UInt8]> {
    let path = directory.isEmpty ? [UInt8(ascii: ".")] : directory
    let folder = try inRepository(try Folder.root(path, from: workingDirectory))
    guard let found = try inRepository(try GitDirectory(around: folder)) else { return [] }
    func isUnknown(_ notes: [String] = []) -> GitError {
      let shown = Printable.string(directory + names.joinedPath)
      return .message("cannot find out whether git tracks '\(shown)'", notes: notes)
    }
    // The root is not below the work tree's top, so git cannot be asked.
    guard let position = try inRepository(try found.position()) else { throw isUnknown() }
    let whole = position + names
    let answer = try Git.of(found, self, remarks).ask(
      ["ls-files", "-z", "--"], whole.isEmpty ? [] : [whole.joinedPath], atTop: true)
    guard answer.isGood else { throw isUnknown(answer.notes) }
    let start = position.isEmpty ? 0 : position.joinedPath.count + 1
    return Set(answer.output.split(separator: 0).map { Array($0.dropFirst(start)) })
  }
}

extension Git {
  /// Ignored files and sparse checkouts explain a difference between disk and index.
  /// The search is limited in time, because only a note depends on it.
  package func workTreeRemarks(_ path: [FileName], _ rules: Rules) -> [String] {
    var remarks: [String] = []
    let ignoring = ["--others", "--ignored", "--exclude-standard"]
    func first(_ arguments: [String], below way: [FileName]) -> [FileName]? {
      self.first(arguments, below: way) { rules.takes(fileAt: Array($0.dropFirst(path.count))) }
    }
    if let left = first(["-t", "--cached"], below: path) {
      remarks.append(
        "files such as \(Printable.quoted(left.joinedPath)) are not checked out (sparse checkout)"
      )
    }
    // Ignored directories end with a slash. The first that is a scope is searched.
    var directory: [FileName]?
    var ignored = self.first(ignoring + ["--directory"], below: path) { way in
      guard way.last == [] else { return rules.takes(fileAt: Array(way.dropFirst(path.count))) }
      if directory == nil, rules.takes(scopeAt: Array(way.dropFirst(path.count).dropLast())) {
        directory = way.dropLast()
      }
      return false
    }
    if ignored == nil, let directory { ignored = first(ignoring, below: directory) }
    if let ignored {
      remarks.append(
        "git ignores files such as \(Printable.quoted(ignored.joinedPath))")
    }
    return remarks
  }

  /// With `-t`, only skip-worktree entries count.
  private func first(
    _ arguments: [String], below path: [FileName], where isMeant: ([FileName]) -> Bool
  ) -> [FileName]? {
    let answer = try? ask(
      ["ls-files", "-z"] + arguments,
      [Array("--".utf8)] + (path.isEmpty ? [] : [path.joinedPath]), atTop: true)
    for var entry in answer?.output.split(separator: 0) ?? [] {
      if arguments.contains("-t") {
        guard entry.starts(with: "S ".utf8) else { continue }
        entry = entry.dropFirst(2)
      }
      let names = entry.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .map(Array.init)
      if isMeant(names) { return names }
    }
    return nil
  }
}
