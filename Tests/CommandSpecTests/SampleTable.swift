import CommandSpec

struct CommonOptions: Equatable {
  var root: [UInt8]?
  var overlays: [[UInt8]]
  var isQuiet: Bool
}

enum Format: String, CaseIterable, Sendable {
  case json, flat, nul
}

enum Rule: String, CaseIterable, Sendable {
  case syntax, final, redundant
}

extension ValueType where Value == [UInt8] {
  static var scope: Self { .bytes("SCOPE", .scope) }
  static var key: Self { .bytes("KEY", .key) }
}

extension ValueType where Value == Int {
  static var milliseconds: Self {
    ValueType("MS", .text) { (bytes) throws(ArgumentProblem) in
      guard let number = Int(String(decoding: bytes, as: UTF8.self)) else {
        throw .expected("a number of milliseconds")
      }
      return number
    }
  }
}

let common = Group(
  isCommon: true,
  Option("--root", type: .bytes("DIR", .directory), help: "The directory that is the root"),
  RepeatedOption("--overlay", type: .bytes("DIR", .directory), help: "Stacks a tree on the root"),
  Flag("-q", "--quiet", help: "Prints nothing on stderr but errors")
) { CommonOptions(root: $0, overlays: $1, isQuiet: $2) }

struct SampleCommand: Sendable {
  let name: String
  let describe: @Sendable () -> CommandDescription
  let run: @Sendable (ParsedArguments) throws(UsageError) -> String

  init<each P: Parameter>(
    _ name: String, summary: String, details: String = "", examples: [Example],
    parameters: repeat each P, run: @escaping @Sendable (repeat (each P).Value) -> String
  ) {
    self.name = name
    describe = {
      var syntax = Syntax()
      for parameter in repeat each parameters { parameter.declare(in: &syntax) }
      return CommandDescription(
        name: name, summary: summary, details: details, examples: examples, syntax: syntax)
    }
    self.run = { (parsed) throws(UsageError) in
      run(repeat try (each parameters).value(from: parsed))
    }
  }
}

func text(_ bytes: [UInt8]?) -> String {
  bytes.map { String(decoding: $0, as: UTF8.self) } ?? "nil"
}

let get = SampleCommand(
  "get", summary: "Prints values, one a line",
  details: """
    Strings are printed raw, everything else as compact JSON. This is a long paragraph, so that
    it has to be broken.

      eval "$(heir get / --args list)"

    'quoted' at the start, and a \\ backslash.
    .dotted at the start.
    """,
  examples: [Example("heir get /prod db.host", "Prints the host as /prod sees it")],
  parameters: common,
  Flag("--json", help: "Prints JSON"),
  Flag("-0", help: "Ends each value with NUL instead of a newline"),
  Option("--default", type: .bytes("VALUE"), help: "Stands in for a key without a value"),
  RepeatedOption("--optional", type: .bytes("NAME=KEY", .namedKey), help: "Unsets NAME if need be"),
  Positional(.scope, help: "The scope that is asked"),
  Positional(remaining: .key, minimum: 1, help: "The keys")
) { (common, json, nul, standIn, optional, scope, keys) in
  "get \(text(common.root)) \(common.overlays.map(text)) \(common.isQuiet) json=\(json) nul=\(nul) "
    + "default=\(text(standIn)) optional=\(optional.map(text)) \(text(scope)) \(keys.map(text))"
}

let resolve = SampleCommand(
  "resolve", summary: "Prints the effective configuration",
  examples: [Example("heir resolve /prod --json", "Prints everything as JSON")],
  parameters: common,
  Option(
    "--format", type: .choice("FORMAT", of: Format.self),
    flagWords: ["json"], help: "How it is printed"),
  Flag("-c", "--compact", help: "Prints on one line"),
  Flag("-S", "--sorted", help: "Sorts the members"),
  Flag("--origins", help: "Adds where each value comes from"),
  Positional(.scope, help: "The scope that is asked"),
  Positional(optional: .key, help: "Prints only what is under the key")
) { (common, format, compact, sorted, origins, scope, key) in
  "resolve \(common.isQuiet) format=\(format?.rawValue ?? "nil") c=\(compact) S=\(sorted) "
    + "origins=\(origins) \(text(scope)) \(text(key))"
}

