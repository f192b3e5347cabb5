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

  mutating func paragraphs(_ text: String) {
    for block in TextBlock.blocks(of: text) {
      macro("PP")
      switch block {
      case .paragraph(let text): self.text(text)
      case .verbatim(let lines): verbatim(lines)
      }
    }
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
