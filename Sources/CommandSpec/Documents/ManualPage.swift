import SafeText

extension Catalogue {
  /// The manual page of section 1 in man(7) macros; deterministic.
  package func manualPage(_ manual: Manual) -> [UInt8] {
    var page = Roff()
    page.macro("TH", uppercased(tool), "1", "", manual.source, "User Commands")
    page.macro("SH", "NAME")
    page.text("\(tool) - \(summary)")
    page.macro("SH", "SYNOPSIS")
    page.macro("B", tool)
    page.text("[OPTIONS] COMMAND [ARGUMENTS]")
    page.section("DESCRIPTION", manual.description)
    page.macro("SH", "COMMANDS")
    for command in commands { describe(command, on: &page) }
    page.section("COMMON OPTIONS", commonOptions)
    for section in manual.sections { page.section(section.heading, section.entries) }
    page.macro("SH", "SEE ALSO")
    page.text(manual.seeAlso.joined(separator: ", "))
    return page.bytes
  }

  private func describe(_ command: CommandDescription, on page: inout Roff) {
    page.macro("SS", command.name)
    for (index, synopsis) in command.synopsisLines.enumerated() {
      if index > 0 { page.macro("br") }
      page.macro("B", tool)
      page.text(synopsis)
    }
    page.macro("PP")
    page.text("\(command.summary).")
    page.paragraphs(command.details)
    for argument in command.arguments { page.item(argument.name, argument.fullHelp) }
    for option in command.options where !option.isCommon {
      page.item(option.label, option.fullHelp)
    }
    for example in command.examples {
      page.macro("PP")
      page.text(example.meaning + ":")
      page.macro("PP")
      page.verbatim([example.line])
    }
  }

  package static var commonOptionsName: String { "options" }

  /// Each common option, with the commands that take it unless all do.
  package var commonOptions: [PageEntry] {
    let known = commands.filter { !$0.isBuiltIn }
    var options: [OptionDescription] = []
    for option in known.flatMap(\.options) where option.isCommon {
      if !options.contains(where: { $0.name == option.name }) { options.append(option) }
    }
    let declared = options.map { option -> PageEntry in
      func names(_ isOwner: Bool) -> [String] {
        known.filter { $0.options.contains { $0.name == option.name } == isOwner }.map(\.name)
      }
      let (owners, others) = (names(true), names(false))
      if others.isEmpty { return .item(option.label, option.fullHelp) }
      let isFew = owners.count < others.count
      let list = (isFew ? owners : others).joined(separator: ", ")
      return .item(option.label, "\(option.fullHelp) (\(isFew ? "only" : "not") with \(list))")
    }
    return declared + OptionDescription.builtIn.map { .item($0.label, $0.fullHelp) }
  }

  func uppercased(_ name: String) -> String {
    String(decoding: name.utf8.map(\.uppered), as: UTF8.self)
  }
}

extension Roff {
  mutating func section(_ heading: String, _ entries: [PageEntry]) {
    if entries.isEmpty { return }
    macro("SH", heading)
    self.entries(entries)
  }

  mutating func entries(_ entries: [PageEntry]) {
    for entry in entries {
      switch entry {
      case .text(let text): paragraphs(text)
      case .item(let term, let text): item(term, text)
      }
    }
  }
}
