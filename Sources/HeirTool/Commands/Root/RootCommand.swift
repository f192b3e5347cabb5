import Cascade
import CommandSpec
import Trees

enum RootCommand {
  static let command = Command(
    "root", summary: "Print the root directory",
    details: """
      The path is absolute and contains no symbolic links. No file is read, not even '.heir', so broken \
      files do not matter. Overlays are ignored. Only -o reads '.heir' and overlays, so that it \
      replaces no property file.
      """,
    examples: [
      Example("cd \"$(heir root -q)\"", "Change to the root directory"),
      Example("heir root --strict", "Fail if the choice of the root is doubtful"),
    ],
    options: CommonOptions.printing([.root, .strict]),
    run: { (console) throws(Failure) in
      var found: Discovery?
      let path: [UInt8]
      do throws(FileError) {
        let directory = console.session.workingDirectory
        if let given = console.paths.root {
          _ = try Folder.root(given, from: directory)
          path = try directory.physical(given)
        } else {
          let discovery = try Discovery(from: directory)
          found = discovery
          path = try directory.physical(discovery.path)
        }
      } catch { throw .file(error, .tree(0)) }
      try console.reportRoot(found)
      if let output = console.options.output {
        try Snapshot(console.paths, from: console.session.workingDirectory)
          .refuse(output: output)
      }
      console.output.append(path + [0x0A])
      return .answered
    })
}
