import CommandSpec
import Legible
import Testing

@Suite struct UsageErrorTests {
  @Test(arguments: [
    Case("", "a command is missing; 'heir help' lists them"),
    Case("--root x", "a command is missing; 'heir help' lists them"),
    Case("gte / a", "there is no command 'gte'; the nearest is 'get'"),
    Case("reslove", "there is no command 'reslove'; the nearest is 'resolve'"),
    Case("quux", "there is no command 'quux'; 'heir help' lists them"),
    Case("-5 get", "there is no command '-5'; 'heir help' lists them"),
    Case("show", "there is no command 'show'; 'heir resolve' prints it all"),
    Case("help show", "there is no help for 'show'; 'heir resolve' prints it all"),
    Case("help quux", "there is no help for 'quux'; 'heir help' lists commands and topics"),
    Case("st / a 1", "there is no command 'st'; the nearest is 'set', which writes"),
    Case("shows", "there is no command 'shows'; 'heir help' lists them"),
    Case("resolve / -0", "'heir resolve' does not take '-0'; 'get' does"),
    Case("help gte", "there is no help for 'gte'; the nearest is 'get'"),
    Case("get / a --jsno", "'heir get' has no option '--jsno'; the nearest is '--json'"),
    Case("get / a --roo=x", "'heir get' has no option '--roo'; the nearest is '--root'"),
    Case("resolve / --orig", "'heir resolve' has no option '--orig'; the nearest is '--origins'"),
    Case("get / a -json", "'heir get' has no option '-json'; the nearest is '--json'"),
    Case("get / a -é", "'heir get' has no option '-é'; 'heir get --help' lists them"),
    Case("get / a -qx", "'heir get' has no option '-x'; 'heir get --help' lists them"),
    Case("get / a ---", "'heir get' has no option '---'; 'heir get --help' lists them"),
    Case("get / a --=x", "'heir get' has no option '--'; 'heir get --help' lists them"),
    Case("--rooot x get / a", "'heir' has no option '--rooot'; the nearest is '--root'"),
    Case("get / a --origins", "'heir get' does not take '--origins'; 'resolve' does"),
    Case(
      "fail --root x",
      "'heir fail' does not take '--root'; 'heir fail --help' lists its options"),
    Case("get / a -S", "'heir get' does not take '-S'; 'resolve' does"),
    Case("-0 set / a 1", "'heir set' does not take '-0'; 'get' does"),
    Case("get / a --json --json", "the option '--json' comes twice; give it once"),
    Case("get / a --root x --root=x", "the option '--root' comes twice; give it once"),
    Case("resolve / -cc", "the option '--compact' comes twice; give it once"),
    Case("resolve / -c --compact", "the option '--compact' comes twice; give it once"),
    Case("resolve / --json --json", "the option '--json' comes twice; give it once"),
    Case(
      "resolve / --json --format flat",
      "'--json' and '--format' cannot be given together; leave one out"),
    Case("get / a --json=x", "the option '--json' takes no value; write '--json' alone"),
    Case("resolve / -c=x", "the option '-c' takes no value; write '-c' alone"),
    Case("resolve / --compact=", "the option '--compact' takes no value; write '--compact' alone"),
    Case("get / a --root", "the option '--root' needs a value: '--root DIR'"),
    Case("check / -o", "the option '-o' needs a value: '-o FILE'"),
    Case("check / -co", "the option '-o' needs a value: '-o FILE'"),
    Case("check / -oc a", "the option '-o' needs a value: '-o FILE'"),
    Case("check / -o1", "the option '-o' needs a value: '-o 1'"),
    Case("check / -ofile", "the option '-o' needs a value: '-o FILE'"),
    Case("check / -o=file", "the option '-o' needs a value: '-o FILE'"),
    Case("check / -o a --output b", "the option '--output' comes twice; give it once"),
    Case("check / -o ''", "'-o' must not be empty"),
    Case("get / a --root=", "'--root' must not be empty"),
    Case("get '' a", "SCOPE must not be empty"),
    Case("get / a ''", "KEY must not be empty"),
    Case(
      "resolve / --format jsn",
      "'--format' takes 'json', 'flat' or 'nul', not 'jsn'; the nearest is 'json'"),
    Case(
      "check --only syntax,,final",
      "'--only' takes 'syntax', 'final' or 'redundant', not 'syntax,,final'"),
    Case("check --settle soon", "'--settle' takes a number of milliseconds, not 'soon'"),
    Case(
      "--only set / a 1",
      "'--only' takes a value in 'check' and none in 'set': write it after the command's name"),
    Case("get", "SCOPE and KEY are missing\nusage: heir get [OPTIONS] SCOPE KEY..."),
    Case("get /", "KEY is missing\nusage: heir get [OPTIONS] SCOPE KEY..."),
    Case(
      "exec / env", "-- COMMAND is missing\nusage: heir exec [OPTIONS] SCOPE [KEY...] -- COMMAND..."
    ),
    Case(
      "exec / --", "-- COMMAND is missing\nusage: heir exec [OPTIONS] SCOPE [KEY...] -- COMMAND..."),
    Case(
      "resolve / a b", "the argument 'b' is one too many\nusage: heir resolve [OPTIONS] SCOPE [KEY]"
    ),
    Case(
      "set / a b c d",
      "2 arguments are too many, from 'c' on\nusage: heir set [OPTIONS] SCOPE KEY VALUE"),
    Case(
      "help get set",
      "the argument 'set' is one too many\nusage: heir help [COMMAND|TOPIC|WORD]"),
  ])
  func aLineThatIsNotUnderstoodIsAnsweredInWords(_ one: Case) {
    #expect(outcome(one.line) == "error: " + one.expected)
  }

  @Test func whatWasTypedIsShownEscaped() {
    let name = Array("--\u{1B}[31m\n\u{202E}é".utf8) + [0xFF, 0x5C]
    #expect(
      outcome(of: [Array("get".utf8), name])
        == #"error: 'heir get' has no option '--\u001b[31m\n\u202eé\xff\'; 'heir get --help' lists them"#
    )
  }

  @Test func aLongArgumentIsCutShortInMessages() {
    #expect(Printable.quoted(Array(repeating: 0x61, count: 300)).unicodeScalars.count == 203)
    #expect(Printable.quoted(Array(repeating: 0x61, count: 200)).unicodeScalars.count == 202)
    #expect(Printable.string([UInt8](repeating: 0xF0, count: 3)) == #"\xf0\xf0\xf0"#)
    #expect(Printable.string([0xC2] as [UInt8]) == #"\xc2"#)
  }

  @Test func bytesThatAreEqualOnlyAfterNormalisationAreTwo() {
    #expect(outcome("check --only=syntax") == #"check ["syntax"] 0 nil"#)
    #expect(outcome("check --only=s\u{79}ntax\u{301}").hasPrefix("error"))
  }
}
