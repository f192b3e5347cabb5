import SystemCalls

extension DirectoryWatch {
  /// Watches the names and links on the path to a root or file as far as it exists; errors are reported when it is
  /// opened.
  package func open(wayTo path: [UInt8], from base: WorkingDirectory) {
    let start: [UInt8] = path.first == .slash ? [.slash] : [UInt8(ascii: ".")]
    guard var here = try? base.open(start, .traversal) else { return }
    var ahead = Array(path.components.reversed())
    var linksFollowed = 0
    while let name = ahead.popLast() {
      if name.isDot { continue }
      do throws(Errno) {
        let identity = try here.status().identity
        open(here, identity, only: name)
        let status = try Descriptor.status(of: name, at: here)
        guard status.kind == .link else {
          here = try Descriptor.open(name, at: here, .traversal)
          continue
        }
        linksFollowed += 1
        guard linksFollowed <= Directory.linkLimit else { return }
        let target = try Descriptor.target(of: name, at: here)
        ahead += target.components.reversed()
        if target.first == .slash { here = try Descriptor.open([.slash], at: here, .traversal) }
      } catch { return }
    }
  }
}

extension DirectoryWatch: ReadingObserver {
  package func opened(_ directory: Directory) {
    if directory.parent == nil {
      open(root: directory.descriptor, directory.identity)
    } else {
      open(directory.descriptor, directory.identity)
    }
  }

  package func opened(
    file: Descriptor, _ identity: FileIdentity, _ name: FileName, in: Directory
  ) {
    open(file: file, identity)
  }
}
