import FileTree
import Legible

/// The program `git`, asked about the repository in which a directory lies: it reads objects by their
/// names, and neither the index nor the work tree.
struct Git {
  private let folder: Folder
  private let environment: [[UInt8]]

  /// What git calls the variables that belong to one repository (`git rev-parse --local-env-vars`).
  private static let localVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
    "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR",
  ]

  /// Takes the root's directory.
  init(in folder: Folder, _ session: Session) {
    self.init(in: folder, session.childEnvironment())
  }

  private init(in folder: Folder, _ inherited: [[UInt8]]) {
    self.folder = folder
    // Nobody sits there who could answer, and a lock would be in others' way.
    environment =
      inherited.filter {
        !$0.starts(with: "GIT_TERMINAL_PROMPT=".utf8)
          && !$0.starts(with: "GIT_OPTIONAL_LOCKS=".utf8)
      } + [Array("GIT_TERMINAL_PROMPT=0".utf8), Array("GIT_OPTIONAL_LOCKS=0".utf8)]
  }

  /// The same without the variables of one repository, where a hook set them: to git they would make the
  /// current directory the top of a work tree. Whoever sets the work tree, too, means what they say.
  func outsideHook() -> Git? {
    func has(_ name: String) -> Bool {
      environment.contains { $0.starts(with: (name + "=").utf8) }
    }
    guard has("GIT_DIR"), !has("GIT_WORK_TREE") else { return nil }
    return Git(
      in: folder,
      environment.filter { entry in
        !Self.localVariables.contains { entry.starts(with: ($0 + "=").utf8) }
      })
  }

  /// Starts a command of git; nothing that the repository's settings name is run.
  func start(_ arguments: [String], _ more: [[UInt8]] = []) throws(ChildProcess.SystemError)
    -> ChildProcess
  {
    let command = ["git", "--no-pager", "-c", "core.hooksPath=/dev/null"] + arguments
    return try folder.withDescriptor { (directory) throws(ChildProcess.SystemError) in
      try ChildProcess(
        command.map { Array($0.utf8) } + more, environment: environment, directory: directory)
    }
  }

  /// What a command of git printed, and how it ended.
  struct Answer {
    let end: ChildProcess.End
    let output: [UInt8]
    /// What it said beside, a line each, safe to show.
    let words: [String]

    var isGood: Bool { end == .exited(0) }

    /// The output's lines.
    var lines: [[UInt8]] {
      output.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    }

    /// What git said, as notes.
    var notes: [String] { words.prefix(6).map { "git says: \($0)" } }
  }

  /// Runs a command of git to its end.
  func ask(_ arguments: [String], _ more: [[UInt8]] = []) throws(Failure) -> Answer {
    try ask([(arguments, more)])[0]
  }

  /// Runs commands of git side by side, since to start one takes longer than its work.
  func ask(_ commands: [(arguments: [String], more: [[UInt8]])]) throws(Failure) -> [Answer] {
    do throws(ChildProcess.SystemError) {
      var children: [ChildProcess] = []
      for command in commands { children.append(try start(command.arguments, command.more)) }
      var answers: [Answer] = []
      for child in children { answers.append(try answer(of: child)) }
      return answers
    } catch {
      throw .message(
        error.isNotFound
          ? "there is no program 'git' in PATH, through which revisions are read"
          : "git cannot be run: \(error.words)")
    }
  }

  private func answer(of child: ChildProcess) throws(ChildProcess.SystemError) -> Answer {
    let end = try child.finish()
    return Answer(end: end, output: child.output, words: Self.words(of: child.errors))
  }

  /// What git wrote to its standard error, a line each, without what only git's own callers need.
  static func words(of errors: [UInt8]) -> [String] {
    errors.split(separator: 0x0A).map {
      let words = Printable.string($0)
      return words.hasPrefix("fatal: ") ? String(words.dropFirst(7)) : words
    }
  }
}
