import CommandSpec
import SafeText
import Testing

@Suite struct UsageErrorTests {
  @Test(arguments: [
    Case("", "missing command; 'heir help' lists the commands"),
    Case("gte / a", "unknown command 'gte'; the nearest is 'get'"),
    Case("quux", "unknown command 'quux'; 'heir help' lists the commands"),
    Case("-5 get", "unknown command '-5'; 'heir help' lists the commands"),
    Case("show", "unknown command 'show'; 'heir resolve' prints it all"),
    Case("help show", "no help for 'show'; 'heir resolve' prints it all"),
    Case("help quux", "no help for 'quux'; 'heir help' lists commands and topics"),
    Case("st / a 1", "unknown command 'st'; the nearest is 'set', which writes"),
    Case("resolve / -0", "cannot use '-0' with 'heir resolve'; only 'get' takes it"),
    Case("help gte", "no help for 'gte'; the nearest is 'get'"),
    Case("get / a --jsno", "'heir get' has no option '--jsno'; the nearest is '--json'"),
    Case("get / a -json", "'heir get' has no option '-json'; the nearest is '--json'"),
    Case("get / a -é", "'heir get' has no option '-é'; 'heir get --help' lists its options"),
    Case("get / a -qx", "'heir get' has no option '-x'; 'heir get --help' lists its options"),
    Case("get / a ---", "'heir get' has no option '---'; 'heir get --help' lists its options"),
    Case("get / a --=x", "'heir get' has no option '--'; 'heir get --help' lists its options"),
    Case("--rooot x get / a", "'heir' has no option '--rooot'; the nearest is '--root'"),
    Case("get / a --origins", "cannot use '--origins' with 'heir get'; only 'resolve' takes it"),
    Case(
      "fail --root x",
      "cannot use '--root' with 'heir fail'; 'heir fail --help' lists its options"),
    Case("resolve / -cc", "option '--compact' given twice"),
    Case("resolve / --json --json", "option '--json' given twice"),
    Case(
      "resolve / --json --format flat",
      "'--json' cannot be used with '--format'"),
    Case("get / a --json=x", "option '--json' takes no value"),
    Case("resolve / -c=x", "option '-c' takes no value"),
    Case("get / a --root", "option '--root' needs a value: '--root DIR'"),
    Case("check / -o", "option '-o' needs a value: '-o FILE'"),
    Case("check / -co", "option '-o' needs a value: '-o FILE'"),
    Case("check / -o1", "option '-o' needs a value: '-o 1'"),
    Case("check / -ofile", "option '-o' needs a value: '-o FILE'"),
    Case("check / -o a --output b", "option '--output' given twice"),
    Case("check / -o ''", "'-o' must not be empty"),
    Case("get '' a", "SCOPE must not be empty"),
    Case("get / a ''", "KEY must not be empty"),
    Case(
      "resolve / --format jsn",
      "'--format' takes 'json', 'flat' or 'nul', not 'jsn'; the nearest is 'json'"),
    Case(
      "check --only syntax,,final",
      "'--only' takes 'syntax', 'final' or 'redundant', not 'syntax,,final'"),
    Case("check --settle soon", "'--settle' takes a number of milliseconds, not 'soon'"),
    Case("get", "missing arguments SCOPE and KEY\nusage: heir get [OPTIONS] SCOPE KEY..."),
    Case("get /", "missing argument KEY\nusage: heir get [OPTIONS] SCOPE KEY..."),
    Case(
      "exec / env",
      "missing argument -- COMMAND\nusage: heir exec [OPTIONS] SCOPE [KEY...] -- COMMAND..."
    ),
    Case(
      "exec / --",
      "missing argument -- COMMAND\nusage: heir exec [OPTIONS] SCOPE [KEY...] -- COMMAND..."),
    Case(
      "resolve / a b", "unexpected argument 'b'\nusage: heir resolve [OPTIONS] SCOPE [KEY]"
    ),
    Case(
      "set / a b c d",
      "unexpected arguments 'c' and 1 more\nusage: heir set [OPTIONS] SCOPE KEY VALUE"),
    Case(
      "help get set",
      "unexpected argument 'set'\nusage: heir help [COMMAND|TOPIC|WORD]"),
  ])
  func aLineThatIsNotUnderstoodIsAnsweredInWords(_ one: Case) {
    #expect(outcome(one.line) == "error: " + one.expected)
  }

  @Test func whatWasTypedIsShownEscaped() {
    let name = Array("--\u{1B}[31m\n\u{202E}é".utf8) + [0xFF, 0x5C]
    #expect(
      outcome(of: [Array("get".utf8), name])
        == #"error: 'heir get' has no option '--\u001b[31m\n\u202eé\xff\'; 'heir get --help' lists its options"#
    )
  }

  @Test func aLongArgumentIsCutShortInMessages() {
    #expect(Printable.quoted(Array(repeating: 0x61, count: 300)).unicodeScalars.count == 203)
    #expect(Printable.quoted(Array(repeating: 0x61, count: 200)).unicodeScalars.count == 202)
    #expect(Printable.string([UInt8](repeating: 0xF0, count: 3)) == #"\xf0\xf0\xf0"#)
    #expect(Printable.string([0xC2] as [UInt8]) == #"\xc2"#)
  }

  @Test func bytesThatAreEqualOnlyAfterNormalisationAreTwo() {
    #expect(outcome("check --only=syntax") == "check syntax 0 nil")
    #expect(outcome("check --only=s\u{79}ntax\u{301}").hasPrefix("error"))
  }
}
