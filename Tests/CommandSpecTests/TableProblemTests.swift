import CommandSpec
import Testing

@Suite struct TableProblemTests {
  private func problemsOf(_ commands: SampleCommand...) -> [String] {
    problems(in: table(commands.map(\.name), commands).catalogue)
  }

  private func table(
    _ names: [String], _ commands: [SampleCommand]
  ) -> Table {
    Table(
      tool: "heir", summary: "does", groups: [NameGroup("All", names)],
      describe: { name in commands.first { $0.name == name }?.describe() })
  }

  private func command<each P: Parameter>(
    _ name: String = "do", summary: String = "Does it", example: String = "heir do",
    parameters: repeat each P
  ) -> SampleCommand {
    SampleCommand(
      name, summary: summary, examples: [Example(example, "Does it")],
      parameters: repeat each parameters
    ) { (_, _: repeat (each P).Value) in "" }
  }

  @Test func theSampleHasNoProblemButAClash() {
    #expect(problems(in: sample.catalogue, knownClashes: ["--only"]) == [])
    #expect(
      problems(in: sample.catalogue) == ["--only takes a value in one of 'check' and 'set' only"])
    #expect(
      problems(in: sample.catalogue, knownClashes: ["--only", "--json"]) == [
        "--json is not a clash"
      ])
  }

  @Test func aNameHasACommandOfThatName() {
    #expect(
      problems(in: table(["do", "be"], [command()]).catalogue)
        == ["be: the summary is empty", "be: there is no example"])
    let crossed = Table(
      tool: "heir", summary: "does", groups: [NameGroup("All", ["do", "be"])],
      describe: { _ in command().describe() })
    #expect(problems(in: crossed.catalogue) == ["'do' is there twice"])
  }

  @Test func spellingsAreUniqueAndWellFormed() {
    #expect(problemsOf(command(), command()) == ["'do' is there twice"])
    #expect(
      problemsOf(command(parameters: Flag("--aa", help: "X"), Flag("--aa", help: "Y"))) == [
        "do: --aa is there twice"
      ])
    #expect(problemsOf(command(parameters: Flag("-h", help: "X"))) == ["do: -h is there twice"])
    #expect(
      problemsOf(
        command(parameters: Flag("--aa", help: "X"), Flag("--bb", formerly: "--aa", help: "Y")))
        == ["do: --aa is there twice"])
    for spelling in ["aa", "-aa", "--A", "--a b", "-é", "--", "-", "", "-=", "---a"] {
      #expect(
        problemsOf(command(parameters: Flag(spelling, help: "X"))) == [
          "do: '\(spelling)' is not a spelling of an option"
        ])
    }
    #expect(
      problemsOf(command("help", example: "heir help")).contains(
        "'help' is there twice"))
  }

  @Test func whatTakesAValueHasALongSpelling() {
    let file = ValueType.bytes("FILE")
    #expect(problemsOf(command(parameters: Option("-o", "--out", type: file, help: "X"))) == [])
    #expect(
      problemsOf(command(parameters: Option("-o", type: file, help: "X"))) == [
        "do: -o takes a value and has one letter alone"
      ])
  }

  @Test func aLetterMeansOneOptionInAllCommands() {
    #expect(
      problemsOf(
        command(parameters: Flag("-a", "--all", help: "X")),
        command("be", example: "heir be", parameters: Flag("-a", "--any", help: "X")))
        == ["-a is --all in 'do' and --any in 'be'"])
  }

  @Test func summariesAreOneSentenceWithoutFullStop() {
    #expect(problemsOf(command(summary: "Does.")) == ["do: the summary ends in a full stop"])
    #expect(
      problemsOf(command(summary: "Does. It")) == ["do: the summary is more than one sentence"])
    #expect(
      problemsOf(command(summary: "does")) == ["do: the summary does not begin with a capital"])
    #expect(
      problemsOf(command(summary: "Does " + String(repeating: "x", count: 56)))
        == ["do: the summary is longer than 60 characters"])
    #expect(problemsOf(command(summary: "")) == ["do: the summary is empty"])
    #expect(problemsOf(command(parameters: Flag("--aa", help: ""))) == ["do: --aa is empty"])
  }

  @Test func argumentsThatMayBeMissingStandLast() {
    #expect(
      problemsOf(
        command(parameters: OptionalPositional(.key, help: "X"), Positional(.scope, help: "X")))
        == ["do: SCOPE has to be there, after one that has not"])
    #expect(
      problemsOf(
        command(
          parameters: RemainingPositionals(.key, help: "X"), RemainingPositionals(.key, help: "X")))
        == ["do: KEY takes all after one that need not be there"])
  }

  @Test func anAbbreviationStandsForAWordThatThereIs() {
    #expect(
      problemsOf(
        command(
          parameters: Option(
            "--format", type: .choice("FORMAT", of: Format.self),
            abbreviations: [Abbreviation("--yaml", for: "yaml")], help: "X")))
        == ["do: --format has no word 'yaml'"])
  }

  @Test func examplesCallTheirCommand() {
    #expect(problemsOf(command(example: "heir get")) == ["do: an example does not call 'heir do'"])
    #expect(problemsOf(command(example: #"eval "$(heir do)""#)).count == 1)
    #expect(problemsOf(command(example: #"eval "$(heir do / a)""#)) == [])
  }
}
