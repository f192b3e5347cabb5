import SystemCalls

/// New contents of files in a directory and below, by paths without links.
package struct TreePatch {
  /// Nil removes the file.
  private(set) var files: [FileName: [UInt8]?] = [:]
  /// The directories of patched files; they exist even if the file is removed.
  private(set) var folders: [FileName: TreePatch] = [:]

  package init() {}

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

  func part(_ path: some Collection<FileName>) -> TreePatch? {
    var part = self
    for name in path {
      guard let inner = part.folders[name] else { return nil }
      part = inner
    }
    return part
  }

  subscript(path: [FileName]) -> [UInt8]?? {
    path.last.flatMap { part(path.dropLast())?.files[$0] }
  }
}
