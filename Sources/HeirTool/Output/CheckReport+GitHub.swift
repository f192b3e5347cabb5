import Cascade

extension CheckReport {
  /// One workflow command a line: errors first, then what holds in the most scopes, since GitHub shows
  /// the first ten of each step only.
  func workflowCommands() -> String {
    findings.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      let (isError, isOtherError) = (one.isError, other.isError)
      if isError != isOtherError { return isError }
      if one.scopeCount != other.scopeCount { return one.scopeCount > other.scopeCount }
      return left.offset < right.offset
    }.map { annotation($0.element).command }.joined()
  }

  private func annotation(_ finding: Checker.Finding) -> Annotation {
    let diagnostic = finding.diagnostic
    return Annotation(
      level: finding.isError ? .error : .warning, place: place(finding, .bytes),
      title: "heir: \(diagnostic.rule.rawValue)", message: sentence(diagnostic))
  }

  /// Where programs are to show it; the beginning where it is about a whole file or directory.
  func place(_ finding: Checker.Finding, _ unit: Region.Unit) -> (file: [UInt8], region: Region) {
    let diagnostic = finding.diagnostic
    if let place = diagnostic.place { return self.place(place, unit) }
    let path = diagnostic.path ?? Array(finding.scope.path.dropFirst())
    return (places.file(path, diagnostic.home), .beginning)
  }

  func place(_ place: Place, _ unit: Region.Unit) -> (file: [UInt8], region: Region) {
    (places.file(place.file.path, place.file.home), places.region(place, unit))
  }
}

extension Checker.Finding {
  fileprivate var isError: Bool { diagnostic.severity == .error }
}
