/// The absolute directories of `PATH`.
///
/// Relative directories could be inside a tree of another author, so they are ignored.
package struct ProgramPath {
  private let directories: [[UInt8]]
  package let hasRelativeOnes: Bool

  private static let usual = Array("/usr/bin:/bin".utf8)
  private static let slash = UInt8(ascii: "/")
  private static let colon = UInt8(ascii: ":")

  package init(_ value: [UInt8]?) {
    let all = (value ?? Self.usual).split(separator: Self.colon, omittingEmptySubsequences: false)
    directories = all.filter { $0.first == Self.slash }.map(Array.init)
    hasRelativeOnes = directories.count < all.count
  }

  package init(in environment: [[UInt8]]) { self.init(environment.value(of: "PATH")) }

  package var entry: [UInt8] { Array("PATH=".utf8) + directories.joined(separator: [Self.colon]) }

  package static let relativeNote =
    "heir ignores empty and relative directories of PATH"

  package static func isName(_ command: [UInt8]) -> Bool { !command.contains(slash) }

  /// Tries the candidates of a command in order, as execvp(3) does; returns 0 or the error number.
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

/// The environment of the process.
package enum Environment {
  package static var all: [[UInt8]] {
    #if canImport(Darwin)
      let start = _NSGetEnviron()?.pointee
    #else
      let start = Optional(environ)
    #endif
    // Null after clearenv(3).
    guard var next = start else { return [] }
    var all: [[UInt8]] = []
    while let entry = next.pointee {
      all.append(Array(cString: entry))
      next += 1
    }
    return all
  }

  package static func value(of name: [UInt8]) -> [UInt8]? {
    name.withCString { getenv($0) }.map { Array(cString: $0) }
  }
}

extension [[UInt8]] {
  package func without(_ names: [String]) -> [[UInt8]] {
    filter { entry in !names.contains { entry.starts(with: ($0 + "=").utf8) } }
  }

  /// The variables without relative search paths, which may lead into a tree of another author.
  package var withoutRelativePaths: [[UInt8]] {
    let (equals, slash) = (UInt8(ascii: "="), UInt8(ascii: "/"))
    return compactMap { entry in
      guard let end = entry.firstIndex(of: equals) else { return entry }
      let (name, value) = (String(decoding: entry[..<end], as: UTF8.self), entry[(end + 1)...])
      let separator = name == "RUBYOPT" ? UInt8(ascii: " ") : UInt8(ascii: ":")
      let parts = value.split(separator: separator)
      let kept: [ArraySlice<UInt8>]
      switch name {
      case "RUBYOPT": kept = parts.filter(\.isSafeRubyOption)
      case "RUBYLIB", "GEM_PATH", "GEM_HOME", "BUNDLE_GEMFILE", "FACTERLIB", "PYTHONPATH",
        "PYTHONHOME", "PYTHONUSERBASE", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH":
        kept = parts.filter { $0.first == slash }
      default: return entry
      }
      let joined = [UInt8](kept.joined(separator: [separator]))
      return kept.isEmpty ? nil : [UInt8](entry[...end]) + joined
    }
  }

  package func value(of name: String) -> [UInt8]? {
    let start = [UInt8]((name + "=").utf8)
    return first { $0.starts(with: start) }.map { [UInt8]($0.dropFirst(start.count)) }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a word of RUBYOPT names no relative path or library; letters after others may do so.
  fileprivate var isSafeRubyOption: Bool {
    ["--", "-I/", "-r/", "-E", "-W:"].contains { starts(with: $0.utf8) }
  }
}
