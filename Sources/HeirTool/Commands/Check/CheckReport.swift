import Answers
import Cascade
import JSONSource
import Output
import SafeText
import SystemCalls

/// The findings of `check`, with output in each format.
package struct CheckReport {
  let rules: [CheckRule]
  /// The first findings, up to the size limit of a report; `omittedCount` findings are left out.
  let findings: [Checker.Finding]
  let omittedCount: Int
  package let errorCount: Int
  package let warningCount: Int
  private let noteCount: Int
  /// Findings that `.heir` expects, which are left out.
  private let expectedCount: Int
  let places: PlaceFormatter
  private let checker: Checker
  private let since: (checker: Checker, name: [UInt8])?

  /// `hasAttributes` adds the custom attributes of each key.
  package init(
    _ checker: Checker, _ rules: [CheckRule], _ places: PlaceFormatter,
    since: (checker: Checker, name: [UInt8])? = nil, hasAttributes: Bool = false,
    expects: (Diagnostic) -> Bool = { _ in false }
  ) {
    (self.checker, self.rules, self.places, self.since) = (checker, rules, places, since)
    var findings = since.map { checker.findings(notIn: $0.checker) } ?? checker.findings
    let count = findings.count
    findings.removeAll { expects($0.diagnostic) }
    expectedCount = count - findings.count
    self.findings = Self.told(findings, withAttributesOf: hasAttributes ? checker : nil)
    omittedCount = findings.count - self.findings.count
    errorCount = findings.count { $0.diagnostic.severity == .error }
    warningCount = findings.count { $0.diagnostic.severity == .warning }
    noteCount = findings.count - errorCount - warningCount
  }

  private static func told(
    _ findings: [Checker.Finding], withAttributesOf checker: Checker?
  ) -> [Checker.Finding] {
    var rest = ValueSize.most.bytes
    var told: [Checker.Finding] = []
    for finding in findings {
      let finding = checker?.addingAttributes(to: finding) ?? finding
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
      + [(noteCount, "note"), (expectedCount, "expected finding")].filter { $0.0 > 0 }
    return counts.map { Printable.count($0, new + $1) }.joined(separator: ", ")
      + " in \(Printable.count(checker.scopeCount, "scope"))\n"
  }

  package var uncertainties: [String] {
    let former = since.map {
      ($0.checker, " in '\(Printable.string($0.name))'", "; findings there count as new")
    }
    let unread = [(checker, "", ""), former].compactMap { $0 }.filter { $0.0.uncertainCount > 0 }
      .map { checker, time, consequence in
        "values of \(Printable.count(checker.uncertainCount, "scope")) were not checked, because "
          + "a file there or in an ancestor cannot be read\(time)\(consequence)"
      }
    let incomplete = checker.completedBelow
    if incomplete.isEmpty { return unread }
    return unread + [
      "only scopes below complete the values of "
        + "\(Printable.listed(incomplete.lazy.map(\.text), most: 3)); "
        + "'\"$abstract\": \"here\"' declares such a scope a template"
    ]
  }

  package var record: Record {
    [
      "version": 1, "findings": .list(findings, record),
      "more": omittedCount > 0 ? .number(omittedCount) : nil,
      "errors": .number(errorCount), "warnings": .number(warningCount),
      "expected": expectedCount > 0 ? .number(expectedCount) : nil,
    ]
  }

  private func record(_ finding: Checker.Finding) -> Record {
    let diagnostic = finding.diagnostic
    return [
      "rule": .text(diagnostic.rule.rawValue), "severity": .text(diagnostic.severity.rawValue),
      "message": .text(diagnostic.message),
      .with: (diagnostic.place ?? whole(finding)).map(Record.origin),
      "key": diagnostic.key.map(Record.bytes), "scopes": .number(finding.scopeCount),
      "attributes": .attributes(finding.attributes),
      "related": .list(diagnostic.notes) { note in
        ["message": .text(note.message), .with: note.place.map(Record.origin)]
      },
    ]
  }

  /// The beginning of a file or directory, so that every record has a complete origin.
  private func whole(_ finding: Checker.Finding) -> SourceRange? {
    finding.diagnostic.path.map { path in
      SourceRange(
        SourceFile(
          finding.diagnostic.home, path: path, scope: finding.scope, source: Source([])),
        ByteRange(0, 0))
    }
  }

  /// Errors and findings in the most scopes are first, because GitHub shows the first ten annotations of a step.
  package func workflowCommands() -> String {
    [Diagnostic.Severity.error, .warning, .note].flatMap { severity in
      findings.filter { $0.diagnostic.severity == severity }
        .sorted { $0.scopeCount > $1.scopeCount }
    }.map { finding in
      Annotation.command(
        finding.diagnostic.severity, place(finding),
        title: "heir: \(finding.diagnostic.rule.rawValue)",
        places.sentence(finding.diagnostic))
    }.joined()
  }

  func place(_ finding: Checker.Finding, inCodePoints: Bool = false) -> FilePosition {
    let diagnostic = finding.diagnostic
    if let place = diagnostic.place {
      return places.filePosition(place, inCodePoints: inCodePoints)
    }
    let path = diagnostic.path ?? Array(finding.scope.path.dropFirst())
    return FilePosition(file: places.file(path, diagnostic.home))
  }

  /// A SARIF 2.1.0 log with a single run.
  package var sarif: Record {
    let results = Record.items { body in
      // Equal fingerprints of a run are numbered in order.
      var counts: [String: Int] = [:]
      for finding in findings {
        let text = fingerprint(of: finding)
        let number = counts[text, default: 0] + 1
        counts[text] = number
        body(result(finding, number == 1 ? text : "\(text) #\(number)"))
      }
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "heir", "version": .text(ProgramVersion.version),
              "rules": .list(rules) { $0.descriptor },
            ]
          ],
          // heir counts columns in bytes, which SARIF cannot express.
          "columnKind": "unicodeCodePoints", "results": results,
        ]
      ],
    ]
  }

  private func result(_ finding: Checker.Finding, _ fingerprint: String) -> Record {
    let diagnostic = finding.diagnostic
    let notes = places.notes(of: diagnostic)
    let loose = notes.filter { $0.place == nil }.map { " (\($0.message))" }.joined()
    return [
      "ruleId": .text(diagnostic.rule.rawValue),
      "ruleIndex": rules.firstIndex { $0.name == diagnostic.rule }.map(Record.number),
      "level": .text(diagnostic.severity.rawValue),
      "message": .message(diagnostic.message + loose),
      "locations": [physical(place(finding, inCodePoints: true))],
      "relatedLocations": .items { body in
        for note in notes {
          guard let place = note.place else { continue }
          let position = places.filePosition(place, inCodePoints: true)
          body([.with: physical(position), "message": .message(note.message)])
        }
      },
      "occurrenceCount": .number(finding.scopeCount),
      "partialFingerprints": ["ruleScopeKey/v1": .text(fingerprint)],
    ]
  }

  private func fingerprint(of finding: Checker.Finding) -> String {
    let identity = finding.identity
    let subject =
      switch identity.subject {
      case .named(let name): Printable.string(name)
      case .file(let path, _): URIReference.encoded(path)
      }
    return "\(identity.rule.rawValue) \(URIReference.encoded(identity.scope.path)) \(subject)"
  }

  private func physical(_ place: FilePosition) -> Record {
    [
      "physicalLocation": [
        "artifactLocation": ["uri": .text(URIReference.text(place.file))],
        "region": ["startLine": .number(place.line), "startColumn": .number(place.column)],
      ]
    ]
  }
}

extension Record {
  fileprivate static func message(_ text: String) -> Record {
    ["text": .text(SARIFText.plain(text))]
  }
}

extension CheckRule {
  fileprivate var descriptor: Record {
    [
      "id": .text(name.rawValue), "shortDescription": .message(summary),
      "fullDescription": .message(summary),
      "defaultConfiguration": ["level": .text(severity.rawValue)],
      "help": .message(
        "\(summary)\n\nA tree with the finding:\n\(listing(\.tripping))\nA tree without it:\n"
          + listing(\.corrected)),
    ]
  }

  private func listing(_ tree: (ExampleFile) -> ExampleFile.Content?) -> String {
    example.map { file in
      switch tree(file) {
      case .text(let text)?: "  \(file.path)\(text.isEmpty ? " (empty)" : ": \(text)")\n"
      case .link(let target)?: "  \(file.path) -> \(target)\n"
      case nil: ""
      }
    }.joined()
  }
}
