import Answers
import Cascade
import SafeText

/// The findings of `check`, with output in each format.
package struct CheckReport {
  let rules: [CheckRule]
  /// The first findings, up to the size limit of a report; `omittedCount` findings are left out.
  let findings: [Checker.Finding]
  let omittedCount: Int
  package let errorCount: Int
  package let warningCount: Int
  private let noteCount: Int
  let places: PlaceFormatter
  private let scopeCount: Int
  private let uncertainCount: Int
  private let since: Baseline?

  package struct Baseline {
    let checker: Checker
    let name: [UInt8]

    package init(checker: Checker, name: [UInt8]) {
      self.checker = checker
      self.name = name
    }
  }

  /// `hasAttributes` adds the custom attributes of each key.
  package init(
    _ checker: Checker, _ rules: [CheckRule], _ places: PlaceFormatter, since: Baseline? = nil,
    hasAttributes: Bool = false
  ) {
    self.rules = rules
    self.since = since
    let findings = since.map { checker.findings(notIn: $0.checker) } ?? checker.findings
    self.findings = Self.told(
      findings, hasAttributes ? FindingAttributes(of: checker) : nil)
    omittedCount = findings.count - self.findings.count
    errorCount = findings.count { $0.diagnostic.severity == .error }
    warningCount = findings.count { $0.diagnostic.severity == .warning }
    noteCount = findings.count - errorCount - warningCount
    scopeCount = checker.scopeCount
    uncertainCount = checker.uncertainCount
    self.places = places
  }

  private static func told(
    _ findings: [Checker.Finding], _ attributes: FindingAttributes?
  ) -> [Checker.Finding] {
    var rest = ValueSize.most.bytes
    var told: [Checker.Finding] = []
    for finding in findings {
      let finding = attributes?.added(to: finding) ?? finding
      rest -= finding.diagnostic.message.utf8.count + (finding.diagnostic.key?.count ?? 0)
      rest -= finding.attributes.reduce(0) { $0 + $1.size }
      if rest < 0 { break }
      told.append(finding)
    }
    return told
  }

  package func text(_ style: Style) -> String {
    var text = ""
    for finding in findings {
      let diagnostic = finding.diagnostic
      let place =
        diagnostic.place.map { places.text($0) }
        ?? diagnostic.path.map {
          "\(places.path($0.isEmpty ? [UInt8(ascii: ".")] : $0, diagnostic.home)):1:1"
        }
        ?? "heir"
      let severity = style.severity(diagnostic.severity)
      let rule = style.faint("[\(diagnostic.rule.rawValue)]")
      let scopes = finding.scopeCount > 1 ? " (in \(finding.scopeCount) scopes)" : ""
      text +=
        "\(style.strong(place + ":")) \(severity) \(places.sentence(diagnostic))\(scopes) \(rule)\n"
    }
    if omittedCount > 0 { text += "and \(Printable.amount(omittedCount)) more\n" }
    return text
  }

  /// For example `3 errors, 2 warnings in 35 scopes` or `1 new error, 0 new warnings in 35 scopes`.
  package var summary: String {
    let new = since == nil ? "" : "new "
    let counts =
      [(errorCount, "error"), (warningCount, "warning")]
      + (noteCount == 0 ? [] : [(noteCount, "note")])
    return counts.map { Printable.count($0, new + $1) }.joined(separator: ", ")
      + " in \(Printable.count(scopeCount, "scope"))\n"
  }

  package var uncertainties: [String] {
    var lines: [String] = []
    func add(_ count: Int, _ time: String, _ consequence: String) {
      guard count > 0 else { return }
      lines.append(
        "values of \(Printable.count(count, "scope")) were not checked, because a file there or "
          + "in an ancestor cannot be read\(time)\(consequence)")
    }
    add(uncertainCount, "", "")
    if let since {
      add(
        since.checker.uncertainCount, " in '\(Printable.string(since.name))'",
        "; findings there count as new")
    }
    return lines
  }
}
