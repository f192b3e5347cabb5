import Foundation
import JSONSource
import TestSupport
import Testing

@testable import Answers
@testable import Cascade

extension LawTests {
  @Test func everyStepNamesTheStatementThatDecidedIt() {
    Self.check { sample, asked, reference in
      for key in reference.mentioned where !Self.mayLeadIntoAnArray(key) {
        let steps = asked.explained(sample.key(key)).steps
        let mine = steps.filter(Self.isOfAValue).map { step in
          "\(Self.path(step.place)) \(step.outcome)"
            + (step.by.map { " by \(Self.path($0)) \(Self.statement($0))" } ?? "")
        }
        let others = reference.valueOutcomes(key).map { statementOutcome in
          let start = "\(Self.path(statementOutcome.origin)) \(statementOutcome.outcome)"
          if statementOutcome.decisions.isEmpty { return [start] }
          return statementOutcome.decisions.flatMap { Self.statements($0, sample) }.map {
            "\(start) by \($0)"
          }
        }
        if mine.count != others.count || !zip(mine, others).allSatisfy({ $1.contains($0) }) {
          let name = ReferencePattern.spelled(key)
          return "\(name)\n  is \(mine)\n  not \(others)"
        }
      }
      return nil
    }
  }

  @Test func everyStepWithoutEffectNamesAPlace() {
    Self.check { sample, asked, reference in
      for key in reference.mentioned.map(sample.key) {
        for step in asked.explained(key).steps {
          let needsBy = [.overridden, .stopped, .excluded, .replaced, .refused].contains(
            step.outcome)
          if needsBy != (step.by != nil) {
            let name = asked.view.names.text(key)
            return "\(name): \(step.outcome) at \(step.place.text) without a place"
          }
        }
      }
      return nil
    }
  }

  private static func mayLeadIntoAnArray(_ key: PlainKey) -> Bool {
    key.contains { !$0.bytes.isEmpty && $0.bytes.allSatisfy { (0x30...0x39).contains($0) } }
  }

  private static func isOfAValue(_ step: TraceEntry) -> Bool {
    guard case .value(let written) = step.statement else { return false }
    return written.kind != .object || written.isComputed
  }

  /// What stands at a place, as far as the reference tells it apart: a key in a directive, a value.
  private static func statement(_ place: SourceRange) -> String {
    // The value of the command line stands in a text that nobody wrote, or in a file by itself.
    switch place.file.home {
    case .commandLine, .values: return ""
    case .tree, .former, .facts: break
    }
    return bare(String(decoding: place.file.source[place.range], as: UTF8.self))
  }

  /// The places that the rules allow for a decision: of an object that several files of a scope write, or
  /// several values of the command line, they prefer none.
  private static func statements(
    _ decision: ReferenceFate.Decision, _ sample: Sample
  ) -> [String] {
    let origin = decision.origin
    switch decision {
    case .marker(let marker):
      let content = sample.files(at: origin).first { $0.name == origin.file }?.content
      let holder = content?.written(at: marker.holder[...])
      var argument = holder?.members?.first { $0.name.text == marker.directive.rawValue }?.value
      if case .array(let keys) = argument, marker.index >= 0 { argument = keys[marker.index] }
      return ["\(path(origin)) \(bare(argument?.compact ?? "no marker"))"]
    case .value(_, let key) where origin.commandLine != nil:
      return sample.whole.set.indices.filter { index in
        let other = sample.whole.set[index].key
        return other.starts(with: key) || key.starts(with: other)
      }.map { "set:\($0 + 1) " }
    case .value(_, let key):
      let values = sample.files(at: origin).compactMap { file in
        file.content.written(at: key[...]).map { (file.name, $0) }
      }
      let own = values.first { $0.0 == origin.file }?.1
      return values.filter { name, value in
        name == origin.file || (own?.isPlainObject == true && value.isPlainObject)
      }.map { name, value in
        var other = origin
        other.file = name
        return "\(path(other)) \(bare(value.compact))"
      }
    }
  }

  /// JSON without what sets it out.
  private static func bare(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}

extension LawTests.Sample {
  fileprivate func files(at origin: ReferenceOrigin) -> [ReferenceTree.File] {
    whole.trees[origin.overlay ?? 0].files(in: origin.scope)
  }
}

extension PlainValue {
  fileprivate var isPlainObject: Bool {
    members.map { members in
      !members.contains { ["$ref", "$format", "$env", "$file"].contains($0.name) }
    } ?? false
  }

  fileprivate func written(at key: ArraySlice<PlainName>) -> PlainValue? {
    guard let name = key.first else { return self }
    let dollar = UInt8(ascii: "$")
    let spelled = name.bytes.first == dollar ? PlainName(bytes: [dollar] + name.bytes) : name
    return members?.first { $0.name == spelled }?.value.written(at: key.dropFirst())
  }
}
