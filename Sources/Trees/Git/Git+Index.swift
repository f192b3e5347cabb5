import SafeText
import SystemCalls

extension Session {
  /// The result decides on removal, so GIT_CEILING_DIRECTORIES is ignored.
  package func isTracked(
    _ name: FileName, in directory: [UInt8], _ remarks: MessageHandlers
  ) throws(Failure) -> Bool {
    let path = directory.isEmpty ? [UInt8(ascii: ".")] : directory
    let (found, position): (GitDirectory, [FileName]?)
    do throws(FileError) {
      let folder = try Folder.root(path, from: workingDirectory)
      guard let directory = try GitDirectory(around: folder) else { return false }
      (found, position) = (directory, try directory.position())
    } catch { throw .file(error, .former) }
    func isUnknown(_ notes: [String] = []) -> Failure {
      let shown = Printable.string(directory + name)
      return .message("cannot find out whether git tracks '\(shown)'", notes: notes)
    }
    // The root is not below the work tree's top, so git cannot be asked.
    guard let position else { throw isUnknown() }
    let answer = try Git.of(found, self, remarks).ask(
      ["ls-files", "-z", "--"], [(position + [name]).joinedPath], atTop: true)
    guard answer.isGood else { throw isUnknown(answer.notes) }
    return !answer.output.isEmpty
  }
}
