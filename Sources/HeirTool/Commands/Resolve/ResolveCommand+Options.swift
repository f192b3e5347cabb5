import CommandSpec
import JSONSource
import Trees

extension ResolveCommand {
  /// The output formats, named after their readers.
  enum Format: String, CaseIterable {
    case json, flat, nul, shell, fish, dotenv, docker, systemd, github, yaml, toml, properties

    /// Whether it prints variables, whose names are chosen by the tree.
    var makesVariables: Bool {
      switch self {
      case .shell, .fish, .dotenv, .docker, .systemd, .github: true
      case .json, .flat, .nul, .yaml, .toml, .properties: false
      }
    }
  }

  /// The output options of `resolve`.
  struct Options {
    enum Style: Equatable {
      case format(Format)
      case names(endsWithNUL: Bool)
    }

    let style: Style
    let layout: JSONWriter.Layout
    let isSorted: Bool
    let isOwn: Bool
    let hasOrigins: Bool
    let prefix: [UInt8]
    let isExported: Bool
    let keepsGoing: Bool

    static let options = Group(
      Option(
        "--format", type: .choice("FORMAT", of: Format.self),
        abbreviations: [Abbreviation("--json", for: "json")],
        help: "Print in FORMAT (default json)"),
      JSONWriter.Layout.flag,
      Flag("-S", "--sort-keys", help: "Sort members by name"),
      Flag("--own", help: "Print only what the scope's own files set"),
      Flag("--origins", help: "Print the value with the place of each leaf"),
      Flag("--keys", deprecated: "--names", help: "Print only the keys of leaves, one per line"),
      NameList.flag,
      Option(
        "--prefix", type: .bytes("P"),
        help: "Start the names of variables with P (may be empty)"),
      Flag("--export", help: "With --format shell, export the variables"),
      Flag("--keep-going", help: "Leave out values with errors; exit with status 2"),
      make: Options.init(format:compact:sorted:own:origins:names:nul:prefix:export:keepGoing:))

    init(
      format given: Format?, compact: Bool, sorted: Bool, own: Bool, origins: Bool, names: Bool,
      nul: Bool, prefix: [UInt8]?, export: Bool, keepGoing: Bool
    ) throws(UsageError) {
      let format = given ?? .json
      if names, let given { throw .conflictingOptions("--keys", "--format \(given.rawValue)") }
      if nul && !names { throw .optionNeeds("-0", other: "--keys") }
      let forJSON = [("-c", compact), ("--origins", origins)]
      if names || format != .json, let option = forJSON.first(where: { $0.1 }) {
        throw .conflictingOptions(
          option.0, names ? "--keys" : "--format \(format.rawValue)")
      }
      if own && origins { throw .conflictingOptions("--own", "--origins") }
      if format.makesVariables && prefix == nil {
        throw .optionNeeds("--format \(format.rawValue)", other: "--prefix")
      }
      if !format.makesVariables && prefix != nil {
        let makers = Format.allCases.filter(\.makesVariables).map(\.rawValue)
        throw .optionNeeds("--prefix", other: "--format \(makers.joined(separator: "|"))")
      }
      if export && format != .shell { throw .optionNeeds("--export", other: "--format shell") }
      if keepGoing && own { throw .conflictingOptions("--own", "--keep-going") }
      // Output for a shell is complete, or fails.
      if keepGoing && (format == .shell || format == .fish) {
        throw .conflictingOptions("--keep-going", "--format \(format.rawValue)")
      }
      keepsGoing = keepGoing
      style = names ? .names(endsWithNUL: nul) : .format(format)
      layout = compact ? .compact : .indented
      (isSorted, isOwn, hasOrigins, isExported) = (sorted, own, origins, export)
      self.prefix = prefix ?? []
    }

    /// Formats the leaves; empty for JSON, which is written in pieces.
    func text(of leaves: LeafFormats) throws(Failure) -> LeafOutput {
      let format: Format
      switch style {
      case .names(let endsWithNUL): return leaves.keys(endsWithNUL: endsWithNUL)
      case .format(let chosen): format = chosen
      }
      switch format {
      case .json: return LeafOutput()
      case .flat: return leaves.flat()
      case .nul: return try leaves.nul()
      case .properties: return try leaves.properties()
      case .yaml: return try leaves.yaml()
      case .toml: return try leaves.toml()
      case .shell:
        return try leaves.variables(prefix) { ShellText.line($0, isExported: isExported) }
      case .fish:
        var text = try leaves.variables(prefix, besides: FishText.reserved) {
          FishText.line($0, isExported: true)
        }
        text.append(FishText.end)
        return text
      case .dotenv: return try leaves.variables(prefix, DotenvText.line)
      case .docker: return try leaves.variables(prefix, DockerText.line)
      case .systemd: return try leaves.variables(prefix, SystemdText.line)
      case .github:
        return try leaves.variables(prefix, besides: GitHubText.reserved, GitHubText.lines)
      }
    }
  }
}
