import Answers
import Cascade
import JSONSource

extension CheckReport {
  package var record: Record {
    [
      "version": 1, "findings": .list(findings, record),
      "more": omittedCount > 0 ? .number(omittedCount) : nil,
      "errors": .number(errorCount), "warnings": .number(warningCount),
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
}
