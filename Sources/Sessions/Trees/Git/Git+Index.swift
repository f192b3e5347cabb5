import FileTree
import Legible
import Snapshots
import SystemCalls

extension Session {
  /// Whether the index of the repository around a directory has a file of this name in it. This decides on removal, so
  /// that GIT_CEILING_DIRECTORIES does not hide the repository.
  package func isTracked(
    _ name: FileName, in directory: [UInt8], _ remarks: Remarks
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
    // Without a way down from there git cannot be asked for the file.
    guard let position else { throw isUnknown() }
    let answer = try Git.of(found, self, remarks).ask(
      ["ls-files", "-z", "--"], [(position + [name]).joinedPath], atTop: true)
    guard answer.isGood else { throw isUnknown(answer.notes) }
    return !answer.output.isEmpty
  }
}
