import Foundation
import Testing

@testable import Answers
@testable import Check

/// The trees that people look at: what `check` says of each is meant.
@Suite struct FixtureTreeTests {
  /// The trees that are there to show findings, or show one beside what they are for; all others are
  /// clean.
  private static let shown: [String: [String: Int]] = [
    "broken": ["directive": 4, "duplicate-name": 1, "syntax": 5],
    "closed": ["unknown-key": 3],
    "computed-errors": ["directive": 4, "reference": 5],
    "conditions": ["redundant": 1, "type": 7],
    "conditions-wrong": ["directive": 11],
    "cycle": ["cycle": 1],
    "cycle-of-one": ["cycle": 1],
    "deep-lineage": ["idle-stop": 1],
    "deprecated": ["deprecated": 1],
    "directive-shapes": ["directive": 11],
    "directives-only": ["idle-exclude": 1, "idle-stop": 2],
    "dotted-names": ["dotted-name": 2],
    "emptied-object": ["kind-clash": 2],
    "environment": ["environment": 1],
    "exclude-cascades": ["idle-stop": 1],
    "facts": ["environment": 2],
    "falsy-values": ["kind-clash": 1, "redundant": 1],
    "final": ["final": 3],
    "final-and-exclude": ["final": 1],
    "final-and-stop": ["final": 1],
    "final-draws": ["final-draws": 1],
    "final-without-value": ["final": 1],
    "fleet": ["deprecated": 1, "kind-clash": 1, "redundant": 1],
    "format": ["no-reference": 1, "reference": 1],
    "idle-attributes": ["idle-attribute": 3],
    "impact": ["final": 1],
    "impact-before": ["redundant": 1],
    "include": ["reference": 1],
    "include-broken": ["syntax": 1],
    "include-cycle": ["cycle": 1],
    "include-parts": ["cycle": 1, "directive": 1, "reference": 2],
    "include-with-directives": ["final": 1],
    "inherited": ["reference": 1],
    "left-to-children": ["reference": 1, "type": 1],
    "link-cycle": ["cycle": 1],
    "link-leaves": ["outside-root": 1],
    "merge-kind": ["merge-kind": 1],
    "merge-nearest": ["idle-attribute": 1],
    "misspelt-parent": ["reference": 1],
    "numbers-keep-spelling": ["redundant": 2],
    "object-scalar-object": ["kind-clash": 2],
    "order-of-members": ["set-twice": 1],
    "other-directives": ["directive": 5],
    "pass": ["idle-exclude": 1],
    "overlay-team": ["idle-attribute": 1, "idle-stop": 1],
    "own-attributes": ["idle-attribute": 1],
    "reference-map": ["reference": 1],
    "remove-elements": ["idle-remove": 1],
    "required": ["required": 1],
    "required-in-each": ["required": 1],
    "secret": ["final": 1, "syntax": 1, "type": 1],
    "settings-file": ["set-twice": 1],
    "slips": ["ignored-file": 1, "near-key": 3],
    "mono-repo": ["settings": 1],
    "several-files": ["set-twice": 4],
    "site": ["idle-stop": 1],
    "stop-marker-before": ["type": 1],
    "text-file": ["reference": 1],
    "text-file-outside": ["outside-root": 1],
    "types": ["type": 3],
    "until": ["expired": 1],
    "vendor": ["idle-attribute": 1],
    "written-empty-object": ["kind-clash": 1, "redundant": 1],
  ]

  private struct Report: Decodable {
    struct Finding: Decodable { let rule: String }
    let findings: [Finding]
  }

  @Test func whatIsNotMeantToShowAFindingIsClean() throws {
    let trees = Harness.fixtures.appending(path: "trees")
    let names = try FileManager.default.contentsOfDirectory(atPath: trees.path).sorted()
    #expect(names.count > 80)
    for name in names where name != "settings-pattern" {
      let result = Harness(in: trees).run("check", "--json", "-q", "--root", name)
      let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
      let found = Dictionary(grouping: report.findings, by: \.rule).mapValues(\.count)
      #expect(found == Self.shown[name] ?? [:], "\(name)")
    }
    // Without its rules nobody can tell what is in a tree.
    #expect(Harness(in: trees).run("check", "--root", "settings-pattern").status == 2)
  }
}
