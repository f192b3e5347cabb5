import Foundation
import JSONSource
import TestSupport
import Testing

@testable import Cascade

extension LawTests {
  /// Whether an element of a merged array looks at what it inherits, which for the reference holds what
  /// nearer levels added, too.
  ///
  /// So does a strategy that replaces: without the statement it might have nothing to act for.
  static func looksBack(_ view: View) -> Bool {
    let merges = view.lineage.levels(concerning: .merge)
    var found = !merges.isEmpty && view.compact.contains("$inherited")
    view.root.forEachLeaf { key, entry in
      if case .array = entry.state, view.compact(key)?.contains("$inherited") == true {
        found = true
      }
    }
    return found
  }

  @Test func everyScopeIsEvaluatedAsInTheReference() {
    Self.check { sample, asked, reference in
      if Self.looksBack(asked.view) { return nil }
      let expected = sample.resolver.evaluated(reference.scope)
      let actual: String?
      do throws(EvaluationError) { actual = try asked.compact() } catch { actual = nil }
      return actual == expected?.compact
        ? nil : "is \(actual ?? "in error"), not \(expected?.compact ?? "in error")"
    }
  }

  @Test func everyKeyAloneIsEvaluatedAsInTheReference() {
    Self.check { sample, asked, reference in
      if Self.looksBack(asked.view) { return nil }
      for key in reference.mentioned {
        let actual: ReferenceOutcome
        let text: String?
        do throws(EvaluationError) {
          text = try asked.compact(sample.key(key))
          actual = .absent
        } catch {
          text = nil
          actual = .failure
        }
        let expected = sample.resolver.evaluated(reference.scope, key: key)
        if case .value(let value) = expected, value.compact == text { continue }
        if text == nil && actual == expected { continue }
        return "\(ReferencePattern.spelled(key)) is \(text ?? "\(actual)"), not \(expected)"
      }
      return nil
    }
  }
}
