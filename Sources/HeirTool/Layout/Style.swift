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

  enum Look { case plain, good, bad, faint }

  func line(_ text: String, _ look: Look) -> String {
    switch look {
    case .plain: text
    case .good: good(text)
    case .bad: bad(text)
    case .faint: faint(text)
    }
  }

  package func strong(_ text: String) -> String { wrap(text, "1") }
  func good(_ text: String) -> String { wrap(text, "32") }
  func bad(_ text: String) -> String { wrap(text, "1;31") }
  func doubtful(_ text: String) -> String { wrap(text, "1;35") }
  package func faint(_ text: String) -> String { wrap(text, "2") }

  package func severity(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: bad("error:")
    case .warning: doubtful("warning:")
    case .note: faint("note:")
    }
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
