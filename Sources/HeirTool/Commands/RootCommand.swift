import Cascade
import CommandSpec
import FileTree
import Queries
import Sessions
import Snapshots

/// `heir root`: prints where the tree begins.
enum RootCommand {
  static let command = Command<Session, CommandResult>(
    "root", summary: "prints the directory that is the root",
    details: """
      The path is absolute, and no part of it is a link. Nothing in the tree is read, not even \
      '.heir', so that a broken file is no obstacle. Overlays have no say in it.
      """,
    examples: [
      Example("cd \"$(heir root -q)\"", "goes to where the tree begins"),
      Example("heir root --strict", "fails where it is doubtful which directory is meant"),
    ],
    parameters: CommonOptions.printing([.root, .strict]),
    run: { (session, options) in
      CommandResult(session, options) { (show) throws(Failure) in
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
        try show.tellOfRoot(found, isStrict: options.isStrict)
        if let output = options.output {
          try Snapshot(TreePaths(options, session), from: session.workingDirectory)
            .refuse(output: output)
        }
        show.output.append(path + [0x0A])
        return .answered
      }
    })
}
