import System

/// What files of a tree are to hold, or held: their bytes by their paths from the root without links; nil
/// where there is to be none.
package struct FileEdits {
  private var bytes: [[FileName]: [UInt8]?] = [:]

  /// Begins with no file.
  package init() {}

  /// What a file is to hold.
  package mutating func set(_ bytes: [UInt8]?, at path: [FileName]) {
    self.bytes.updateValue(bytes, forKey: path)
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// What is said of a file; nil where nothing is.
  subscript(path: [FileName]) -> [UInt8]?? { bytes[path] }

  /// The files directly in a directory that are to be there, or are not.
  func files(in directory: [FileName]) -> [(name: FileName, isThere: Bool)] {
    bytes.compactMap { path, bytes in
      path.count == directory.count + 1 && path.starts(with: directory)
        ? (path[directory.count], bytes != nil) : nil
    }
  }

  /// The names of directories directly in a directory in which a file is spoken of: they are there in both
  /// times.
  func folders(in directory: [FileName]) -> Set<FileName> {
    Set(
      bytes.keys.compactMap { path in
        path.count > directory.count + 1 && path.starts(with: directory)
          ? path[directory.count] : nil
      })
  }
}
