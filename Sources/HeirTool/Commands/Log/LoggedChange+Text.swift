import Answers
import Cascade
import JSONSource
import SafeText

extension LoggedChange {
  /// For example `1a2b3c4d5e6f 2026-03-01 Ann  db.port  5432 → 6432   prod/db.json:4:13`; `hasKey` adds the key.
  package func text(_ names: NameTable, _ places: PlaceFormatter, _ style: Style, hasKey: Bool)
    -> String
  {
    let author = Printable.string(commit.author)
    let head = style.strong(String(decoding: commit.id.letters.prefix(12), as: UTF8.self))
    let key = hasKey ? names.text(change.key) + "  " : ""
    // A statement in both revisions is listed only where it is now.
    let because = causes.filter { $0.side == .to || !$0.isInBoth }.map { cause in
      places.text(cause.place) + (cause.side == .from ? " (removed)" : "")
    }
    return "\(head) \(commit.day) \(author)  \(key)\(values)"
      + (because.isEmpty ? "" : "   \(because.joined(separator: ", "))") + "\n"
  }

  private var values: String {
    let (shown, failures) = (change.shown, change.failures)
    let reason = change.absence.map { " (\($0.reason.rawValue))" } ?? ""
    if failures.from.isEmpty && failures.to.isEmpty {
      return ImpactFormatter.values(shown) + (shown.to == nil ? reason : "")
    }
    let sides = shown.sides(60)
    func text(_ side: String?, _ failures: [Diagnostic], _ reason: String = "") -> String {
      failures.first.map { "error: \($0.message)" } ?? side ?? "none" + reason
    }
    return "\(text(sides.from, failures.from)) → \(text(sides.to, failures.to, reason))"
  }
}
