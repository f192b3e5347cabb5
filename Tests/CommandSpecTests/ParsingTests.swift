import CommandSpec
import Testing

struct Case: Sendable, CustomTestStringConvertible {
  let line: String
  let expected: String

  init(_ line: String, _ expected: String) {
    self.line = line
    self.expected = expected
  }

  var testDescription: String { line }
}

@Suite struct ParsingTests {
  @Test(arguments: [
    Case(
      "get / a", #"get nil [] false json=false nul=false default=nil optional=[] / ["a"]"#),
    Case(
      "-q get / -0 a --root=x --overlay y b --overlay=z --json",
      #"get x ["y", "z"] true json=true nul=true default=nil optional=[] / ["a", "b"]"#),
    Case(
      "--root get get --default --json / a --optional=b=c",
      #"get get [] false json=false nul=false default=--json optional=["b=c"] / ["a"]"#),
    Case("-0 get / a", #"get nil [] false json=false nul=true default=nil optional=[] / ["a"]"#),
    Case(
      "get / -- --json",
      #"get nil [] false json=false nul=false default=nil optional=[] / ["--json"]"#),
    Case("-- get / -0", #"get nil [] false json=false nul=false default=nil optional=[] / ["-0"]"#),
    Case(
      "get / a -- --",
      #"get nil [] false json=false nul=false default=nil optional=[] / ["a", "--"]"#),
    Case(
      "get / - --default=", #"get nil [] false json=false nul=false default= optional=[] / ["-"]"#),
    Case("resolve / -cS", "resolve false format=nil c=true S=true origins=false / nil"),
    Case("-qSc resolve / k", "resolve true format=nil c=true S=true origins=false / k"),
    Case("resolve / --json", "resolve false format=json c=false S=false origins=false / nil"),
    Case(
      "resolve / --format flat", "resolve false format=flat c=false S=false origins=false / nil"),
    Case("set / t -5", "set only=false / t -5"),
    Case("set / t -1.5e3 --only", "set only=true / t -1.5e3"),
    Case("set / t ''", "set only=false / t "),
    Case("check", "check all 0 nil"),
    Case("check --only syntax / --settle 5", "check syntax 5 /"),
    Case("check -o a /", "check all 0 / output=a"),
    Case("check / -co -c", "check all 0 / compact output=-c"),
    Case("-co a check /", "check all 0 / compact output=a"),
    Case("-o check check", "check all 0 nil output=check"),
    Case("exec / -- env -q --help -- x", #"exec false / [] -- ["env", "-q", "--help", "--", "x"]"#),
    Case("exec / k -q -- env", #"exec true / ["k"] -- ["env"]"#),
    Case("-- exec / -q -- env", #"exec false / ["-q"] -- ["env"]"#),
    Case("fail", "failure"),
  ])
  func aCommandReceivesWhatTheLineSays(_ one: Case) {
    #expect(outcome(one.line) == one.expected)
  }

  @Test(arguments: [
    Case("help", "help "),
    Case("--help", "help "),
    Case("-h", "short help "),
    Case("help get", "help get"),
    Case("get --help", "help get"),
    Case("-h get", "short help get"),
    Case("get -qh", "short help get"),
    Case("get --bogus --json=1 -h", "short help get"),
    Case("--version", "version"),
    Case(
      "get / a -- --help",
      #"get nil [] false json=false nul=false default=nil optional=[] / ["a", "--help"]"#),
    Case(
      "get / a --default -h",
      #"get nil [] false json=false nul=false default=-h optional=[] / ["a"]"#),
  ])
  func helpIsARequestAnywhereBeforeTheEndOfOptions(_ one: Case) {
    #expect(outcome(one.line) == one.expected)
  }

  @Test func aLineOfManyArgumentsIsReadInTime() {
    let line =
      [Array("get".utf8), Array("/".utf8)] + Array(repeating: Array("k".utf8), count: 50_000)
    #expect(outcome(of: line).utf8.count > 50_000)
  }
}
