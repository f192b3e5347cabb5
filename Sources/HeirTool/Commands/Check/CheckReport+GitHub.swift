import Answers
import Cascade

extension CheckReport {
  /// Errors and findings in the most scopes are first, because GitHub shows the first ten annotations of a step.
  package func workflowCommands() -> String {
    findings.sorted { ($0.rank, $1.scopeCount) < ($1.rank, $0.scopeCount) }
      .map { finding in
        Annotation.command(
          finding.level, place(finding, .bytes), title: "heir: \(finding.diagnostic.rule.rawValue)",
          places.sentence(finding.diagnostic))
      }.joined()
  }

  func place(_ finding: Checker.Finding, _ unit: Region.Unit) -> (file: [UInt8], region: Region) {
    let diagnostic = finding.diagnostic
    if let place = diagnostic.place { return self.place(place, unit) }
    let path = diagnostic.path ?? Array(finding.scope.path.dropFirst())
    return (places.file(path, diagnostic.home), .beginning)
  }

  func place(_ place: SourceRange, _ unit: Region.Unit) -> (file: [UInt8], region: Region) {
    (places.file(place.file.path, place.file.home), places.region(place, unit))
  }
}

extension Checker.Finding {
  fileprivate var rank: Int {
    switch diagnostic.severity {
    case .error: 0
    case .warning: 1
    case .note: 2
    }
  }

  fileprivate var level: Annotation.Level {
    switch diagnostic.severity {
    case .error: .error
    case .warning: .warning
    case .note: .notice
    }
  }
}
