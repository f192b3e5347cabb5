#if os(Linux)
  import Foundation
  import Testing

  /// The program with nothing around it: no `/proc`, no libraries, no shell.
  @Suite(.enabled(if: geteuid() == 0, "only root may chroot")) struct BareRootTests {
    /// A directory with the program in it, linked as it is released, and a tree beside it.
    private let root = Scratch()

    init() throws {
      // The tests' own program needs a loader and libraries, and their runtime keeps to its own ways.
      let objects = URL(filePath: Program.heir).deletingLastPathComponent()
        .appending(path: "heir.product/Objects.LinkFileList").path
      let program = root.url.appending(path: "heir").path
      let linked = try Program.run(
        "/usr/bin/env",
        [
          "swiftc", "-static-executable", "@" + objects, "-o", program,
          "-Xlinker", "--defsym=main=heir_main",
        ])
      try #require(linked.status == 0, "\(linked.errors)")
      try FileManager.default.copyItem(
        at: Harness.fixtures.appending(path: "trees"), to: root.url.appending(path: "trees"))
    }

    @Test func theProgramNeedsNothingAroundIt() throws {
      for command in [
        "get /prod/eu db.port", "get /prod db.prot", "get /prod --shell port=db.port",
        "resolve /prod", "resolve /prod/eu --format flat", "explain /prod/eu db.port",
        "explain /prod --color always", "diff / /prod", "scopes --tree", "files /prod/eu",
        "check", "check --json", "completion bash", "completion keys /prod", "help", "help get",
        "--version", "gte", "get /prd db.port",
      ] {
        let words = command.split(separator: " ").map(String.init)
        let alone = try Program.run(
          "/usr/bin/env",
          ["chroot", root.url.path, "/heir"] + words.prefix(1) + ["--root", "/trees/fleet"]
            + words.dropFirst())
        let tree = root.url.appending(path: "trees/fleet").path
        let usual = try Program.run(
          Program.heir, words.prefix(1) + ["--root", tree] + words.dropFirst())
        #expect(alone.status == usual.status, "\(command)")
        #expect(alone.output == usual.output.replacing(tree, with: "/trees/fleet"), "\(command)")
        #expect(alone.errors == usual.errors.replacing(tree, with: "/trees/fleet"), "\(command)")
      }
    }
  }
#endif
