import SafeText
import SystemCalls

extension Git {
  /// Throws unless the owner of the repository is trusted.
  package static func around(_ root: Folder, _ process: ProcessContext, _ remarks: MessageHandlers)
    throws(GitError)
    -> Git
  {
    guard let found = try inRepository(try process.gitDirectory(around: root)) else {
      throw .message(
        "the root is not in a git work tree, so it has no revisions",
        notes: ["no '.git' in the root or above"]
          + ignoredVariables(process.childEnvironment(), nil, process))
    }
    return try Git.of(found, process, remarks)
  }

  /// Throws unless the owner of the repository is trusted.
  static func of(
    _ directory: GitDirectory, _ process: ProcessContext, _ remarks: MessageHandlers
  ) throws(GitError) -> Git {
    let inherited = process.childEnvironment()
    let timeout = ChildProcess.Timeout(tell: {
      [tell = remarks.noteImmediately] in tell("waiting for git, which is not responding")
    })
    let git = Git(in: directory, inherited, timeout: timeout, warn: remarks.warn)
    if let owner = directory.foreignOwner(trusting: sudoer(process)),
      !directory.isSafe(by: try git.safeDirectories())
    {
      let top = Printable.quoted(directory.topPath)
      throw .message(
        "the repository in \(top) belongs to user \(owner), not to you or root",
        notes: ["to trust it: git config --global --add safe.directory \(top)"])
    }
    for note in ignoredVariables(inherited, directory, process) { remarks.note(note) }
    return git
  }

  /// The user of sudo(8), whose repositories git trusts too.
  private static func sudoer(_ process: ProcessContext) -> [UInt32] {
    guard Discovery.isRoot, let text = process.setting("SUDO_UID"),
      let number = UInt32(String(decoding: text, as: UTF8.self))
    else { return [] }
    return [number]
  }

  private static func ignoredVariables(
    _ environment: [[UInt8]], _ directory: GitDirectory?, _ process: ProcessContext
  ) -> [String] {
    let names = [
      "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
      "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE",
    ]
    let others = names.filter { name in
      guard let value = environment.value(of: name), !value.isEmpty else { return false }
      // Git sets them for its hooks.
      return directory?.isLed(toBy: value, from: process.workingDirectory) != true
    }
    if others.isEmpty { return [] }
    return [
      "\(others.joined(separator: " and ")) \(others.count == 1 ? "is" : "are") ignored; "
        + "heir uses the repository around the root"
    ]
  }
}

extension ProcessContext {
  /// Respects GIT_CEILING_DIRECTORIES.
  package func gitDirectory(around folder: Folder) throws(FileError) -> GitDirectory? {
    let ceilings = setting("GIT_CEILING_DIRECTORIES")?.split(separator: UInt8(ascii: ":")) ?? []
    return try GitDirectory(
      around: folder, below: ceilings.filter { $0.first == UInt8(ascii: "/") }.map(Array.init))
  }
}