let set = SampleCommand(
  "set", summary: "Writes a value",
  examples: [Example("heir set / db.port 5432", "Writes a number")],
  parameters: common,
  Flag("--only", help: "Is refused if another scope would change"),
  Positional(.scope, help: "Where to write"),
  Positional(.key, help: "What to write"),
  Positional(.bytes("VALUE"), help: "The value")
) { (common, only, scope, key, value) in
  "set only=\(only) \(text(scope)) \(text(key)) \(text(value))"
}

let check = SampleCommand(
  "check", summary: "Tells what is wrong",
  examples: [Example("heir check --only syntax", "Looks for one kind of findings")],
  parameters: common,
  Option("--only", type: .choice("RULE", of: Rule.self), help: "The rule to check"),
  Option("--settle", type: .milliseconds, help: "How long to wait"),
  Flag("-c", "--compact", help: "Prints on one line"),
  Option("-o", "--output", type: .bytes("FILE", .file), help: "Where to write"),
  Positional(optional: .scope, help: "Where to begin")
) { (common, rule, settle, compact, file, scope) in
  "check \(rule?.rawValue ?? "all") \(settle ?? 0) \(text(scope))"
    + (compact ? " compact" : "") + (file.map { " output=\(text($0))" } ?? "")
}

let exec = SampleCommand(
  "exec", summary: "Runs a command with the configuration in its environment",
  examples: [Example("heir exec /prod -- env", "Shows it")],
  parameters: common,
  Positional(.scope, help: "The scope"),
  Positional(remaining: .key, help: "The keys"),
  Positional(passedOn: "COMMAND", help: "What to run")
) { (common, scope, keys, command) in
  "exec \(common.isQuiet) \(text(scope)) \(keys.map(text)) -- \(command.map(text))"
}

let failing = SampleCommand(
  "fail", summary: "Fails", examples: [Example("heir fail", "Fails")]
) { "failure" }

let sample = Table(
  tool: "heir", summary: "resolves cascading configuration",
  manuals: "Manuals: heir(1), heir(7).",
  groups: [
    NameGroup("Reading", ["get", "resolve", "check"]),
    NameGroup("Writing and running", ["set", "exec", "fail"], writes: true),
  ],
  topics: [
    Topic(
      "formats", summary: "Who reads what is printed",
      [
        PageSection(
          "",
          [
            .paragraph("Words about it."), .verbatim(["heir get / a"]),
            .item("flat", "a line each"), .item("json", "all of it"),
          ]),
        PageSection("Choose one", [.paragraph("Take json.")]),
      ])
  ],
  others: [ForeignCommands(names: ["show", "dump"], answer: "'heir resolve' prints it all")],
  describe: { sampleCommand($0)?.describe() })

private func sampleCommand(_ name: String) -> SampleCommand? {
  return [get, resolve, check, set, exec, failing].first { $0.name == name }
}

/// What becomes of a command line, in words, so that a table of cases can compare it.
func outcome(of arguments: [[UInt8]]) -> String {
  do throws(UsageError) {
    switch try sample.parse(arguments) {
    case .run(let name, let parsed):
      return try sampleCommand(name)?.run(parsed) ?? "no \(name)"
    case .help(let command, let isShort): return "\(isShort ? "short " : "")help \(command ?? "")"
    case .topic(let name): return "topic \(name)"
    case .found(let text): return text
    case .version: return "version"
    }
  } catch {
    return "error: " + error.words(tool: "heir")
      + (error.usage.map { "\nusage: \($0)" } ?? "")
  }
}

func outcome(_ line: String) -> String {
  outcome(
    of: line.split(separator: " ").map { $0 == "''" ? [] : Array($0.utf8) })
}
