import FileTree
import Legible
import Snapshots
import SystemCalls

extension Session {
  /// Whether the index of the repository around a directory has a file of this name in it.
  package func isTracked(
    _ name: FileName, in directory: [UInt8], _ remarks: Remarks
  ) throws(Failure) -> Bool {
    let path = directory.isEmpty ? [UInt8(ascii: ".")] : directory
    let (folder, position): (Folder, [FileName])
    do throws(FileError) {
      folder = try Folder.root(path, from: workingDirectory)
      guard let found = try gitDirectory(around: folder) else { return false }
      // Without a way down from there git cannot be asked for the file.
      guard let names = try found.position() else { return true }
      position = names
    } catch { throw .file(error, .former) }
    let file = (position + [name]).joinedPath
    let answer = try Git.around(folder, self, remarks).ask(
      ["ls-files", "-z", "--"], [file], atTop: true)
    guard answer.isGood else {
      throw .message(
        "cannot find out whether git tracks '\(Printable.string(file))'", notes: answer.notes)
    }
    return !answer.output.isEmpty
  }
}
