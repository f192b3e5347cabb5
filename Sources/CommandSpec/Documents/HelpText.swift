let width = 80

extension Catalogue {
  /// The list of commands and topics that `help` shows.
  package func helpText() -> String {
    var lines = ["\(tool): \(summary)", "", "usage: \(tool) [OPTIONS] COMMAND [OPTIONS] ARGUMENTS"]
    let names = commands.map(\.name) + topics.map(\.name)
    let start = names.reduce(0) { max($0, $1.utf8.count) } + 4
    func list(_ title: String, _ rows: [(name: String, summary: String)]) {
      if rows.isEmpty { return }
      lines += ["", "\(title):"]
      for row in rows { lines += column(row.name, row.summary, indent: 2, at: start, width: width) }
    }
    for group in groups { list(group.title, group.commands.map { ($0.name, $0.summary) }) }
    list("Topics", topics.map { ($0.name, $0.summary) })
    let what =
      topics.isEmpty ? "COMMAND' tells more about one of them" : "NAME' tells more about each"
    lines += ["", "'\(tool) help \(what)."]
    lines += manuals.isEmpty ? [] : wrapped(manuals, width: width)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The help about one command, nil where there is none of that name.
  package func helpText(command name: String) -> String? {
    command(named: Array(name.utf8)).map(help)
  }

  /// The page about a topic, nil where there is none of that name.
  package func helpText(topic name: String) -> String? {
    topics.first { $0.name == name }.map(help)
  }

  private func help(_ command: CommandDescription) -> String {
    var lines: [String] = []
    for (index, synopsis) in command.synopsisLines.enumerated() {
      lines += column(
        index == 0 ? "usage:" : "", "\(tool) \(synopsis)", indent: 0, at: 8, width: width)
    }
    lines.append("")
    lines += wrapped("\(tool) \(command.name) \(command.summary)", width: width)
    lines += running(command.details)
    lines += command.argumentLines
    let options = command.options
    lines += section("Options", options.filter { !$0.isCommon })
    lines += section("Common options", options.filter(\.isCommon) + OptionDescription.builtIn)
    lines += command.exampleLines
    return lines.joined(separator: "\n") + "\n"
  }

  private func help(_ topic: Topic) -> String {
    var lines = wrapped("\(topic.name): \(topic.summary)", width: width)
    if command(named: Array(topic.name.utf8)) != nil {
      lines.append("'\(tool) \(topic.name) --help' shows the command's options.")
    }
    lines += shown(topic.entries)
    for section in topic.sections { lines += ["", "\(section.heading):"] + shown(section.entries) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ options: [OptionDescription]) -> [String] {
    if options.isEmpty { return [] }
    return ["", "\(title):"]
      + options.flatMap { column($0.label, $0.fullHelp, indent: 2, at: 26, width: width) }
  }
}

/// Running text, each piece of it after an empty line.
private func running(_ text: String) -> [String] {
  var lines: [String] = []
  for block in TextBlock.blocks(of: text) {
    lines.append("")
    switch block {
    case .paragraph(let text): lines += wrapped(text, width: width)
    case .verbatim(let text): lines += text.map { "    " + $0 }
    }
  }
  return lines
}

/// The entries of a page; terms that follow each other stand in one list.
func shown(_ entries: [PageEntry]) -> [String] {
  var lines: [String] = []
  var isInList = false
  let terms = entries.compactMap { entry -> Int? in
    guard case .item(let term, _) = entry else { return nil }
    return term.unicodeScalars.count
  }
  // A few long terms stand on lines of their own.
  let start = (terms.filter { $0 <= 24 }.max() ?? 16) + 4
  for entry in entries {
    switch entry {
    case .text(let text):
      lines += running(text)
      isInList = false
    case .item(let term, let text):
      if !isInList { lines.append("") }
      lines += column(term, text, indent: 2, at: start, width: width)
      isInList = true
    }
  }
  return lines
}

extension CommandDescription {
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
