import CLibrary

/// Where programs are looked for: in the absolute directories of `PATH`.
///
/// The others count from wherever somebody stands, which may be a tree that anybody wrote.
package struct ProgramPath {
  private let directories: [[UInt8]]
  /// Whether there are directories in which nothing is looked for.
  package let hasRelativeOnes: Bool

  /// Where whoever has no `PATH` looks.
  private static let usual = Array("/usr/bin:/bin".utf8)
  private static let slash = UInt8(ascii: "/")
  private static let colon = UInt8(ascii: ":")

  /// Takes the variable's value.
  package init(_ value: [UInt8]?) {
    let all = (value ?? Self.usual).split(separator: Self.colon, omittingEmptySubsequences: false)
    directories = all.filter { $0.first == Self.slash }.map(Array.init)
    hasRelativeOnes = directories.count < all.count
  }

  /// Takes the one of a whole environment.
  package init(in environment: [[UInt8]]) { self.init(environment.value(of: "PATH")) }

  /// The variable with what counts of it, for a program that looks by it in turn.
  package var entry: [UInt8] { Array("PATH=".utf8) + directories.joined(separator: [Self.colon]) }

  /// What is said where a program was not found, and there are such.
  package static let relativeNote =
    "heir ignores empty and relative directories of PATH"

  /// Whether a command is looked for, instead of being a path.
  package static func isName(_ command: [UInt8]) -> Bool { !command.contains(slash) }

  /// Tries the files that a command may stand for one after another, as execvp(3) does; answers with 0 or
  /// the error number of what failed. A path stands for itself.
  func start(_ command: [UInt8], _ attempt: ([UInt8]) -> Int32) -> Int32 {
    if command.isEmpty { return ENOENT }
    guard Self.isName(command) else { return attempt(command) }
    var isDenied = false
    for directory in directories {
      switch attempt(directory + [Self.slash] + command) {
      case EACCES: isDenied = true
      case ENOENT, ENOTDIR, ESTALE, ENODEV, ETIMEDOUT: continue
      case let code: return code
      }
    }
    return isDenied ? EACCES : ENOENT
  }
}
