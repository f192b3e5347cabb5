import SystemCalls

/// What some files in a directory and below it are to hold, or held; it speaks of directories by their paths
/// without links.
package struct TreePatch {
  /// Nil where there is to be no such file.
  private(set) var files: [FileName: [UInt8]?] = [:]
  /// The directories in which it speaks of a file: they are there whether the file is or not.
  private(set) var folders: [FileName: TreePatch] = [:]

  /// Begins with no file.
  package init() {}

  /// What a file is to hold.
  package mutating func set(_ bytes: [UInt8]?, at path: [FileName]) { set(bytes, at: path[...]) }

  private mutating func set(_ bytes: [UInt8]?, at path: ArraySlice<FileName>) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    if rest.isEmpty {
      files.updateValue(bytes, forKey: name)
    } else {
      folders[name, default: TreePatch()].set(bytes, at: rest)
    }
  }

  /// What it says of a directory and of what is below; nil where that is nothing.
  func part(_ path: some Collection<FileName>) -> TreePatch? {
    var part = self
    for name in path {
      guard let inner = part.folders[name] else { return nil }
      part = inner
    }
    return part
  }

  /// What it says of a file; nil where that is nothing.
  subscript(path: [FileName]) -> [UInt8]?? {
    path.last.flatMap { part(path.dropLast())?.files[$0] }
  }
}
