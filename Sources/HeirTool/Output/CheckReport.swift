import Cascade
import JSONSource
import Legible

/// What `check` found, in the words of each format.
struct CheckReport {
  /// What was looked for.
  let rules: [CheckRule]
  let findings: [Checker.Finding]
  let errorCount: Int
  let warningCount: Int
  let places: PlaceText
  private let scopeCount: Int
  private let uncertainCount: Int

  init(_ checker: Checker, _ rules: [CheckRule], _ places: PlaceText) {
    self.rules = rules
    findings = checker.findings
    errorCount = findings.count { $0.diagnostic.severity == .error }
    warningCount = findings.count - errorCount
    scopeCount = checker.scopeCount
    uncertainCount = checker.uncertainCount
    self.places = places
  }

  /// One finding a line; what it relates to follows in parentheses.
  func text(_ style: Style) -> String {
    var text = ""
    for finding in findings {
      let diagnostic = finding.diagnostic
      let place =
        diagnostic.place.map { places.text($0) }
        ?? diagnostic.path.map {
          "\(places.path($0.isEmpty ? [UInt8(ascii: ".")] : $0, diagnostic.home)):1:1"
        }
        ?? "heir"
      let severity =
        diagnostic.severity == .error ? style.bad("error:") : style.doubtful("warning:")
      let rule = style.faint("[\(diagnostic.rule.rawValue)]")
      let scopes = finding.scopeCount > 1 ? " (in \(finding.scopeCount) scopes)" : ""
      text += "\(style.strong(place + ":")) \(severity) \(sentence(diagnostic))\(scopes) \(rule)\n"
    }
    return text
  }

  /// The message, and in parentheses what it relates to.
  func sentence(_ diagnostic: Diagnostic) -> String {
    let notes = places.notes(of: diagnostic).map { note in
      note.place.map { "\(note.message): \(places.text($0))" } ?? note.message
    }
    return diagnostic.message + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
  }

  /// `3 errors, 2 warnings in 35 scopes`.
  var summary: String {
    func count(_ number: Int, _ word: String) -> String {
      "\(number) \(word)\(number == 1 ? "" : "s")"
    }
    return "\(count(errorCount, "error")), \(count(warningCount, "warning")) "
      + "in \(count(scopeCount, "scope"))\n"
  }

  /// Tells where values could not be compared, if there is such a place.
  var uncertainty: String? {
    guard uncertainCount > 0 else { return nil }
    let scopes = uncertainCount == 1 ? "1 scope" : "\(uncertainCount) scopes"
    return "values were not compared in \(scopes) at or below a file that cannot be read"
  }
}

extension JSONWriter {
  /// Writes the `check` object.
  mutating func report(_ report: CheckReport) {
    object { writer in
      writer.member("version")
      writer.number(1)
      writer.member("findings")
      writer.array { writer in
        for finding in report.findings {
          writer.element()
          writer.finding(finding, report.places)
        }
      }
      writer.member("errors")
      writer.number(report.errorCount)
      writer.member("warnings")
      writer.number(report.warningCount)
    }
  }

  private mutating func finding(_ finding: Checker.Finding, _ places: PlaceText) {
    let diagnostic = finding.diagnostic
    object { writer in
      writer.member("rule")
      writer.string(diagnostic.rule.rawValue)
      writer.member("severity")
      writer.string(diagnostic.severity == .error ? "error" : "warning")
      writer.member("message")
      writer.string(diagnostic.message)
      if let place = diagnostic.place {
        writer.originMembers(place, places)
      } else if let path = diagnostic.path {
        // A whole file or directory: its beginning, so that an origin is always complete.
        let whole = SourceFile(
          diagnostic.home, path: path, scope: finding.scope, source: Source([]))
        writer.originMembers(Place(whole, ByteRange(0, 0)), places)
      }
      if let key = diagnostic.key {
        writer.member("key")
        writer.string(key)
      }
      writer.member("scopes")
      writer.number(finding.scopeCount)
      writer.member("related")
      writer.array { writer in
        for note in diagnostic.notes {
          writer.element()
          writer.object { writer in
            writer.member("message")
            writer.string(note.message)
            if let place = note.place { writer.originMembers(place, places) }
          }
        }
      }
    }
  }
}
