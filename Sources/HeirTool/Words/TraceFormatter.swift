import Answers
import Cascade
import JSONSource
import SafeText

/// Formats a step of an explanation: the statement of a level, and its outcome.
struct TraceFormatter {
  let scope: Evaluation
  let places: PlaceFormatter
  /// Whether leaves are listed, so that objects need no content.
  var isOfLeaves = false

  func description(_ step: TraceEntry, of key: Key) -> String {
    let shown = step.shown(of: key, in: scope)?.string
    switch step.statement {
    case .value(let value):
      let isWhole = value.kind != .object || value.isEmptyObject || value.isComputed
      if isOfLeaves && !isWhole { return "{…}" }
      return shown ?? "…"
    case .marker(let marker):
      let start = scope.view.names.text(marker)
      // The keys are its whole content.
      if marker.directive == .pass { return start }
      return shown.map { "\(start): \($0)" } ?? start
    }
  }

  func outcome(_ step: TraceEntry) -> String {
    let by = step.by.map { " at \(places.text($0))" } ?? ""
    switch step.outcome {
    case .effective: return ""
    case .merged: return "merged"
    case .acted:
      if case .marker(let marker) = step.statement, !marker.directive.takes {
        return "applies here and in descendants"
      }
      return "applies"
    case .idle:
      guard case .marker(let marker) = step.statement else { return "has no effect" }
      if marker.directive.concern == .exclusion { return "applies to descendants" }
      return marker.directive.takes ? "has no effect" : "applies here and in descendants"
    default: return step.outcome.rawValue + by
    }
  }

  /// A note if a leaf uses the default of a variable or a fact.
  func fallback(in leaf: ValueCursor) -> String? {
    guard leaf.isComputed, let drawn = try? scope.dependencies(of: leaf.key) else { return nil }
    for dependency in drawn {
      switch dependency {
      case .defaulted(let name, let isAllowed):
        return Self.defaultWords(name, isAllowed: isAllowed)
      case .fact(let key, nil): return defaultWords(ofFact: key)
      case .key, .variable, .fact, .file: continue
      }
    }
    return nil
  }

  func defaultWords(ofFact key: Key) -> String {
    "the default, because the fact \(scope.view.names.text(key)) is not set"
  }

  static func defaultWords(_ name: [UInt8], isAllowed: Bool) -> String {
    let name = Printable.string(name)
    let why = isAllowed ? "set" : "allowed; use '--allow-env \(name)'"
    return "the default, because the variable \(name) is not \(why)"
  }
}
