import Cascade
import CommandSpec
import Files
import Import
import SafeText
import Trees

enum ImportCommand {
  private enum Format: String, Words { case hiera, reclass, yaml }

  static let command = Command(
    "import", summary: "Convert a Hiera, reclass or YAML tree",
    details: """
      Reads the files in DIR and writes property files with their comments into TREE. 'hiera' \
      converts the hierarchies of 'hiera.yaml' and of modules into scopes and a rule of '.heir', \
      'reclass' classes and nodes, in the directories that 'classes_uri' and 'nodes_uri' in \
      'reclass-config.yml' name; with 'yaml' each directory is a scope, and 'values-NAME.yaml' is \
      a scope below it. YAML is read as the other program reads it: as Ruby for 'hiera', as Helm \
      beside and below 'Chart.yaml', otherwise as PyYAML. The modules are those in the 'modulepath' of 'environment.conf'.

      --facts reads the facts of hosts as facter, puppet and PuppetDB print them: a file for each \
      host, or for many. 'trusted', an object, and 'environment' in it are the trusted facts and \
      the environment of the host.

      Everything that can be converted is written. The rest is listed with file and line, and \
      the exit status is 1 if something is left out, kept or different. If a file of settings or \
      facts is invalid, nothing is written, and the exit status is 2. Errors that 'heir check' \
      finds in TREE are errors of the import.

      --verify asks puppet or reclass for the values of each node, with the same facts, and \
      reports the keys that differ. It counts what is not compared.

      Files in TREE that an import did not write, or that were edited since, are kept. \
      '.heir-imported' lists the imported files with a digest of each; keep it with them. If git \
      tracks it, only files that git tracks are replaced and removed.
      """,
    examples: [
      Example("heir import hiera control-repo -o tree", "Convert a Hiera hierarchy"),
      Example(
        "heir import hiera . -o tree --facts 'facts/*.json'", "Also write the facts of hosts"),
      Example("heir import yaml chart -o tree", "Convert values of Helm"),
    ],
    exitStatus: "0 all is imported; 1 something is left out, kept or different; 2 error"
  ) { (arguments) throws(UsageError) in
    let word = try arguments.argument(Format.type("FORMAT"), help: "Kind of tree")
    let format = Format.named(word) ?? .yaml
    let directory = try arguments.argument(.bytes("DIR", .directory), help: "Directory to read")
    let tree = try arguments.option(
      "-o", "--output", type: .bytes("TREE", .directory), help: "Directory to write; required")
    let facts = try arguments.option(
      "--facts", type: .bytes("PATTERN", .file),
      help: "Read the facts of hosts from files such as 'facts/*.json'")
    let verifies = arguments.flag(
      "--verify", help: "Compare all values with those of puppet or reclass")
    return Action(try CommonOptions(arguments, taking: [])) { (console) throws(Failure) in
      guard let tree else {
        throw .usage(.missingOption(oneOf: ["-o"], command: "import"))
      }
      if facts != nil && format != .hiera {
        throw .usage(.optionNeeds("--facts", other: "hiera"))
      }
      if verifies && (format == .hiera && facts == nil || format == .yaml) {
        throw .message("'--verify' needs 'hiera' with '--facts', or 'reclass'")
      }
      // Places in messages are below DIR.
      console.options.root = directory
      let base = console.session.workingDirectory
      let folder = try about(.tree(0), try Folder.root(directory, from: base))
      let source = ImportSource(folder, format == .hiera ? .ruby : .python)
      func refuse(_ findings: [Diagnostic]) throws(Failure) {
        let errors = findings.filter { $0.severity == .error }
        if !errors.isEmpty { throw .diagnostics(errors) }
      }
      var findings: [Diagnostic] = []
      let plan: ImportPlan?
      var peer: PeerProgram.Peer?
      var nodeCount = 0
      switch format {
      case .hiera:
        var found = ImportedFacts()
        if let facts { found = try about(.facts, try ImportedFacts(facts, from: base)) }
        try refuse(found.findings)
        let hiera = try about(.tree(0), try HieraImport(source, found))
        (plan, peer) = (hiera?.plan, hiera.map { .puppet($0) })
        (findings, nodeCount) = (found.findings, found.hosts.count)
      case .reclass:
        let reclass = try about(.tree(0), try ReclassImport(source))
        (plan, peer) = (reclass?.plan, reclass.map { .reclass($0) })
        nodeCount = reclass?.nodeCount ?? 0
      case .yaml: plan = try about(.tree(0), try PlainImport(source))?.plan
      }
      findings += source.findings
      try refuse(findings)
      guard let plan else {
        let missing =
          switch format {
          case .hiera: "file 'hiera.yaml'"
          case .reclass: "directory of nodes"
          case .yaml: "YAML file"
          }
        throw .message("\(Printable.quoted(directory)) has no \(missing)")
      }
      var (isWhole, keptCount) = try ImportRun(console: console, path: tree).run(plan, findings)
      // Places in these messages are below TREE.
      let other = Console(console.session, console.options)
      other.options.root = tree
      do throws(Failure) {
        try ImportRun.check(
          tree, other, computesValues: format != .reclass || keptCount > 0)
        if verifies, let peer {
          console.output.release()
          let verification = try ImportVerification(other, tree, peer, source, nodeCount)
          if try !verification.run() { isWhole = false }
        }
      } catch {
        other.report(error)
        return .failed
      }
      return isWhole ? .answered : .nothing
    }
  }
}
