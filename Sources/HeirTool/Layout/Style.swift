import Cascade
import Trees

/// The colours of output.
package struct Style {
  let isColored: Bool

  package static let plain = Style(isColored: false)

  private init(isColored: Bool) { self.isColored = isColored }

  /// `auto` is on for terminals, unless `NO_COLOR` is set or `TERM` is `dumb`.
  init(_ sink: OutputBuffer, _ session: Session, _ color: CommonOptions.Color?) {
    switch color ?? .auto {
    case .always: isColored = true
    case .never: isColored = false
    case .auto:
      isColored =
        sink.isTerminal && session.setting("NO_COLOR") == nil
        && session.setting("TERM")?.elementsEqual("dumb".utf8) != true
    }
  }

  enum Look: String {
    case plain = ""
    case strong = "1"
    case faint = "2"
    case good = "32"
    case bad = "1;31"
    case doubtful = "1;35"
  }

  func line(_ text: String, _ look: Look) -> String {
    isColored && look != .plain ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }

  package func strong(_ text: String) -> String { line(text, .strong) }
  func good(_ text: String) -> String { line(text, .good) }
  func bad(_ text: String) -> String { line(text, .bad) }
  package func faint(_ text: String) -> String { line(text, .faint) }

  package func severity(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: bad("error:")
    case .warning: line("warning:", .doubtful)
    case .note: faint("note:")
    }
  }
}
