import SystemCalls

/// The directory to which the user's paths are relative.
package struct WorkingDirectory: Sendable {
  private let descriptor: Descriptor?
  private let path: [UInt8]?

  package static let current = WorkingDirectory(descriptor: nil)

  private init(descriptor: Descriptor?) { (self.descriptor, path) = (descriptor, nil) }

  package init(_ path: [UInt8], from base: WorkingDirectory = .current) throws(FileError) {
    descriptor = try base.open(path, .traversal)
    self.path = base.joined(path)
  }

  /// The absolute path without links (realpath(3)), for messages and other programs only, since it may change.
  package func physical(_ path: [UInt8]) throws(FileError) -> [UInt8] {
    try about(.given(path), try Descriptor.physicalPath(of: joined(path)))
  }

  private func joined(_ path: [UInt8]) -> [UInt8] {
    guard path.first != .slash, let base = self.path else { return path }
    return base + [.slash] + path
  }

  package func open(_ path: [UInt8], _ mode: Descriptor.Mode) throws(FileError) -> Descriptor {
    guard !path.isEmpty else { throw FileError(.given(path), .emptyPath) }
    guard !path.contains(0) else { throw FileError(.given(path), .nulInPath) }
    return try about(.given(path), try Descriptor.open(path, at: descriptor, mode))
  }

  /// The names in a directory, for completing paths, and whether each is a directory or a link to one.
  package func names(
    in path: [UInt8]
  ) throws(FileError) -> [(name: FileName, isDirectory: Bool)] {
    let directory = try open(path, .traversal)
    let listed = try about(.given(path), try directory.reopened().entries())
    return listed.map { entry in
      let isDirectory =
        switch entry.kind {
        case .directory: true
        case .link, nil: (try? Descriptor.open(entry.name, at: directory, .traversal)) != nil
        default: false
        }
      return (entry.name, isDirectory)
    }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }
}
