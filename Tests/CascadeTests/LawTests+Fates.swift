import Foundation
import JSONSource
import TestSupport
import Testing

@testable import Cascade

/// What became of each written value, and whose doing that is.
extension LawTests {
  @Test func everyStepNamesWhoDecidedIt() {
    Self.check { sample, asked, reference in
      for key in reference.mentioned where !Self.mayLeadIntoAnArray(key) {
        let steps = asked.view.explained(sample.key(key)).steps
        let mine = steps.filter(Self.isOfAValue).map { step in
          "\(Self.path(step.place)) \(step.outcome)"
            + (step.by.map { " by \(Self.path($0)) \(Self.statement($0))" } ?? "")
        }
        let others = reference.fates(key).map { fate in
          "\(Self.path(fate.origin)) \(fate.outcome)"
            + (fate.by.map { " by \(Self.path($0.origin)) \(Self.statement($0, sample))" } ?? "")
        }
        if mine != others {
          let name = ReferencePattern.spelled(key)
          return "\(name)\n  is \(mine)\n  not \(others)"
        }
      }
      return nil
    }
  }

  /// What displaces a value is named in the same breath, also where it is an object that is displaced.
  @Test func everyStepThatDoesNotHoldNamesAPlace() {
    Self.check { sample, asked, reference in
      for key in reference.mentioned.map(sample.key) {
        for step in asked.view.explained(key).steps {
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

  /// Whether a name of digits may be an index: then the steps are those of the array.
  private static func mayLeadIntoAnArray(_ key: PlainKey) -> Bool {
    key.contains { !$0.bytes.isEmpty && $0.bytes.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// Whether a step is a value that is no object.
  private static func isOfAValue(_ step: Step) -> Bool {
    guard case .value(let written) = step.say else { return false }
    return written.kind != .object || written.isComputed
  }

  /// What stands at a place, as far as the reference tells it apart: a key in a directive, a value.
  private static func statement(_ place: Place) -> String {
    // The value of the command line stands in a text that nobody wrote.
    if case .commandLine = place.file.home { return "" }
    return bare(String(decoding: place.file.source[place.range], as: UTF8.self))
  }

  private static func statement(_ decision: ReferenceFate.Decision, _ sample: Sample) -> String {
    let origin = decision.origin
    if origin.commandLine != nil { return "" }
    let trees = [sample.whole.tree] + sample.whole.overlays
    let file = trees[origin.overlay ?? 0].files(in: origin.scope).first { $0.name == origin.file }
    guard let content = file?.content else { return "no file" }
    switch decision {
    case .value(_, let key): return bare(content.written(at: key[...])?.compact ?? "no value")
    case .marker(let marker):
      let holder = content.written(at: marker.holder[...])
      let argument = holder?.members?.first { $0.name.text == marker.directive.rawValue }?.value
      guard case .array(let keys) = argument else { return bare(argument?.compact ?? "no marker") }
      return bare(keys[marker.index].compact)
    }
  }

  /// JSON without what sets it out.
  private static func bare(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}

extension PlainValue {
  /// What a file writes under a key.
  fileprivate func written(at key: ArraySlice<PlainName>) -> PlainValue? {
    guard let name = key.first else { return self }
    let dollar = UInt8(ascii: "$")
    let spelled = name.bytes.first == dollar ? PlainName(bytes: [dollar] + name.bytes) : name
    return members?.first { $0.name == spelled }?.value.written(at: key.dropFirst())
  }
}
