import Answers
import Cascade
import Check
import Reports

extension CheckReport {
  /// One workflow command a line: errors first, then what holds in the most scopes, since GitHub shows
  /// the first ten of each step only.
  package func workflowCommands() -> String {
    findings.sorted { ($0.rank, $1.scopeCount) < ($1.rank, $0.scopeCount) }
      .map { finding in
        Annotation.command(
          finding.level, place(finding, .bytes), title: "heir: \(finding.diagnostic.rule.rawValue)",
          places.sentence(finding.diagnostic))
      }.joined()
  }

  /// Where programs are to show it; the beginning where it is about a whole file or directory.
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
  /// Errors first.
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
