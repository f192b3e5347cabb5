import SystemCalls

/// A temporary directory that only the user can read, for other programs. It is locked while the process lives.
package final class PrivateDirectory {
  /// Absolute, without links.
  package let path: [UInt8]
  private let parent: Descriptor
  private let name: FileName
  private let top: Descriptor

  /// In the directory of TMPDIR if that is absolute, otherwise in `/tmp`.
  package init(_ process: ProcessContext) throws(FileError) {
    let given = process.setting("TMPDIR").flatMap { $0.first == .slash ? $0 : nil }
    let place = try process.workingDirectory.physical(given ?? Array("/tmp".utf8))
    let parent = try process.workingDirectory.open(place, .directory)
    Self.removeAbandoned(in: parent)
    (name, top) = try about(.given(place)) { () throws(Errno) in
      let (name, top) = try TemporaryName.make(in: parent, locked: false) { (name) throws(Errno) in
        if try !Descriptor.makeDirectory(name, in: parent, permissions: 0o700) { throw .exists }
        // Another process may have taken it for abandoned, and may have removed it.
        guard let top = try present(Descriptor.open(name, at: parent, .directory)),
          try top.lock(),
          try present(Descriptor.status(of: name, at: parent))?.identity == top.status().identity
        else { throw .exists }
        return top
      }
      name.release()
      return (name.bytes, top)
    }
    self.parent = parent
    path = place + [.slash] + name
  }

  /// Removes the user's directories of killed processes.
  private static func removeAbandoned(in parent: Descriptor) {
    let names = ((try? parent.entries()) ?? []).map(\.name)
    for name in names where TemporaryName.isDraft(name, locked: false) {
      guard let left = try? Descriptor.open(name, at: parent, .directory),
        (try? left.status())?.owner == User.effective, (try? left.lock()) == true
      else { continue }
      empty(left)
      try? Descriptor.removeDirectory(name, in: parent)
    }
  }

  deinit { remove() }

  package func remove() {
    Self.empty(top)
    try? Descriptor.removeDirectory(name, in: parent)
  }

  package func put(_ bytes: [UInt8], at names: [FileName]) throws(FileError) {
    let directory = try makeDirectory(names.dropLast())
    try about(.given(path + [.slash] + names.joinedPath)) { () throws(Errno) in
      let name = names[names.count - 1]
      let file = try Descriptor.create(name, at: directory, permissions: 0o600)
      try file.write(bytes)
      try file.closeNow()
    }
  }

  @discardableResult
  package func makeDirectory(_ names: ArraySlice<FileName>) throws(FileError) -> Descriptor {
    try about(.given(path + [.slash] + Array(names).joinedPath)) { () throws(Errno) in
      var here = top
      for name in names {
        _ = try Descriptor.makeDirectory(name, in: here, permissions: 0o700)
        here = try Descriptor.open(name, at: here, .directory)
      }
      return here
    }
  }

  /// Removes as much as possible, also what a program left.
  private static func empty(_ directory: Descriptor) {
    for entry in (try? directory.entries()) ?? [] {
      if let inner = try? Descriptor.open(entry.name, at: directory, .directory) {
        empty(inner)
        try? Descriptor.removeDirectory(entry.name, in: directory)
      } else {
        try? Descriptor.unlink(entry.name, in: directory)
      }
    }
  }
}
