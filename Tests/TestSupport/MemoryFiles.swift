/// The files of a tree in memory, by directory.
struct MemoryFiles {
  typealias File = (path: [UInt8], text: [UInt8])

  /// Property files, in the order of their paths.
  private var properties: [[[UInt8]]: [File]] = [:]
  private var directories: [[[UInt8]]: Set<[UInt8]>] = [:]
  private var texts: [[UInt8]: [UInt8]] = [:]

  init(_ files: MemoryTree.Files) {
    let slash = UInt8(ascii: "/")
    let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for (path, text) in sorted {
      let whole = Array(path.utf8.drop { $0 == slash })
      if texts[whole] == nil { texts[whole] = text }
      var directory = whole.split(separator: slash).map(Array.init)
      guard let name = directory.popLast() else { continue }
      for depth in directory.indices {
        directories[Array(directory.prefix(depth)), default: []].insert(directory[depth])
      }
      let isHidden = name.first == UInt8(ascii: ".") || name.first == UInt8(ascii: "_")
      let isProperty = [".json", ".jsonc"].contains {
        name.suffix($0.utf8.count).elementsEqual($0.utf8)
      }
      if !isHidden, isProperty {
        properties[directory, default: []].append((whole, text))
      }
    }
  }

  func properties(in directory: [[UInt8]]) -> [File] { properties[directory] ?? [] }

  /// The names of the directories in a directory.
  func directories(in directory: [[UInt8]]) -> Set<[UInt8]> { directories[directory] ?? [] }

  func text(at path: [UInt8]) -> [UInt8]? { texts[path] }

  /// Whether files stand at or below a directory.
  func exists(_ directory: [[UInt8]]) -> Bool {
    guard let name = directory.last else { return true }
    return directories(in: Array(directory.dropLast())).contains(name)
  }
}
