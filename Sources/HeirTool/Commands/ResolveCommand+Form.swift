import CommandSpec
import JSONSource
import Reports

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
      case names
    }

    let style: Style
    let layout: JSONWriter.Layout
    let isSorted: Bool
    let isOwn: Bool
    let hasOrigins: Bool
    let prefix: [UInt8]
    let isExported: Bool

    init(
      format given: Format?, compact: Bool, sorted: Bool, own: Bool, origins: Bool, names: Bool,
      prefix: [UInt8]?, export: Bool
    ) throws(UsageError) {
      let format = given ?? .json
      if names, let given { throw .conflictingOptions("--names", "--format \(given.rawValue)") }
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
      style = names ? .names : .format(format)
      layout = compact ? .compact : .indented
      (isSorted, isOwn, hasOrigins, isExported) = (sorted, own, origins, export)
      self.prefix = prefix ?? []
    }
  }
}
