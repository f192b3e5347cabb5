import Foundation

/// Runs the program where memory is bounded, and tells what it took.
///
/// The bound on processor time only ends what would never end: it is many times what an unoptimised build
/// takes for any of this on a busy machine.
struct Confined {
  struct Result {
    let output: String
    let errors: String
    /// The exit status, or 128 and the signal's number.
    let status: Int32
    /// The processor time; only ratios of it say anything.
    let seconds: Double

    /// The messages that begin with a place.
    var placed: [Substring] {
      (output + errors).split(separator: "\n").filter {
        $0.range(of: #"^[^ ]+:\d+:\d+: error: "#, options: .regularExpression) != nil
      }
    }

    /// What a failed expectation shows.
    var told: String { "status \(status) after \(seconds) s: \((errors + output).prefix(400))" }
  }

  private let tree: Scratch
  private static let seconds = 600
  var megabytes = 2000

  init(_ files: [(path: String, text: String)]) {
    tree = Scratch(files + [(".heir", "")])
  }

  var directory: URL { tree.url }

  func run(_ arguments: String...) throws -> Result { try run(arguments) }

  func run(_ arguments: [String]) throws -> Result {
    let sink = Scratch()
    // Where a system cannot bound memory, the rest is still worth asking.
    let script = """
      ( ulimit -v \(megabytes * 1024) 2>/dev/null; ulimit -t \(Self.seconds)
        exec "$@" >'\(sink.url.path)/out' 2>'\(sink.url.path)/err' ) 2>/dev/null
      echo $?
      times
      """
    // Other shells tell times in ticks, of which many a command does not take one.
    let told = try Program.run(
      "/bin/bash", ["-c", script, "bash", Program.heir] + arguments, in: tree.url)
    func text(_ name: String) -> String {
      let bytes = try? Data(contentsOf: sink.url.appending(path: name))
      return String(decoding: bytes ?? Data(), as: UTF8.self)
    }
    // The status; the shell's own times; those of what it ran: `0m1.250000s 0m0.120000s`.
    let lines = told.output.split(separator: "\n")
    let times = lines.last?.split(separator: " ").map { time in
      let parts = time.dropLast().replacing(",", with: ".").split(separator: "m")
        .compactMap { Double($0) }
      return parts.count == 2 ? parts[0] * 60 + parts[1] : .infinity
    }
    return Result(
      output: text("out"), errors: text("err"),
      status: lines.first.flatMap { Int32($0) } ?? -1,
      seconds: times?.reduce(0, +) ?? .infinity)
  }
}
