import Cascade
import CommandSpec
import SafeText
import Trees

enum FilesCommand {
  static let command = Command(
    "files", summary: "List the files that define a scope",
    details: """
      Lists the files in the order in which they are read: '.heir' first, then the files of the root, \
      and so on. A build can do without this list: 'heir resolve -o FILE' is fast and does not touch \
      an unchanged FILE.
      """,
    examples: [
      Example("heir files /prod/eu/web", "List the files that the scope depends on")
    ]
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to read")
    let form = try arguments.format(orElse: ReportFormat.text, compact: [.json])
    let nul = arguments.endsWithNUL()
    return Action(try CommonOptions(arguments, printing: .all)) { (console) throws(Failure) in
      if form.format == .json && nul { throw .usage(.conflictingOptions("--json", "-0")) }
      let context = try CommandContext(console)
      let read = FileRecord()
      context.present.record = read
      let asked = try context.scope(scope)
      // Dependencies are known after evaluation.
      _ = try context.evaluating(try asked.value(Key())?.data())
      try context.validate(asked, [Key()])
      // By tree; in each tree settings, then files of levels, the farthest first, then dependencies in reading
      // order.
      let settings = context.snapshot.settingsFiles.map {
        (file: $0, kind: FileRecord.Kind.settings)
      }
      let scopes = asked.view.lineage.ancestors.map(\.scope)
      let ranks = Dictionary(uniqueKeysWithValues: zip(scopes, scopes.indices))
      func rank(_ file: SourceFile, _ kind: FileRecord.Kind) -> Int {
        switch kind {
        case .settings: -1
        case .property, .fragment: ranks[file.scope] ?? scopes.count
        case .text: scopes.count
        }
      }
      let files = (settings + read.files).enumerated().map { offset, file in
        (file: file, order: (file.file.home.tree, rank(file.file, file.kind), offset))
      }.sorted { $0.order < $1.order }.map(\.file)
      if form.format == .json {
        let record: Record = [
          .with: .head(asked.view.scope),
          "files": .list(files) { file, kind in
            ["file": .bytes(file.path), .with: .overlay(file.home), "kind": .text(kind.rawValue)]
          },
        ]
        context.print(form.layout, record)
        return .answered
      }
      var hasEscapes = false
      for (file, _) in files {
        let path = console.places.root(file.home) + file.path
        let line = Printable.string(path)
        NameList.print(path, endsWithNUL: nul, line, console.output)
        hasEscapes = hasEscapes || !line.utf8.elementsEqual(path)
      }
      if hasEscapes && !nul {
        console.note("a name with control characters is escaped; use '-0' to print it unchanged")
      }
      return .answered
    }
  }
}

extension SourceFile.TextOrigin {
  /// The command line is after all trees.
  fileprivate var tree: Int {
    if case .tree(let number) = self { number } else { .max }
  }
}
