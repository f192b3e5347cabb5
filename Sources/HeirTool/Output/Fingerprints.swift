import Cascade
import Legible

/// What a finding is known by in another run, wherever its lines have gone: rule, scope and key.
struct Fingerprints {
  private var counts: [String: Int] = [:]

  /// The fingerprint of the next finding of a run; those alike are numbered in their order.
  mutating func next(_ finding: Checker.Finding) -> String {
    let diagnostic = finding.diagnostic
    // What is about no key is about a file.
    let subject =
      diagnostic.key.map { Printable.string($0) } ?? URIReference.encoded(diagnostic.anyPath)
    let scope = URIReference.encoded(finding.scope.path)
    let text = "\(diagnostic.rule.rawValue) \(scope) \(subject)"
    let number = counts[text, default: 0] + 1
    counts[text] = number
    return number == 1 ? text : "\(text) #\(number)"
  }
}
