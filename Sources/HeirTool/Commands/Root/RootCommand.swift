import Cascade
import CommandSpec
import Trees

enum RootCommand {
  static let command = Command<Session, CommandResult>(
    "root", summary: "Print the root directory",
    details: """
      The path is absolute and contains no symbolic links. No file is read, not even '.heir', so broken \
      files do not matter. Overlays are ignored.
      """,
    examples: [
      Example("cd \"$(heir root -q)\"", "Change to the root directory"),
      Example("heir root --strict", "Fail if the choice of the root is doubtful"),
    ],
    parameters: CommonOptions.printing([.root, .strict]),
    run: { (session, options) in
      CommandResult(session, options) { (console) throws(Failure) in
        var found: Discovery?
        let path: [UInt8]
        do throws(FileError) {
          let directory = session.workingDirectory
          if let given = TreePaths(options, session).root {
            _ = try Folder.root(given, from: directory)
            path = try directory.physical(given)
          } else {
            let discovery = try Discovery(from: directory)
            found = discovery
            path = try directory.physical(discovery.path)
          }
        } catch { throw .file(error, .tree(0)) }
        try console.reportRoot(found, isStrict: options.isStrict)
        if let output = options.output {
          try Snapshot(TreePaths(options, session), from: session.workingDirectory)
            .refuse(output: output)
        }
        console.output.append(path + [0x0A])
        return .answered
      }
    })
}
