import FileTree
import Legible
import Snapshots
import SystemCalls

/// The program `git`, asked about the repository around a directory: it reads objects by their names, and
/// neither the index nor the work tree.
///
/// It works in its own directory and looks for none: what lies in a tree is never taken for a repository.
package struct Git {
  let directory: GitDirectory
  private var environment: [[UInt8]]
  /// What the caller has.
  private let inherited: [[UInt8]]
  private var patience: ChildProcess.Patience
  private let warnings: Warnings

  /// What git warned of, and whom to tell.
  private final class Warnings {
    let warn: (String) throws(Failure) -> Void
    var told: Set<String> = []

    init(_ warn: @escaping (String) throws(Failure) -> Void) { self.warn = warn }
  }

  /// What git calls the variables that belong to one repository (`git rev-parse --local-env-vars`).
  private static let localVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR",
  ]

  /// What is set instead. Nobody sits there who could answer; a lock would be in others' way; history is
  /// what was committed; and nothing is fetched, which would run what a repository's settings name.
  private static let settings = [
    "GIT_DIR=.", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1",
    "GIT_GRAFT_FILE=/dev/null", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=",
    // What is read by a program need not come line by line.
    "GIT_FLUSH=0",
  ]

  /// Takes the repository and the caller's environment.
  init(
    in directory: GitDirectory, _ inherited: [[UInt8]],
    patience: ChildProcess.Patience = ChildProcess.Patience(),
    warn: @escaping (String) throws(Failure) -> Void = { _ in }
  ) {
    self.directory = directory
    warnings = Warnings(warn)
    self.patience = patience
    self.inherited = inherited
    environment = Self.environment(
      inherited.without(Self.localVariables), with: Self.settings)
  }

  /// The same with another index, whose path counts from the top of the work tree, as git tells its hooks.
  func reading(index: [UInt8]) -> Git {
    var git = self
    git.environment.append(Array("GIT_INDEX_FILE=".utf8) + directory.path(fromTop: index))
    return git
  }

  /// The same, given up after three seconds without a sign, of which nobody is told.
  var withoutPatience: Git {
    var git = self
    git.patience = ChildProcess.Patience(most: 3)
    return git
  }

  /// git looks for programs as well, so it gets no more of `PATH` than counts.
  private static func environment(_ inherited: [[UInt8]], with settings: [String]) -> [[UInt8]] {
    let names = settings.compactMap { $0.split(separator: "=").first.map(String.init) }
    return inherited.without(names + ["PATH"]) + [ProgramPath(in: inherited).entry]
      + settings.map { Array($0.utf8) }
  }

  /// Starts a command of git; nothing that the repository's settings name is run. Where that matters it works at the
  /// top of the work tree, from which settings name files.
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
      directory: atTop ? directory.top : directory.descriptor, patience: patience)
  }

  /// What a command of git printed, and how it ended.
  package struct Answer {
    let end: ProcessEnd
    let output: [UInt8]
    /// What it said beside, a line each, safe to show.
    let words: [String]

    package var isGood: Bool { end == .exited(0) }

    /// The output's lines.
    package var lines: [[UInt8]] {
      output.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    }

    /// What git said, as notes.
    var notes: [String] { words.prefix(6).map { "git says: \($0)" } }
  }

  /// Runs a command of git to its end.
  package func ask(
    _ arguments: [String], _ more: [[UInt8]] = [], atTop: Bool = false
  ) throws(Failure) -> Answer {
    try finish(begin(arguments, more, atTop: atTop))
  }

  /// Starts a command of git whose answer is wanted later.
  func begin(
    _ arguments: [String], _ more: [[UInt8]], atTop: Bool = false
  ) throws(Failure) -> ChildProcess {
    do throws(Errno) { return try start(arguments, more, atTop: atTop) } catch {
      throw failure(error)
    }
  }

  /// How much of an answer is kept that is no listing.
  private static let mostBytes = 64 << 20

  /// Waits for what it answers, and passes on what it warns of.
  func finish(_ child: ChildProcess) throws(Failure) -> Answer {
    func isTooMuch() -> Bool { child.output.count > Self.mostBytes }
    let end: ProcessEnd?
    do throws(Errno) {
      try child.serve(until: isTooMuch)
      end = isTooMuch() ? nil : try child.finish()
    } catch { throw failure(error) }
    guard let end else {
      child.stop()
      throw .message("git prints more than \(Self.mostBytes >> 20) MiB")
    }
    let answer = Answer(end: end, output: child.output, words: Self.words(of: child.errors))
    if answer.isGood {
      let start = "warning: "
      for words in answer.words where words.hasPrefix(start) {
        guard warnings.told.insert(words).inserted else { continue }
        try warnings.warn("git warns: \(words.dropFirst(start.count))")
      }
    }
    return answer
  }

  func failure(_ error: Errno) -> Failure {
    guard error == .notFound else {
      return .message("cannot run git: \(Self.words(of: error))")
    }
    return .message(
      "git is not in PATH; it is needed to read revisions",
      notes: ProgramPath(in: inherited).hasRelativeOnes ? [ProgramPath.relativeNote] : [])
  }

  /// What the user's own settings say of the repositories of others; that of the repository does not count.
  func safeDirectories() throws(Failure) -> [[UInt8]] {
    let command = ["git", "config", "--get-all", "-z", "--type=path", "safe.directory"]
    do throws(Errno) {
      let answer = try ChildProcess.run(
        command.map { Array($0.utf8) },
        // There git finds no repository, and the caller's own settings hold.
        environment: Self.environment(inherited, with: ["GIT_DIR=/dev/null"]),
        directory: directory.descriptor, patience: patience)
      return answer.output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        .map(Array.init)
    } catch { throw failure(error) }
  }

  /// git reads this file of the work tree whatever it is, and may wait for ever for one to write it.
  func checkMailmap() throws(Failure) { try refuseBlocking(Array(".mailmap".utf8)) }

  /// Refuses files that the settings of `git blame` name and at which it would wait for a writer.
  func checkFilesOfBlame() throws(Failure) {
    let settings = ["config", "--type=path", "-z", "--get-all", "blame.ignoreRevsFile"]
    for path in try ask(settings).output.split(separator: 0) { try refuseBlocking(Array(path)) }
  }

  /// Refuses a path from the top of the work tree that is no file: git would wait for a writer of a FIFO.
  private func refuseBlocking(_ path: [UInt8]) throws(Failure) {
    let status = try? Descriptor.status(of: path, at: directory.top, followingLinks: true)
    guard let kind = status?.kind, kind != .regular, kind != .directory else { return }
    throw .file(FileError(.given(directory.path(fromTop: path)), .notARegularFile(kind)), .former)
  }

  static func words(of error: Errno) -> String {
    error == .standstill ? "it is not responding" : error.message
  }

  /// Why git ended, by its standard error; what it warns of is not why.
  static func reason(in errors: [UInt8]) -> String? {
    let lines = errors.split(separator: 0x0A)
    let line = lines.first { $0.starts(with: "fatal: ".utf8) } ?? lines.first
    return line.flatMap { words(of: Array($0)).first }
  }

  /// What git wrote to its standard error, a line each, without what only git's own callers need.
  static func words(of errors: [UInt8]) -> [String] {
    errors.split(separator: 0x0A).map {
      let words = Printable.string($0)
      return words.hasPrefix("fatal: ") ? String(words.dropFirst(7)) : words
    }
  }
}
