import Foundation
import Testing

@testable import Reports

/// Runs the tools that the README compares, to verify each cell of its table.
@Suite struct ComparisonTests {
  struct Cell: Sendable, CustomTestStringConvertible {
    let claim: String
    let script: String
    let output: String
    var testDescription: String { claim }
  }

  private static let fold = "jq -c -s 'reduce .[] as $level ({}; . * $level)'"

  static let cells: [Cell] = [
    Cell(
      claim: "a descendant overrides a value in heir", script: "$HEIR get /near k --root tree",
      output: "2\n"),
    Cell(
      claim: "a descendant overrides a value in git config",
      script: "git config -f near.cfg --includes --get s.k",
      output: "2\n"),
    Cell(
      claim: "a descendant overrides a value in a jq fold",
      script: "\(fold) far.json near.json | jq .k",
      output: "2\n"),
    Cell(
      claim: "a stop unsets an inherited key in heir",
      script: "$HEIR get /stop k -q --root tree; echo $?",
      output: "1\n"),
    Cell(
      claim: "an empty value is a value to git config",
      script: "git config -f empty.cfg --includes --get s.k; echo $?", output: "\n0\n"),
    Cell(
      claim: "null is a value to a jq fold",
      script: "\(fold) far.json null.json | jq -c 'has(\"k\")'",
      output: "true\n"),
    Cell(
      claim: "an exclusion hides a key from descendants",
      script: "$HEIR get / own -q --root tree; $HEIR get /near own -q --root tree; echo $?",
      output: "7\n1\n"),
    Cell(
      claim: "heir shows file, line and column",
      script: "$HEIR explain /near k --root tree | sed -n 2p",
      output: "  from tree/near/a.json:1:6   (/near)\n"),
    Cell(
      claim: "git config shows the file",
      script: "git config -f near.cfg --includes --show-origin --get s.k",
      output: "file:near.cfg\t2\n"),
    Cell(
      claim: "heir explains overridden values",
      script: "$HEIR explain /near k --root tree | grep -c overridden", output: "1\n"),
    Cell(
      claim: "git config lists the values",
      script: "git config -f near.cfg --includes --get-all s.k",
      output: "1\n2\n"),
    Cell(
      claim: "a missing key is status 1 for heir",
      script: "$HEIR get / none -q --root tree; echo $?",
      output: "1\n"),
    Cell(
      claim: "a missing key is status 1 for git config",
      script: "git config -f near.cfg --get s.none; echo $?", output: "1\n"),
    Cell(
      claim: "jq prints null for a missing key", script: "jq .none far.json; echo $?",
      output: "null\n0\n"),
    Cell(
      claim: "heir reports a duplicate key",
      script: "$HEIR get /twice k --root tree 2>/dev/null; echo $?",
      output: "2\n"),
    Cell(
      claim: "git config takes the last duplicate", script: "git config -f twice.cfg --get s.k",
      output: "2\n"),
    Cell(claim: "jq takes the last duplicate", script: "jq .k tree/twice/a.json", output: "2\n"),
    Cell(
      claim: "a descendant overrides a value in hiera", script: "hiera -c near.yaml k",
      output: "2\n"),
    Cell(
      claim: "hiera prints an overriding null as nil", script: "hiera -c null.yaml k; echo $?",
      output: "nil\n0\n"),
    Cell(
      claim: "hiera prints nil for a missing key", script: "hiera -c near.yaml none; echo $?",
      output: "nil\n0\n"),
    Cell(
      claim: "hiera logs the sources it reads",
      script: "hiera -d -c near.yaml own 2>&1 | grep -c 'Looking for data source far'",
      output: "1\n"),
    Cell(
      claim: "heir changes only the necessary bytes",
      script: "printf '{ \"k\":  1, \"z\": [1,2] }' >tree/odd.json; $HEIR set / z -q --root tree "
        + "--json '[3]'; cat tree/odd.json",
      output: "{ \"k\":  1, \"z\": [3] }"),
    Cell(
      claim: "git config changes only the entry",
      script:
        "printf '[s]\\n  # why\\n  k = 1\\n' >c.cfg; git config -f c.cfg s.k 2; sed -n 2p c.cfg",
      output: "  # why\n"),
    Cell(
      claim: "jq rewrites the whole file",
      script: "printf '{ \"k\":  1, \"z\": [1,2] }' | jq '.z = [3]' | wc -l", output: "6\n"),
    Cell(
      claim: "heir cleans up after a killed write",
      script: "touch tree/.heir-0123456789abcdef.tmp; $HEIR set / z 1 -q --root tree; echo $?; "
        + "ls -A tree | grep -c tmp",
      output: "0\n0\n"),
    Cell(
      claim: "a lock file of a killed git config blocks writes",
      script: "touch far.cfg.lock; git config -f far.cfg s.k 3 2>/dev/null; echo $?",
      output: "255\n"),
    Cell(
      claim: "hiera takes the last duplicate", script: "hiera -c twice.yaml k", output: "2\n"),
  ]

  /// A hierarchy of two levels below the present directory.
  private static func hierarchy(_ nearest: String) -> String {
    """
    ---
    :backends:
      - json
    :json:
      :datadir: .
    :hierarchy:
      - "\(nearest)"
      - far
    """
  }

  @Test(arguments: cells) func theCellIsTrue(cell: Cell) throws {
    let scratch = Scratch([
      ("tree/.heir", ""), ("tree/a.json", "{\"k\":1,\"own\":7,\"$exclude\":[\"own\"]}"),
      ("tree/near/a.json", "{\"k\":2}"), ("tree/stop/a.json", "{\"$stop\":[\"k\"]}"),
      ("tree/twice/a.json", "{\"k\":1,\"k\":2}"), ("far.json", "{\"k\":1,\"own\":7}"),
      ("near.json", "{\"k\":2}"), ("null.json", "{\"k\":null}"), ("far.cfg", "[s]\nk = 1\n"),
      ("near.cfg", "[include]\npath = far.cfg\n[s]\nk = 2\n"),
      ("empty.cfg", "[include]\npath = far.cfg\n[s]\nk =\n"), ("near.yaml", Self.hierarchy("near")),
      ("null.yaml", Self.hierarchy("null")),
      ("twice.yaml", Self.hierarchy("tree/twice/a")), ("twice.cfg", "[s]\nk = 1\nk = 2\n"),
    ])
    let result = try Program.shell(cell.script, in: scratch.url)
    #expect(result.output == cell.output)
    #expect(result.errors == "")
  }
}
