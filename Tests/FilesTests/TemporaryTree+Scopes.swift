import TestSupport

@testable import Files
@testable import SystemCalls

extension TemporaryTree {
  @discardableResult
  func write(_ name: String, _ text: String, in scope: String = "/") throws -> FileWrite {
    let lock = try FolderLock([self.scope(scope)])
    let snapshot = try lock.read(bytes(name), in: lock.folders[0])
    return try lock.write([FileChange(snapshot, bytes: bytes(text))])[0]
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

extension TreeFolder {
  /// The folders along a path from here, this one first, and the components from the first one that
  /// does not exist.
  func folders(
    along path: [FileName], rules: Rules
  ) throws(FileError) -> (found: [any TreeFolder], missing: [FileName]) {
    var found: [any TreeFolder] = [self]
    for (index, name) in path.enumerated() {
      do throws(FileError) {
        found.append(try found[index].child(named: name, rules: rules))
      } catch {
        guard error.kind.isAbsence else { throw error }
        return (found, Array(path[index...]))
      }
    }
    return (found, [])
  }
}

extension Rules {
  static let json = Rules(
    patterns: [FilePattern(bytes("*.json"))], ignored: [FilePattern(bytes("node_modules"))])
}

func names(_ path: String) -> [FileName] { path.split(separator: "/").map { bytes(String($0)) } }

func texts(_ names: [FileName]) -> [String] { names.map { String(decoding: $0, as: UTF8.self) } }

func place(_ path: String) -> FilePlace { .inTree(names(path)) }
