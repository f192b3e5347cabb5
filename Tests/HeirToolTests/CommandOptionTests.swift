import CommandSpec
import TestSupport
import Testing

@testable import HeirTool

@Suite struct CommandOptionTests {
  private static let lines: [String: [String]] = [
    "get": ["/prod", "port"], "resolve": ["/prod"], "explain": ["/prod", "port"],
    "diff": ["/", "/prod"], "scopes": [], "files": ["/prod"], "where": ["/", "port"],
    "impact": ["--since", "HEAD"], "log": ["/prod", "port"], "check": [], "schema": ["/prod"],
    "set": ["/prod", "port", "3", "--dry-run"], "unset": ["/prod", "port", "--dry-run"],
    "stop": ["/prod", "db", "--dry-run"], "resume": ["/prod", "db", "--dry-run"],
    "declare": ["/prod", "db", "--final", "--dry-run"], "tidy": ["--dry-run"],
    "exec": ["/prod", "--map", "PORT=port", "--", "true"], "root": [],
    "import": ["yaml", "../out", "-o", "../imported"], "import --output": ["yaml", "../out"],
    "completion": ["keys", "/prod"], "help": ["get"],
    // What an option needs beside it.
    "get --shell": ["/prod", "P=port"], "get --fish": ["/prod", "P=port"],
    "get --lines": ["/prod", "list"], "get --args": ["/prod", "list"],
    "diff --against": ["/prod"], "diff --since": ["/prod"],
    "declare --secret": ["/prod", "db", "--dry-run", "--reveal"],
  ]

  private static let values: [String: String] = [
    "--root": ".", "--overlay": "prod", "--at": "HEAD", "--since": "HEAD", "--against": ".",
    "import --output": "../made", "--set": "port=1", "--values": "other/values.txt",
    "--facts": "other/values.txt",
    "--from": "other/values.txt", "--allow-env": "HOME", "--color": "never",
    "--output": "../out/o", "--html": "../out/h", "--map": "PORT=port", "--optional": "O=port",
    "--file": "a.json", "--wait": "1s", "--until": "2030-01-01", "--max-count": "1",
    "--attribute": "owner=me", "--x": "owner=me", "--remove": "about", "--except": "port",
    "--merge": "deep", "get --type": "number", "declare --type": "object", "exec --prefix": "P_",
    "check --ignore": "final",
  ]

  private func repository() throws -> Repository {
    try Repository([
      ("tree/.heir", ""), ("tree/a.json", #"{"port": 1, "db": {}, "list": [1]}"#),
      ("tree/prod/a.json", #"{"port": 2, "db": {}}"#), ("tree/other/values.txt", "{}"),
      ("out/o", ""), ("out/a.yaml", "a: 1"),
    ])
  }

  private func line(_ name: String, _ option: OptionDescription) -> [String] {
    var given = [option.name]
    if case .value(_, let kind, _) = option.form {
      let value = Self.values["\(name) \(option.name)"] ?? Self.values[option.name]
      given.append(value ?? kind.words.first ?? (name == "check" ? "final" : "1"))
    }
    let line = Self.lines["\(name) \(option.name)"] ?? Self.lines[name] ?? []
    let end = line.firstIndex(of: "--") ?? line.count
    let others = line[..<end].contains(option.name) ? [] : given
    return [name] + line[..<end] + others + line[end...]
  }

  @Test(.needs("git"), arguments: Harness.commands.filter { $0 != "watch" })
  func aCommandTakesTheOptionsInItsHelp(name: String) throws {
    let repository = try repository()
    defer { withExtendedLifetime(repository) {} }
    var harness = repository.harness
    harness.directory.append(path: "tree")
    let command = try #require(Tool.table.command(named: Array(name.utf8)))
    for (number, option) in command.options.enumerated()
    where Seeds.isLong || number % 6 == name.utf8.count % 6 {
      let line = line(name, option)
      let result = harness.run(line)
      let isOfTwo =
        result.errors.contains("' cannot be used with '") || result.errors.contains(" needs '")
      #expect((0...1).contains(result.status) || isOfTwo, "\(line): \(result.errors)")
      #expect(!result.errors.contains("cannot use '"), "\(line): \(result.errors)")
    }
  }
}
