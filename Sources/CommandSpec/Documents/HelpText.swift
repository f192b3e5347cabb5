let width = 80

extension Table {
  package func helpText() -> String {
    var lines = ["\(tool) \(summary)", "", "usage: \(tool) [OPTIONS] COMMAND [ARGUMENTS]"]
    let names = names + topics.map(\.name)
    let start = names.reduce(0) { max($0, $1.utf8.count) } + 4
    for group in groups {
      lines += section(group.title, group.commands.map { ($0.name, $0.summary) }, at: start)
    }
    lines += section("Topics", topics.map { ($0.name, $0.summary) }, at: start)
    lines += ["", "See '\(tool) COMMAND -h' for a command, '\(tool) help TOPIC' for a topic."]
    lines += wrapped(manuals, width: width)
    return lines.joined(separator: "\n") + "\n"
  }

  package func helpText(command name: String, isShort: Bool = false) -> String? {
    guard let command = command(named: Array(name.utf8)) else { return nil }
    var lines: [String] = []
    for (index, synopsis) in command.synopsisLines.enumerated() {
      lines += column(index == 0 ? "usage:" : "", "\(tool) \(synopsis)", indent: 0, at: 8)
    }
    lines.append("")
    lines += wrapped("\(command.summary).", width: width)
    if !isShort { lines += shown(PageEntry.all(in: command.details)) }
    lines += section("Arguments", command.arguments.map { ($0.name, $0.fullHelp) })
    let own = command.options.filter { !$0.isCommon }
    let common = command.options.filter(\.isCommon) + OptionDescription.builtIn
    lines += section("Options", own.map { ($0.label, $0.fullHelp) })
    if isShort, common.count > OptionDescription.builtIn.count {
      lines += ["", "Common options: see '\(tool) help options'."]
    } else {
      lines += section("Common options", common.map { ($0.label, $0.fullHelp) })
    }
    if !isShort {
      lines += ["", "Exit status:"]
      lines += wrapped(command.exitStatus, width: width - 2).map { "  " + $0 }
    }
    if !command.examples.isEmpty { lines += ["", "Examples:"] }
    for example in command.examples {
      lines.append("  " + example.line)
      lines += wrapped(example.meaning, width: width - 6).map { "      " + $0 }
    }
    if isShort && !command.details.isEmpty {
      lines += ["", "See '\(tool) \(command.name) --help' for details."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  package func helpText(topic name: String) -> String? {
    guard let topic = topics.first(where: { $0.name == name }) else { return nil }
    let lines = wrapped("\(topic.name): \(topic.summary)", width: width) + shown(topic.entries)
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(
    _ title: String, _ rows: [(term: String, text: String)], at start: Int = 26
  ) -> [String] {
    if rows.isEmpty { return [] }
    return ["", "\(title):"]
      + rows.flatMap { column($0.term, $0.text, indent: 2, at: start) }
  }
}

/// The entries of a page; adjacent terms share a list.
func shown(_ entries: [PageEntry]) -> [String] {
  var lines: [String] = []
  var isInList = false
  let terms = entries.compactMap { entry -> Int? in
    guard case .item(let term, _) = entry else { return nil }
    return term.unicodeScalars.count
  }
  // Longer terms are on lines of their own.
  let start = (terms.filter { $0 <= 24 }.max() ?? 16) + 4
  for entry in entries {
    switch entry {
    case .paragraph(let text):
      lines += [""] + wrapped(text, width: width)
      isInList = false
    case .verbatim(let text):
      lines += [""] + text.map { "    " + $0 }
      isInList = false
    case .item(let term, let text):
      if !isInList { lines.append("") }
      lines += column(term, text, indent: 2, at: start)
      isInList = true
    }
  }
  return lines
}

/// Breaks text at spaces into lines of at most `width` characters; longer words are cut.
func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  var used = 0
  for word in text.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
    var word = word
    if used > 0 && used + 1 + word.count > width {
      lines.append(line)
      (line, used) = ("", 0)
    }
    while word.count > width {
      lines.append(String(word.prefix(width)))
      word = word.dropFirst(width)
    }
    if used > 0 {
      line += " "
      used += 1
    }
    line += String(word)
    used += word.count
  }
  if used > 0 { lines.append(line) }
  return lines
}

/// Puts a term in a column and its text beside it, or below if the term is too wide.
func column(_ term: String, _ text: String, indent: Int, at start: Int) -> [String] {
  let lines = wrapped(text, width: width - start)
  let head = String(repeating: " ", count: indent) + term
  let margin = String(repeating: " ", count: start)
  let length = head.unicodeScalars.count
  guard let first = lines.first else { return [head] }
  if length + 2 <= start {
    let padding = String(repeating: " ", count: start - length)
    return [head + padding + first] + lines.dropFirst().map { margin + $0 }
  }
  return [head] + lines.map { margin + $0 }
}
