import Foundation

/// A temporary directory for a test: `tree` is the root, other files are outside.
package final class TemporaryTree: Sendable {
  package let base: String
  package var root: String { base + "/tree" }

  package init() throws {
    guard let base = newFolder(in: NSTemporaryDirectory()) else {
      throw CocoaError(.fileWriteUnknown)
    }
    self.base = base
    folder("")
  }

  deinit { try? FileManager.default.removeItem(atPath: base) }

  package func folder(_ path: String) {
    try? FileManager.default.createDirectory(
      atPath: root + "/" + path, withIntermediateDirectories: true)
  }

  package func file(_ path: String, _ text: String = "{}") {
    let path = root + "/" + path
    try? FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
  }

  package func link(_ path: String, to target: String) { symlink(target, root + "/" + path) }

  package func fifo(_ path: String) { mkfifo(root + "/" + path, 0o600) }

  /// Changes a file where it stands, as some editors do.
  package func overwrite(_ path: String, _ text: String) {
    guard let file = FileHandle(forWritingAtPath: root + "/" + path) else { return }
    try? file.truncate(atOffset: 0)
    try? file.write(contentsOf: Data(text.utf8))
    try? file.close()
  }

  package func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: root + "/" + path)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  package func target(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: root + "/" + path)
  }

  /// All names in a directory, in order.
  package func listed(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root + "/" + path)) ?? []).sorted()
  }

  /// What writers have left, anywhere.
  package var litter: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [])
      .filter { $0.contains(".heir-") }
  }

  package func inode(_ path: String) -> UInt64 { UInt64(status(path).st_ino) }

  package func mode(_ path: String) -> UInt32 { UInt32(status(path).st_mode) & 0o7777 }

  package func links(_ path: String) -> Int { Int(status(path).st_nlink) }

  private func status(_ path: String) -> stat {
    var status = stat()
    lstat(root + "/" + path, &status)
    return status
  }
}

/// Where tests write that ask nothing of the file system: in memory, if there is room and programs may be run there.
/// ext4 looks long for the place of a file after others were removed. `.ci/nightly` takes what is usual.
package let quickFolder: String = {
  #if os(Linux)
    let noExec: UInt = 8
    var status = statvfs()
    if !Seeds.isLong, statvfs("/dev/shm", &status) == 0, access("/dev/shm", W_OK) == 0,
      status.f_flag & noExec == 0, status.f_bavail * status.f_frsize > 4 << 30
    {
      return "/dev/shm/"
    }
  #endif
  return NSTemporaryDirectory()
}()

/// A new temporary directory; nil where none can be made.
package func newFolder(in folder: String = quickFolder) -> String? {
  var template = Array((folder + "heir-XXXXXX").utf8CString)
  guard mkdtemp(&template) != nil else { return nil }
  chmod(template, 0o755)
  return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

package func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// How many descriptors of this process lead to a path or below it: those of other tests lead elsewhere.
package func openDescriptors(below path: String) -> Int {
  let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return all.count { number in
    let target = try? FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/self/fd/" + number)
    return target?.hasPrefix(path) == true
  }
}
