import Answers
import Cascade
import SafeText

/// Identifies findings across runs, as text.
struct Fingerprints {
  private var counts: [String: Int] = [:]

  /// Equal fingerprints of a run are numbered in order.
  mutating func next(_ finding: Checker.Finding) -> String {
    let identity = finding.identity
    let subject =
      switch identity.subject {
      case .named(let name): Printable.string(name)
      case .file(let path, _): URIReference.encoded(path)
      }
    let scope = URIReference.encoded(identity.scope.path)
    let text = "\(identity.rule.rawValue) \(scope) \(subject)"
    let number = counts[text, default: 0] + 1
    counts[text] = number
    return number == 1 ? text : "\(text) #\(number)"
  }
}
