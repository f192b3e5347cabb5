import Foundation
import Testing

@Suite struct AnswerCaseTests {
  private typealias Files = [(path: String, text: String)]

  private static func heir(
    _ files: Files, overlay: Files? = nil, _ arguments: String...
  ) -> Harness.Result {
    var all: Files = [("root/.heir", "")]
    for (path, text) in files { all.append(("root/" + path, text)) }
    for (path, text) in overlay ?? [] { all.append(("over/" + path, text)) }
    let scratch = Scratch(all)
    let options = ["--root", "root"] + (overlay == nil ? [] : ["--overlay", "over"])
    return Harness(in: scratch.url).run([arguments[0]] + options + arguments.dropFirst())
  }

  @Test(arguments: [
    (
      [("p.json", #"{"o":{"$include":"_f.json#c"}}"#), ("_f.json", #"{"c":{"$ref":"a"},"a":1}"#)],
      "get / o", "'$ref' cannot make an included object a computed value"
    ),
    ([("p.json", "{ // no\n}")], "get / k", "or use a file named '*.jsonc'"),
    (
      [("a/p.json", #"{"$inherit":["/_r"]}"#), ("_r/p.json", "{}")], "get /a k",
      "a directory whose name begins with '.' or '_' is not a scope"
    ),
    (
      [("a/p.json", #"{"$inherit":["../../b"]}"#)], "get /a k",
      "leads out of the tree, above the root"
    ),
    ([("a/p.json", #"{"$inherit":"/b"}"#)], "get /a k", "takes a list of scopes (strings)"),
    ([("a/p.json", #"{"$abstract":false}"#)], "get /a k", "takes only true; leave it out"),
    (
      [(".heir", #"{"inherit":{"/*":["/x/y"]}}"#), ("x/y/p.json", "{}")], "check",
      "a cycle: '/x' inherits from itself"
    ),
    (
      [
        (".heir", #"{"inherit":{"/h/*":["/r/${k}"]}}"#), ("r/p.json", "{}"),
        ("h/a/p.json", #"{"k":""}"#),
      ],
      "check", "has an empty name"
    ),
    (
      [(".heir", #"{"inherit":{"/h/*":["/r/${$facts.k}"]}}"#), ("h/a/p.json", "{}")], "get /h/a k",
      "parents depend on facts here; give them with '--facts FILE'"
    ),
  ])
  func whatIsWrongIsSaid(files: [(path: String, text: String)], line: String, words: String) {
    let result = Scratch(tree: files).run(Transcript.words(line))
    #expect((result.output + result.errors).contains(words), "\(result)")
  }

  // MARK: Elements of arrays

  @Test func whatNamesAnElementByItsIndexIsIdleEverywhere() {
    let files: Files = [
      (
        "p.json",
        #"{"$secret":["s.1.port"],"s":[{"port":1},{"port":"open"}],"$deprecated":{"s.0.port":"dep"},"#
          + #""$about":{"s.*.port":"ab"},"$because":{"s.0.port":"why"}}"#
      )
    ]
    for arguments in [
      ["explain", "/", "s.1.port"], ["explain", "/", "s.1"], ["explain", "/"],
      ["where", "/", "s.1.port"], ["where", "/", "s.1.port", "--json"], ["where", "/", "s"],
    ] {
      let scratch = Scratch([(".heir", "")] + files)
      let told = withExtendedLifetime(scratch) { Harness(in: scratch.url).run(arguments) }
      #expect(told.output.contains("open") && !told.output.contains("secret"), "\(told)")
    }
    #expect(Self.heir(files, "get", "/", "s.0.port").errors.isEmpty)
    let told = Self.heir(files, "explain", "/", "s.0.port").output
    #expect(!told.contains("about:") && !told.contains("because:"), "\(told)")
    #expect(!Self.heir(files, "where", "/", "s.0.port").output.contains("why"))
    let found = Self.heir(files, "check").output
    #expect(found.split(separator: "\n").count == 3, "\(found)")
  }

  // MARK: Overlays

  @Test(arguments: [true, false])
  func aNameThatIsNoDirectoryInOneTreeIsAScopeOfAnother(isOfRoot: Bool) throws {
    let scratch = Scratch([
      ("one/.heir", ""), ("one/a.json", #"{"k":1}"#), ("one/prod", "plain"), ("one/x/a.json", "{}"),
      ("two/prod/eu/a.json", #"{"k":2}"#), ("two/dev/a.json", #"{"k":3}"#),
    ])
    let harness = Harness(in: scratch.url)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.url.path + "/one/dev", withDestinationPath: "nowhere")
    let trees =
      isOfRoot ? ["--root", "one", "--overlay", "two"] : ["--root", "two", "--overlay", "one"]
    let k = isOfRoot ? "2" : "1"
    #expect(harness.run(["get"] + trees + ["/prod/eu", "k"]) == .init(output: "\(k)\n"))
    #expect(
      harness.run(["resolve"] + trees + ["-c", "/dev"]).output
        == (isOfRoot ? #"{"k":3}"# : #"{"k":1}"#) + "\n")
    #expect(
      harness.run(["scopes"] + trees) == .init(output: "/\n/dev\n/prod\n/prod/eu\n/x\n"))
    #expect(harness.run(["check"] + trees).status == 0)
    let told = harness.run(["where"] + trees + ["/", "k"])
    #expect(told.status == 0 && told.errors == "")
    // What no tree has as a directory is no scope.
    #expect(harness.run("get", "--root", "one", "/prod", "k").status == 2)
    #expect(harness.run("get", "--root", "one", "/dev", "k").status == 2)
  }
}
