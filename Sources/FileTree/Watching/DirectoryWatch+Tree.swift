import SystemCalls

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
