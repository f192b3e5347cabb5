import TestSupport

@testable import HeirTool

struct Repository {
  let scratch: Scratch
  var harness: Harness

  init(_ files: [(path: String, text: String)] = []) throws {
    scratch = Scratch(files)
    // So that nobody wonders what lies above.
    if !files.isEmpty, !files.contains(where: { $0.path == ".heir" }) { scratch.write(".heir", []) }
    harness = Harness(in: scratch.url)
    try git("init -q -b main . && git add -A && git commit -q --allow-empty -m first")
  }

  @discardableResult
  func git(_ line: String) throws -> String { try shell("git " + line).output }

  @discardableResult
  func shell(_ line: String) throws -> Program.Result {
    let result = try Program.shell(line, in: scratch.url)
    guard result.status == 0 else { throw Failed(line: line, result: result) }
    return result
  }

  struct Failed: Error {
    let line: String
    let result: Program.Result
  }

  func write(_ path: String, _ text: String) { scratch.write(path, Array(text.utf8)) }

  func commit(_ name: String = "next") throws {
    try git("add -A && git commit -q --allow-empty -m \(name)")
  }

  func heir(_ arguments: String...) -> Harness.Result { harness.run(arguments) }
}
