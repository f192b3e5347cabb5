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

extension DirectoryWatch {
  /// Watches the path of a user's file, then opens it.
  package func open(
    input path: [UInt8], from base: WorkingDirectory, tell: () -> Void = {}
  ) throws(FileError) -> InputFile {
    if path != InputFile.standardInput { PathWatch.watch(path, from: base, self) }
    let file = try InputFile(path, from: base, tell: tell)
    if file.isLasting { open(file: file.descriptor, file.identity) }
    return file
  }
}
