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
    let slash = UInt8(ascii: "/")
    guard path.first != slash, let base = self.path else { return path }
    return base + [slash] + path
  }

  func open(_ path: [UInt8], _ mode: Descriptor.Mode) throws(FileError) -> Descriptor {
    guard !path.isEmpty else { throw FileError(.given(path), .emptyPath) }
    guard !path.contains(0) else { throw FileError(.given(path), .nulInPath) }
    return try about(.given(path), try Descriptor.open(path, at: descriptor, mode))
  }
}
