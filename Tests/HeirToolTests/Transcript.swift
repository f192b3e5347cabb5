import Foundation

/// A file of commands with what they print: a test, and documentation that stays true.
///
/// `$ ` begins a command, run in `Fixtures` or where `$ cd` leads; standard error is shown behind
/// `2> `, a status other than 0 as `[exit N]`. Lines before the first command are a comment.
///
/// What is written is written in a copy: `$ cp -r trees/NAME NAME` makes one, to which `$ cd NAME` leads then;
/// `$ cat FILE` shows what is in it, `$ git …` runs git on a day of its own, and a command's output may go to
/// `| patch -p1`. In a directory of its own `$ sh FILE` runs a script, `% FILE TEXT` writes a file, and `%| TEXT` adds a
/// line to it.
struct Transcript {
  private enum Part: Equatable {
    case comment(String)
    case file(String)
    case command(String, shown: [String])
  }

  private let parts: [Part]

  init(_ text: String) {
    var parts: [Part] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("$ ") {
        parts.append(.command(String(line.dropFirst(2)), shown: []))
      } else if line.hasPrefix("% ") || line.hasPrefix("%|") {
        parts.append(.file(line))
      } else if case .command(let command, let shown)? = parts.last, !line.hasPrefix("# ") {
        parts[parts.count - 1] = .command(command, shown: shown + [line])
      } else {
        parts.append(.comment(line))
      }
    }
    self.parts = parts
  }

  var commands: [String] {
    parts.compactMap { if case .command(let command, _) = $0 { command } else { nil } }
  }

  /// The programs that it uses beside heir and coreutils.
  var programs: Set<String> {
    let first = commands.flatMap { command in
      command.split(separator: " | ").map { part in
        let words = Self.words(String(part)).drop { $0.contains("=") && !$0.hasPrefix("-") }
        return words.first ?? ""
      }
    }
    return Set(first).subtracting(
      ["heir", "cd", "cp", "cat", "sh", "ln", "ls", "mkdir", "mv", "rm"])
  }

  /// The same commands with what they print now; `watch` sees each of heir's before it is run.
  func replayed(
    in directory: URL? = nil, _ watch: (Harness, [String]) -> Void = { _, _ in }
  ) -> String {
    var lines: [String] = []
    var harness = Harness(in: directory ?? Harness.fixtures)
    let desk = TranscriptDesk(mayWriteIn: directory)
    for part in parts {
      switch part {
      case .comment(let line): lines.append(line)
      case .file(let line):
        lines.append(line)
        desk.write(line)
      case .command(let command, let shown):
        lines.append("$ " + command)
        var words = Self.words(command)
        var isTerminal = false
        var printed: [String] = []
        while let first = words.first, first.contains("="), !first.hasPrefix("-") {
          let pair = first.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          if pair[0] == "TTY" {
            isTerminal = true
          } else {
            harness.environment[String(pair[0])] = String(pair[1])
          }
          words.removeFirst()
        }
        switch words.first {
        case "cd": harness.directory = desk.directory(words.dropFirst().first ?? "")
        case "cp", "cat": printed = desk.run(words, in: harness.directory)
        case "git", "ln", "ls", "mkdir", "mv", "rm":
          printed = desk.shell(command, in: harness.directory)
        case "sh": printed = Self.shown(desk.script(words, in: harness.directory))
        default:
          guard desk.mayRun(words, in: harness.directory) else {
            printed = ["it would write into a fixture; make a copy first"]
            break
          }
          let pipe = words.lastIndex(of: "|")
          harness.isTerminal = isTerminal
          let arguments = Array(words[..<(pipe ?? words.count)].dropFirst())
          watch(harness, arguments)
          var result = harness.run(arguments)
          if let pipe {
            let next = Array(words[(pipe + 1)...])
            result.output = desk.pipe(result.output, into: next, in: harness.directory)
          }
          printed = Self.shown(result)
          harness.environment = [:]
        }
        // Blank lines between commands belong to the page, but for those that the output ends with.
        let blanks = shown.reversed().prefix { $0.isEmpty }.count
        let own = printed.reversed().prefix { $0.isEmpty }.count
        lines += printed + Array(repeating: "", count: max(0, blanks - own))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func shown(_ result: Harness.Result) -> [String] {
    var result = result
    // An absolute path shows where the fixtures lie, which is somewhere else for everybody.
    result.output = result.output.replacing(Harness.fixtures.path, with: "/.../Fixtures")
    var lines = result.output.replacing("\0", with: "\\0").replacing("\u{1B}", with: "\\e")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" {
      lines.removeLast()
    } else if !lines.isEmpty {
      lines.append("[no newline]")
    }
    // Another transcript may try an edit of the same fixture at the same moment; and not everybody has
    // the fixtures from git.
    let errors = result.errors.replacing("\u{1B}", with: "\\e").split(separator: "\n")
      .filter {
        !$0.hasPrefix("heir: note: waiting for")
          && !$0.hasPrefix("heir: note: git does not keep empty")
      }
    lines += errors.map { "2> " + $0 }
    if result.status != 0 { lines.append("[exit \(result.status)]") }
    return lines
  }

  /// Splits as a shell does, with single and double quotes and no expansion.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    return words
  }
}
