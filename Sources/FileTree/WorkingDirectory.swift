/// The directory from which the paths of the user count.
package struct WorkingDirectory: Sendable {
  private let descriptor: Descriptor?

  /// The one of the process.
  package static let current = WorkingDirectory(descriptor: nil)

  private init(descriptor: Descriptor?) { self.descriptor = descriptor }

  /// Opens another one, through whatever links the path has.
  package init(_ path: [UInt8], from base: WorkingDirectory = .current) throws(FileError) {
    descriptor = try base.open(path, .passage)
  }

  func open(_ path: [UInt8], _ mode: Descriptor.Mode) throws(FileError) -> Descriptor {
    guard !path.isEmpty else { throw FileError(.given(path), .emptyPath) }
    guard !path.contains(0) else { throw FileError(.given(path), .nulInPath) }
    return try about(.given(path)) { () throws(Errno) in
      try Descriptor.open(path, at: descriptor, mode)
    }
  }
}
