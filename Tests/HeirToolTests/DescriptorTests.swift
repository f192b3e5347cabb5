import TestSupport
import Testing

@Suite struct DescriptorTests {
  @Test(arguments: [
    "get / k", "get / none", "get /none k", "resolve / --below -o out/{scope}", "explain / k",
    "check",
    "where / '**'", "diff / /s", "set / k 2", "set / k 3 --dry-run", "tidy", "impact --against s",
    "schema /", "get / k --bogus",
  ])
  func aCommandClosesAllItsDescriptors(line: String) {
    let tree = Scratch(tree: [("a.json", #"{"k": 1}"#), ("s/a.json", "{}")])
    _ = tree.run(Transcript.words(line))
    #expect(openDescriptors(below: tree.url.path) == 0)
  }
}
