import TestSupport
import Testing

/// A chain of directories with two links each to the next: so many doublings from a few bytes.
@Suite struct LinkedScopeTests {
  private func tree(_ count: Int, last: String) throws -> Repository {
    let tree = try Repository([("p.json", #"{"a": 1}"#)])
    try tree.shell(
      """
      for i in $(seq 0 \(count - 1)); do
        mkdir _$i; ln -s ../_$((i + 1)) _$i/x; ln -s ../_$((i + 1)) _$i/y
      done
      mkdir _\(count); ln -s _0 linked
      """)
    if !last.isEmpty { tree.write("_\(count)/p.json", last) }
    return tree
  }

  private func run(_ line: String, in tree: Repository) -> Harness.Result {
    tree.harness.run(line.split(separator: " ").map(String.init))
  }

  @Test(
    .needs("git"),
    arguments: Seeds.first(
      3,
      of: [
        "scopes /linked", "set / a 2 --dry-run", "impact --since HEAD", "scopes", "check",
        "where / a", "tidy --dry-run", "resolve / --below -o _out/{scope}.json",
        "schema / --all -o _out",
      ]))
  func moreThanTenThousandScopesThroughLinksAreAnError(line: String) throws {
    let tree = try tree(13, last: #"{"b": 1}"#)
    let result = run(line, in: tree)
    #expect(result.status == 2 && result.output.isEmpty, "\(result)")
    let words = "error: more than 10000 scopes are reached through links"
    #expect(result.errors.contains(words) && result.errors.contains("linked/y/"), "\(result)")
  }

  @Test(.needs("git")) func theRevisionThatIsComparedCounts() throws {
    let tree = try tree(13, last: #"{"b": 1}"#)
    try tree.commit()
    try tree.git("rm -q linked")
    let result = run("impact --since HEAD", in: tree)
    #expect(result.status == 2 && result.errors.contains("HEAD:linked/y/"), "\(result)")
  }

  @Test(.needs("git")) func aPartOfTenThousandScopesIsRead() throws {
    let tree = try tree(13, last: #"{"b": 1}"#)
    #expect(run("scopes /linked/x/x/y/y", in: tree).status == 0)
    #expect(run("get /linked/x/y/x a", in: tree).output == "1\n")
  }

  /// Whether a directory holds files is asked for each of its links, at each level.
  @Test(.needs("git"), arguments: Seeds.first(1, of: ["", #"{"b": 1}"#]))
  func aComparisonFollowsNoMoreLinksThanAWalk(last: String) throws {
    let tree = try tree(60, last: last)
    let result = run("impact --since HEAD", in: tree)
    #expect(result.status == 2 && result.errors.contains("10000 scopes"), "\(result)")
  }
}
