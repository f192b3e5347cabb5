import Foundation

@testable import FileTree

/// A directory of its own for one test: `tree` is the root, beside it lies what is outside.
final class TemporaryTree: Sendable {
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

  /// Changes a file where it stands, as some editors do.
  func overwrite(_ path: String, _ text: String) {
    guard let file = FileHandle(forWritingAtPath: root + "/" + path) else { return }
    try? file.truncate(atOffset: 0)
    try? file.write(contentsOf: Data(text.utf8))
    try? file.close()
  }

  /// Writes a file of a scope as a command would.
  @discardableResult
  func write(_ name: String, _ text: String, in scope: String = "/") throws -> FileWrite {
    let lock = try FolderLock([self.scope(scope)])
    let snapshot = try lock.read(bytes(name), in: lock.folders[0])
    return try lock.write([FileChange(snapshot, bytes: bytes(text))])[0]
  }

  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: root + "/" + path)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  func target(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: root + "/" + path)
  }

  /// All names in a directory, in order.
  func listed(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root + "/" + path)) ?? []).sorted()
  }

  /// What writers have left, anywhere.
  var litter: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [])
      .filter { $0.contains(".heir-") }
  }

  func inode(_ path: String) -> UInt64 { UInt64(status(path).st_ino) }

  func mode(_ path: String) -> UInt32 { UInt32(status(path).st_mode) & 0o7777 }

  func links(_ path: String) -> Int { Int(status(path).st_nlink) }

  private func status(_ path: String) -> stat {
    var status = stat()
    lstat(root + "/" + path, &status)
    return status
  }

  func rootFolder() throws -> Folder { try Folder.root(bytes(root)) }

  func listing(_ path: String = "/", _ rules: Rules = .json) throws -> Listing {
    try scope(path).listing(rules)
  }

  func scope(_ path: String) throws -> Folder {
    let (found, missing) = try rootFolder().folders(along: names(path), rules: .json)
    guard missing.isEmpty, let folder = found.last as? Folder else {
      throw FileError(.inTree(names(path)), .notFound)
    }
    return folder
  }
}

extension Rules {
  static let json = Rules(
    patterns: [FilePattern(bytes("*.json"))], ignored: [FilePattern(bytes("node_modules"))])
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func names(_ path: String) -> [FileName] { path.split(separator: "/").map { bytes(String($0)) } }

func texts(_ names: [FileName]) -> [String] { names.map { String(decoding: $0, as: UTF8.self) } }

func place(_ path: String) -> FilePlace { .inTree(names(path)) }

/// How many descriptors of this process lead to a path or below it: those of other tests lead elsewhere.
func openDescriptors(below path: String) -> Int {
  let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return all.count { number in
    let target = try? FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/self/fd/" + number)
    return target?.hasPrefix(path) == true
  }
}
