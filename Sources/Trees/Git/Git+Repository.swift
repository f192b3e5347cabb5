import SafeText
import SystemCalls

extension Git {
  /// Throws unless the owner of the repository is trusted.
  package static func around(_ root: Folder, _ session: Session, _ remarks: MessageHandlers)
    throws(Failure)
    -> Git
  {
    guard let found = try about(.former, try session.gitDirectory(around: root)) else {
      throw .message(
        "the root is not in a git work tree, so it has no revisions",
        notes: ["no '.git' in the root or above"]
          + ignoredVariables(session.childEnvironment(), nil, session))
    }
    return try Git.of(found, session, remarks)
  }

  /// Throws unless the owner of the repository is trusted.
  static func of(
    _ directory: GitDirectory, _ session: Session, _ remarks: MessageHandlers
  ) throws(Failure) -> Git {
    let inherited = session.childEnvironment()
    let timeout = ChildProcess.Timeout(tell: {
      [tell = remarks.noteImmediately] in tell("waiting for git, which is not responding")
    })
    let git = Git(in: directory, inherited, timeout: timeout, warn: remarks.warn)
    if let owner = directory.foreignOwner(trusting: sudoer(session)),
      !directory.isSafe(by: try git.safeDirectories())
    {
      let top = Printable.quoted(directory.topPath)
      throw .message(
        "the repository in \(top) belongs to user \(owner), not to you or root",
        notes: ["to trust it: git config --global --add safe.directory \(top)"])
    }
    for note in ignoredVariables(inherited, directory, session) { remarks.note(note) }
    return git
  }

  /// The user of sudo(8), whose repositories git trusts too.
  private static func sudoer(_ session: Session) -> [UInt32] {
    guard Discovery.isRoot, let text = session.setting("SUDO_UID"),
      let number = UInt32(String(decoding: text, as: UTF8.self))
    else { return [] }
    return [number]
  }

  private static func ignoredVariables(
    _ environment: [[UInt8]], _ directory: GitDirectory?, _ session: Session
  ) -> [String] {
    let names = [
      "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
      "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE",
    ]
    let others = names.filter { name in
      guard let value = environment.value(of: name), !value.isEmpty else { return false }
      // Git sets them for its hooks.
      return directory?.isLed(toBy: value, from: session.workingDirectory) != true
    }
    if others.isEmpty { return [] }
    return [
      "\(others.joined(separator: " and ")) \(others.count == 1 ? "is" : "are") ignored; "
        + "heir uses the repository around the root"
    ]
  }
}

extension Session {
  /// Respects GIT_CEILING_DIRECTORIES.
  func gitDirectory(around folder: Folder) throws(FileError) -> GitDirectory? {
    let ceilings = setting("GIT_CEILING_DIRECTORIES")?.split(separator: UInt8(ascii: ":")) ?? []
    return try GitDirectory(
      around: folder, below: ceilings.filter { $0.first == UInt8(ascii: "/") }.map(Array.init))
  }
}

extension Snapshot {
  package func isInRepository(_ session: Session) -> Bool {
    guard let disk else { return false }
    return ((try? session.gitDirectory(around: disk)) ?? nil) != nil
  }

  /// By tree number; each with a trailing slash.
  package func repositoryRoots(_ session: Session) -> [Int: [UInt8]] {
    var roots: [Int: [UInt8]] = [:]
    var first: GitDirectory?
    for number in trees.indices {
      guard let folder = folder(number),
        let found = (try? session.gitDirectory(around: folder)) ?? nil,
        number == 0 || first?.hasSameTop(as: found) == true,
        let names = (try? found.position()) ?? nil
      else { continue }
      if number == 0 { first = found }
      roots[number] = names.reduce(into: []) { $0 += $1 + [UInt8(ascii: "/")] }
    }
    return roots
  }
}
