import Files
import SystemCalls

/// Adds a line to a file of one or several scopes, and makes the scopes that do not exist: all that the
/// disk has to do for a write, without a word about what is written.
///
///     fault-writer ROOT FILE LINE SCOPE...
@main enum FaultWriter {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { Array($0.utf8) }
    guard arguments.count > 3 else { fail("fault-writer ROOT FILE LINE SCOPE...") }
    do throws(FileError) {
      try add(
        arguments[2] + [0x0A], to: arguments[1], Folder.root(arguments[0]),
        arguments[3...].map { $0.split(separator: 0x2F).map(FileName.init) })
    } catch {
      fail(error.problem)
    }
  }

  private static func add(
    _ line: [UInt8], to name: FileName, _ root: Folder, _ scopes: [[FileName]]
  ) throws(FileError) {
    let rules = Rules(patterns: [FilePattern(name)])
    var made: [NewFolders] = []
    do throws(FileError) {
      var folders: [Folder] = []
      for scope in scopes {
        var (last, missing) = (root, scope[...])
        while let name = missing.first, let next = try? last.folder(named: name, rules: rules) {
          (last, missing) = (next, missing.dropFirst())
        }
        let new = try NewFolders(Array(missing), below: last, rules: rules)
        made.append(new)
        folders.append(new.folder)
      }
      let lock = try FolderLock(folders)
      var changes: [FileChange] = []
      for folder in lock.folders {
        let snapshot = try lock.read(name, in: folder)
        changes.append(FileChange(snapshot, bytes: (snapshot.bytes ?? []) + line))
      }
      try lock.write(changes)
    } catch {
      for new in made.reversed() { new.removeCreated() }
      throw error
    }
  }

  private static func fail(_ message: String) -> Never {
    print(message)
    exit(2)
  }
}
