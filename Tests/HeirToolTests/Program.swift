import Foundation

enum Program {
  struct Result {
    let output: String
    let errors: String
    /// The exit status, or 128 and the signal's number.
    let status: Int32
  }

  static let heir: String = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      return bundle?.bundleURL.deletingLastPathComponent().appending(path: "heir").path ?? "heir"
    #else
      return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "heir").path
    #endif
  }()

  static func run(
    _ program: String, _ arguments: [String], in directory: URL = Harness.fixtures
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = directory
    // Files, not pipes: a full pipe would make the program wait for its reader.
    let scratch = Scratch([("out", ""), ("err", "")])
    let out = scratch.url.appending(path: "out")
    let err = scratch.url.appending(path: "err")
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return Result(
      output: String(decoding: try Data(contentsOf: out), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: err), as: UTF8.self),
      status: signal + process.terminationStatus)
  }

  /// Runs a line of POSIX shell, in which `$HEIR` is the program.
  static func shell(_ line: String, in directory: URL = Harness.fixtures) throws -> Result {
    try run("/bin/sh", ["-c", "HEIR='\(heir)'; " + line], in: directory)
  }
}
