import Foundation
import Synchronization
import Testing

/// What a test needs beside the package, a POSIX shell and coreutils. If it is missing, the test is skipped, or
/// fails with `CI=true`.
package struct Needs: TestTrait, SuiteTrait {
  /// A property of a machine that is not a program.
  package struct Condition: Sendable {
    let name: String
    /// Whether the test is skipped with `CI=true`, too, because a container may lack it.
    let isOptional: Bool
    let isMet: @Sendable () -> Bool

    package init(
      _ name: String, isOptional: Bool = false, isMet: @escaping @Sendable () -> Bool
    ) {
      (self.name, self.isOptional, self.isMet) = (name, isOptional, isMet)
    }

    package static let root = Condition("root") { geteuid() == 0 }
    package static let fullDevice = Condition("/dev/full") { access("/dev/full", W_OK) == 0 }
  }

  fileprivate var programs: [String] = []
  fileprivate var conditions: [Condition] = []

  package var isRecursive: Bool { true }

  package func prepare(for test: Test) async throws {
    guard !test.isSuite else { return }
    let missing = programs.filter { !Programs.isHere($0) }
    let unmet = conditions.filter { !$0.isMet() }
    let names = missing + unmet.map(\.name)
    guard !names.isEmpty else { return }
    let words = "needs " + names.joined(separator: ", ")
    if ProcessInfo.processInfo.environment["CI"] == "true",
      !missing.isEmpty || unmet.contains(where: { !$0.isOptional })
    {
      throw Missing(description: words)
    }
    SkippedTests.add(test, names)
    try await ConditionTrait.enabled(
      if: false, Comment(rawValue: words), sourceLocation: test.sourceLocation
    ).prepare(for: test)
  }

  private struct Missing: Error, CustomStringConvertible { let description: String }
}

extension Trait where Self == Needs {
  /// Programs, as `git`, and modules of Python, as `python3:yaml`.
  package static func needs(_ programs: String...) -> Needs { Needs(programs: programs) }

  package static func needs(_ condition: Needs.Condition) -> Needs {
    Needs(conditions: [condition])
  }
}

/// The programs of this machine. Children find only those that their test needs.
package enum Programs {
  private static let coreutils =
    """
    [ arch b2sum base32 base64 basename basenc cat chgrp chmod chown cksum comm cp csplit cut date dd df dir \
    dircolors dirname du echo env expand expr factor false fmt fold groups head hostid id install join link ln \
    logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pr printenv printf \
    ptx pwd readlink realpath rm rmdir seq sha1sum sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort \
    split stat stdbuf stty sum sync tac tail tee test timeout touch tr true truncate tsort tty uname unexpand uniq \
    unlink users vdir wc who whoami yes
    """

  /// The value of `PATH` for children of the current test: a directory of what it may start.
  package static var path: String { path(for: current) }

  /// The environment for children of the current test, without settings of the user.
  package static var environment: [String: String] { environment(for: current) }

  /// Whether a program or a module of Python can be used here.
  package static func isHere(_ name: String) -> Bool {
    name.hasPrefix("python3") ? python([name]) != nil : !files(name).isEmpty
  }

  private static var current: Set<String> {
    Set(Test.current?.traits.compactMap { $0 as? Needs }.flatMap(\.programs) ?? [])
  }

  package static func environment(for programs: Set<String>) -> [String: String] {
    let kept = [
      "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "LLVM_PROFILE_FILE",
      "ASAN_OPTIONS",
    ]
    return ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }.merging([
      "PATH": path(for: programs), "HOME": home.path, "LC_ALL": "C.UTF-8",
      "GIT_CONFIG_GLOBAL": top.path + "/gitconfig", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "a",
      "GIT_AUTHOR_EMAIL": "a@example", "GIT_COMMITTER_NAME": "a",
      "GIT_COMMITTER_EMAIL": "a@example",
    ]) { $1 }
  }

  // MARK: Looking for programs

  private static let folders =
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    .map(String.init)

  private static func files(_ name: String) -> [String] {
    folders.map { $0 + "/" + name }.filter { access($0, X_OK) == 0 }
  }

  private static let pythons = Mutex<[Set<String>: String?]>([:])

  /// The first Python that has the modules: those of a distribution are for its own Python.
  private static func python(_ needs: Set<String>) -> String? {
    pythons.withLock { found in
      if let python = found[needs] { return python }
      let modules = needs.compactMap { $0.split(separator: ":").dropFirst().first }
      let imports = modules.map { "import \($0)" }.joined(separator: "\n")
      let python = files("python3").lazy.compactMap { file -> String? in
        // A version manager's script leads to the program, and needs what its user has.
        let path = output(
          file, ["-c", "import sys; print(sys.executable)"], ProcessInfo.processInfo.environment)
        return path.flatMap {
          output($0, ["-c", imports], environment(for: [])) == nil ? nil : $0
        }
      }.first
      found[needs] = .some(python)
      return python
    }
  }

  /// The first line that a program prints; nil if it fails.
  private static func output(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) -> String? {
    let result = try? Program.run(
      program, arguments, in: home, environment: environment, within: 60)
    guard let result, result.status == 0 else { return nil }
    return String(result.output.prefix { $0 != "\n" })
  }

  // MARK: Directories of programs

  static let top: URL = {
    let top = URL(filePath: newFolder() ?? "/nowhere")
    mkdir(top.path + "/home", 0o755)
    // What a test commits is not needed after it.
    let settings = "[maintenance]\nauto = false\n[core]\nfsync = none\n"
    try? Data(settings.utf8).write(to: top.appending(path: "gitconfig"))
    atexit { try? FileManager.default.removeItem(at: Programs.top) }
    return top
  }()

  private static let home = top.appending(path: "home")

  private static let directories = Mutex<[Set<String>: String]>([:])

  private static func path(for needs: Set<String>) -> String {
    let pythons = needs.filter { $0.hasPrefix("python3") }
    let python = pythons.isEmpty ? nil : python(pythons)
    return directories.withLock { made in
      if let path = made[needs] { return path }
      let path = top.appending(path: "\(made.count)").path
      mkdir(path, 0o755)
      for name in coreutils.split(separator: " ").map(String.init) + needs.subtracting(pythons) {
        if let file = files(name).first { symlink(file, path + "/" + name) }
      }
      symlink("/bin/sh", path + "/sh")
      if let python {
        // A link would hide where the modules of a virtual environment are.
        let script = Data("#!/bin/sh\nexec '\(python)' \"$@\"\n".utf8)
        _ = FileManager.default.createFile(
          atPath: path + "/python3", contents: script, attributes: [.posixPermissions: 0o755])
      }
      made[needs] = path
      return path
    }
  }
}

/// The tests that were skipped, which the last line of a run reports.
private enum SkippedTests {
  private static let all = Mutex<(tests: Set<Test.ID>, names: Set<String>)>(([], []))

  private static let reportsAtExit: Void = {
    atexit {
      let (tests, names) = SkippedTests.all.withLock { $0 }
      print(
        "skipped \(tests.count) \(tests.count == 1 ? "test" : "tests"):",
        names.sorted().joined(separator: ", "), names.count == 1 ? "is" : "are", "missing")
    }
  }()

  static func add(_ test: Test, _ names: [String]) {
    reportsAtExit
    all.withLock {
      $0.tests.insert(test.id)
      $0.names.formUnion(names)
    }
  }
}
