/// The colours of output.
package struct Style {
  package let isColored: Bool

  package static let plain = Style(isColored: false)

  package init(isColored: Bool) { self.isColored = isColored }

  package enum Look: String {
    case plain = ""
    case strong = "1"
    case faint = "2"
    case good = "32"
    case bad = "1;31"
    case doubtful = "1;35"
  }

  package func line(_ text: String, _ look: Look) -> String {
    let (start, end) = codes(look)
    return start + text + end
  }

  func codes(_ look: Look) -> (start: String, end: String) {
    isColored && look != .plain ? ("\u{1B}[\(look.rawValue)m", "\u{1B}[0m") : ("", "")
  }

  package func strong(_ text: String) -> String { line(text, .strong) }
  package func good(_ text: String) -> String { line(text, .good) }
  package func bad(_ text: String) -> String { line(text, .bad) }
  package func doubtful(_ text: String) -> String { line(text, .doubtful) }
  package func faint(_ text: String) -> String { line(text, .faint) }
}
