import Foundation
import TestSupport

/// Runs the program with bounded memory and processor time.
///
/// The bound on processor time only ends what would never end: it is many times what an unoptimised build
/// takes for any of this on a busy machine.
struct Confined {
  private let tree: Scratch
  private static let seconds = 600
  var megabytes = 2000

  init(_ files: [(path: String, text: String)]) {
    tree = Scratch(files + [(".heir", "")])
  }

  var directory: URL { tree.url }

  func run(_ arguments: String...) throws -> Program.Result { try run(arguments) }

  func run(_ arguments: [String]) throws -> Program.Result {
    // Where a system cannot bound memory, the rest is still worth asking.
    let script = """
      ulimit -v \(megabytes * 1024) 2>/dev/null; ulimit -t \(Self.seconds); exec "$0" "$@"
      """
    return try Program.run("sh", ["-c", script, Program.heir] + arguments, in: tree.url)
  }
}

extension Program.Result {
  /// The messages that begin with a place.
  var placed: [String] {
    let text = output + errors
    let string = text as NSString
    let places = try? NSRegularExpression(pattern: #"(?m)^[^ \n]+:\d+:\d+: error: .*$"#)
    return places?.matches(in: text, range: NSRange(location: 0, length: string.length)).map {
      string.substring(with: $0.range)
    } ?? []
  }

  /// What a failed expectation shows.
  var told: String { "status \(status): \((errors + output).prefix(400))" }
}
