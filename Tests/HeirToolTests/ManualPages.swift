import SafeText
import SystemCalls

@testable import CommandSpec
@testable import HeirTool

extension Tool {
  static func manualPage() -> [UInt8] { table.manualPage() }
}

extension Table {
  /// The manual page of section 1 in man(7) macros; deterministic.
  func manualPage() -> [UInt8] {
    let others = [
      "heir(5)", "heir(7)", "heir-rules(7)", "git-config(1)", "gitrevisions(7)", "jq(1)",
    ]
    let sections = self.sections()
    return page("1", summary, "User Commands", seeAlso: others) { page in
      page.macro("SH", "SYNOPSIS")
      page.macro("B", tool)
      page.text("[OPTIONS] COMMAND [ARGUMENTS]")
      page.section("DESCRIPTION", sections[0].entries)
      page.macro("SH", "COMMANDS")
      for command in commands { describe(command, on: &page) }
      for section in sections.dropFirst() { page.section(section.heading, section.entries) }
      for topic in topics { page.section(uppercased(topic.name), topic.entries) }
    }
  }

  private func page(
    _ number: String, _ summary: String, _ title: String, seeAlso others: [String],
    _ body: (inout Roff) -> Void
  ) -> [UInt8] {
    var page = Roff()
    let source = "heir \(ProgramVersion.sources)"
    page.macro("TH", uppercased(tool), number, "", source, title)
    page.macro("SH", "NAME")
    page.text("\(tool) - \(summary)")
    body(&page)
    page.macro("SH", "SEE ALSO")
    page.text(others.joined(separator: ", "))
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
    page.entries(PageEntry.all(in: command.details))
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
      case .paragraph(let text):
        macro("PP")
        self.text(text)
      case .verbatim(let lines):
        macro("PP")
        verbatim(lines)
      case .item(let term, let text): item(term, text)
      }
    }
  }
}

/// A page in man(7) macros.
struct Roff {
  private(set) var lines: [String] = []

  /// Escapes text so that groff prints it literally (groff_char(7) lists the names).
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += #"\(rs"#
      case "-": result += #"\-"#
      case "'": result += #"\(aq"#
      case "\"": result += #"\(dq"#
      case "`": result += #"\(ga"#
      case "^": result += #"\(ha"#
      case "~": result += #"\(ti"#
      case "\t", "\n": result += " "
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result +=
          #"\[u"# + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + "\(digits)]"
      }
    }
    return result
  }

  // A line that begins with a dot is a request; so is an apostrophe, which is escaped above.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.utf8.first == UInt8(ascii: ".") ? #"\&"# + escaped : escaped
  }

  mutating func macro(_ name: String, _ arguments: String...) {
    lines.append(
      ([".\(name)"] + arguments.map { "\"\(Self.escaped($0))\"" }).joined(separator: " "))
  }

  mutating func text(_ text: String) {
    lines += wrapped(text, width: 78).map(Self.line)
  }

  mutating func verbatim(_ text: [String]) {
    macro("EX")
    lines += text.map(Self.line)
    macro("EE")
  }

  mutating func item(_ term: String, _ text: String) {
    macro("TP")
    macro("B", term)
    self.text(text)
  }

  var bytes: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }
}
