import CommandSpec
import JSONSource
import Reports
import Sessions
import Snapshots

extension ResolveCommand {
  /// How to print; each is named after its reader.
  enum Format: String, CaseIterable {
    case json, flat, nul, shell, fish, dotenv, docker, systemd, github, yaml, toml, properties

    /// Whether it makes variables, whose names come from the tree.
    var makesVariables: Bool {
      switch self {
      case .shell, .fish, .dotenv, .docker, .systemd, .github: true
      case .json, .flat, .nul, .yaml, .toml, .properties: false
      }
    }
  }

  /// How the answer is to be printed.
  struct Form {
    enum Style: Equatable {
      case format(Format)
      /// The keys alone.
      case names(endsWithNUL: Bool)
    }

    let style: Style
    let layout: JSONWriter.Layout
    let isSorted: Bool
    let isOwn: Bool
    let hasOrigins: Bool
    let prefix: [UInt8]
    let isExported: Bool
    /// Whether what can be worked out is printed where something cannot be.
    let keepsGoing: Bool

    static let options = Group(
      Option(
        "--format", type: .choice("FORMAT", of: Format.self),
        abbreviations: [Abbreviation("--json", for: "json")],
        help: "how to print it; json is the default"),
      JSONWriter.Layout.flag,
      Flag("-S", "--sort-keys", help: "sorts members by the bytes of their names"),
      Flag("--own", help: "prints what the scope's own files write, without directives"),
      Flag("--origins", help: "prints the value with the place of every leaf in it"),
      Flag("--names", help: "prints the keys of the leaves alone, one a line"),
      NameList.flag,
      Option(
        "--prefix", type: .bytes("P"),
        help: "how the names of variables begin, where a format makes some; may be empty"),
      Flag("--export", help: "exports the variables, for shell"),
      Flag(
        "--keep-going", help: "prints what can be worked out, and tells what cannot; exit status 2"),
      make: Form.init(format:compact:sorted:own:origins:names:nul:prefix:export:keepGoing:))

    init(
      format given: Format?, compact: Bool, sorted: Bool, own: Bool, origins: Bool, names: Bool,
      nul: Bool, prefix: [UInt8]?, export: Bool, keepGoing: Bool
    ) throws(UsageError) {
      let format = given ?? .json
      if names, let given { throw .conflictingOptions("--names", "--format \(given.rawValue)") }
      if nul && !names { throw .optionNeeds("-0", other: "--names") }
      let forJSON = [("-c", compact), ("--origins", origins)]
      if names || format != .json, let option = forJSON.first(where: { $0.1 }) {
        throw .conflictingOptions(
          option.0, names ? "--names" : "--format \(format.rawValue)")
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
      // What a shell runs is whole, or fails.
      if keepGoing && (format == .shell || format == .fish) {
        throw .conflictingOptions("--keep-going", "--format \(format.rawValue)")
      }
      keepsGoing = keepGoing
      style = names ? .names(endsWithNUL: nul) : .format(format)
      layout = compact ? .compact : .indented
      (isSorted, isOwn, hasOrigins, isExported) = (sorted, own, origins, export)
      self.prefix = prefix ?? []
    }

    /// The leaves in a format that is made as a whole; JSON is written piece by piece.
    func text(of leaves: LeafFormats) throws(Failure) -> LeafText {
      let format: Format
      switch style {
      case .names(let endsWithNUL): return leaves.keys(endsWithNUL: endsWithNUL)
      case .format(let chosen): format = chosen
      }
      switch format {
      case .json: return LeafText()
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
