import Testing

@Suite struct CheckGitHubTests {
  private static func commands(_ result: Harness.Result) -> [AnnotationTests.Parsed] {
    result.output.split(separator: "\n").compactMap { AnnotationTests.Parsed(String($0)) }
  }

  @Test(arguments: ["broken", "fleet", "link-cycle", "link-leaves", "settings-file"])
  func everyFindingIsOneCommandThatSaysWhatTheTextSays(tree: String) {
    let github = Harness().run("check", "--root", "trees/\(tree)", "--format", "github")
    let text = Harness().run("check", "--root", "trees/\(tree)")
    #expect(github.status == text.status && github.errors == text.errors)
    let lines = Self.commands(github).map { command in
      let at = command.properties
      let rule = at["title"]?.dropFirst("heir: ".count) ?? ""
      return "\(at["file"] ?? ""):\(at["line"] ?? ""):\(at["col"] ?? ""): \(command.name): "
        + "\(command.data) [\(rule)]"
    }
    #expect(lines.sorted() == text.output.split(separator: "\n").map(String.init).sorted())
  }

  @Test func errorsComeBeforeWarnings() {
    let scratch = Scratch([
      ("a.json", #"{ "port": 1, "$stop": ["x"] }"#), ("a/a.json", #"{ "port": 1 }"#),
      ("b/a.json", "{"), ("c/a.json", #"{ "port": 1 }"#), ("d/a.json", "["),
    ])
    let result = Harness(in: scratch.url).run("check", "--root", ".", "--format", "github")
    let found = Self.commands(result).map { "\($0.name) \($0.properties["file"] ?? "")" }
    #expect(
      found == [
        "error b/a.json", "error d/a.json", "warning a.json", "warning a/a.json",
        "warning c/a.json",
      ])
  }

  @Test func noNameBeginsACommandOfItsOwn() {
    let name = "%0A::add-mask::x,y:z ##[add-mask]x.json"
    let scratch = Scratch([(name, #"{ "$stop": ["\"::error::x\\n::stop-commands::y\""] }"#)])
    let result = Harness(in: scratch.url).run("check", "--root", ".", "--format", "github")
    let commands = Self.commands(result)
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(commands.map(\.name) == ["warning"] && commands.first?.properties["file"] == name)
  }
}
