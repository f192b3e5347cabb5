import CommandSpec
import Files
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
    ]
  ) { (arguments) throws(UsageError) in
    Action(try CommonOptions(arguments, printing: [.root, .strict])) { (console) throws(Failure) in
      let directory = console.session.workingDirectory
      let given = console.paths.root
      if let given { _ = try about(.tree(0), try Folder.root(given, from: directory)) }
      let found = given == nil ? try about(.tree(0), try Discovery(from: directory)) : nil
      let path = try about(.tree(0), try directory.physical(given ?? found?.path ?? []))
      try console.reportRoot(found)
      if let output = console.options.output {
        try Snapshot(console.paths, from: console.session.workingDirectory)
          .refuse(output: output)
      }
      console.output.append(path + [0x0A])
      return .answered
    }
  }
}
