import Foundation

@testable import FileTree

/// A directory of its own for one test: `tree` is the root, beside it lies what is outside.
final class TemporaryTree {
  let base: String
  var root: String { base + "/tree" }

  init() throws {
    var template = Array((NSTemporaryDirectory() + "heir-tests-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    base = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    folder("")
  }

  deinit { try? FileManager.default.removeItem(atPath: base) }

  func folder(_ path: String) {
    try? FileManager.default.createDirectory(
      atPath: root + "/" + path, withIntermediateDirectories: true)
  }

  func file(_ path: String, _ text: String = "{}") {
    let path = root + "/" + path
    try? FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
  }

  func link(_ path: String, to target: String) { symlink(target, root + "/" + path) }

  func fifo(_ path: String) { mkfifo(root + "/" + path, 0o600) }

  func fileTree() throws -> FileTree { try FileTree.open(bytes(root)) }

  func listing(_ path: String = "/", _ rules: Rules = .json) throws -> Listing {
    try scope(path).listing(rules)
  }

  func scope(_ path: String) throws -> Folder {
    let (found, missing) = try fileTree().root.folders(along: names(path), rules: .json)
    guard missing.isEmpty, let folder = found.last as? Folder else {
      throw FileError(.inTree(names(path)), .notFound)
    }
    return folder
  }
}

extension Rules {
  static let json = Rules(
    patterns: [FilePattern(bytes("*.json"))], ignored: [bytes("node_modules")])
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func names(_ path: String) -> [FileName] { path.split(separator: "/").map { bytes(String($0)) } }

func texts(_ names: [FileName]) -> [String] { names.map { String(decoding: $0, as: UTF8.self) } }

func place(_ path: String) -> FilePlace { .inTree(names(path)) }

func openDescriptors() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
}
