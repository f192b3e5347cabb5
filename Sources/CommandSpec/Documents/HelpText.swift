private let width = 80

extension Catalogue {
  /// The list of commands that `help` shows.
  package func helpText() -> String {
    var lines = ["\(tool): \(summary)", "", "usage: \(tool) [OPTIONS] COMMAND [OPTIONS] ARGUMENTS"]
    let start = commands.filter(\.isSupported).reduce(0) { max($0, $1.name.utf8.count) } + 4
    for group in groups {
      let shown = group.commands.filter(\.isSupported)
      if shown.isEmpty { continue }
      lines += ["", "\(group.title):"]
      for command in shown {
        lines += column(command.name, command.summary, indent: 2, at: start, width: width)
      }
    }
    lines += ["", "'\(tool) help COMMAND' tells more about one of them."]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The help for one command, nil where there is none of that name.
  package func helpText(command name: String) -> String? {
    guard let command = command(named: Array(name.utf8)), command.isSupported else { return nil }
    var lines: [String] = []
    for (index, synopsis) in command.synopsisLines.enumerated() {
      lines += column(
        index == 0 ? "usage:" : "", "\(tool) \(synopsis)", indent: 0, at: 8, width: width)
    }
    lines.append("")
    lines += wrapped("\(tool) \(command.name) \(command.summary)", width: width)
    lines += command.detailLines
    lines += command.argumentLines
    let options = command.options
    lines += section("Options", options.filter { !$0.isCommon })
    lines += section("Common options", options.filter(\.isCommon) + OptionDescription.builtIn)
    lines += command.exampleLines
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ options: [OptionDescription]) -> [String] {
    if options.isEmpty { return [] }
    return ["", "\(title):"]
      + options.flatMap { column($0.label, $0.fullHelp, indent: 2, at: 26, width: width) }
  }
}

extension CommandDescription {
  fileprivate var detailLines: [String] {
    var lines: [String] = []
    for block in TextBlock.blocks(of: details) {
      lines.append("")
      switch block {
      case .paragraph(let text): lines += wrapped(text, width: width)
      case .verbatim(let text): lines += text.map { "    " + $0 }
      }
    }
    return lines
  }

  fileprivate var argumentLines: [String] {
    if arguments.isEmpty { return [] }
    return ["", "Arguments:"]
      + arguments.flatMap { column($0.name, $0.fullHelp, indent: 2, at: 26, width: width) }
  }

  fileprivate var exampleLines: [String] {
    var lines = examples.isEmpty ? [] : ["", "Examples:"]
    for example in examples {
      lines.append("  " + example.line)
      lines += wrapped(example.meaning, width: width - 6).map { "      " + $0 }
    }
    return lines
  }
}

extension ArgumentDescription {
  var fullHelp: String {
    kind.words.isEmpty ? help : "\(help); one of \(kind.words.joined(separator: ", "))"
  }
}
