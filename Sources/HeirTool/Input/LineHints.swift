import CommandSpec
import Files
import JSONSource
import Output
import SafeText
import Trees

/// What to write instead of a command line that failed.
final class LineHints {
  private let line: ArgumentReader
  private let command: CommandDescription
  private let table: Table
  private let session: Session
  /// The trees that the line's options name, opened for the first hint that needs them.
  private lazy var context: CommandContext? = {
    guard var options = try? CommonOptions(line.parsed, taking: .all) else { return nil }
    options.isQuiet = true
    return try? CommandContext(Console(session, options))
  }()

  /// Nil if the line names no command, or wants errors alone.
  init?(_ line: ArgumentReader, _ session: Session, _ table: Table) {
    guard let command = line.command, !line.has("--quiet") else { return nil }
    (self.line, self.command, self.session, self.table) = (line, command, session, table)
  }

  /// The notes to print instead of those that the failure has; none if those are all.
  func notes(for failure: Failure) -> [String] {
    switch failure {
    case .usage(.unknownOption(let spelling, _, _)): option(spelling)
    case .usage(.foreignOption(let name, _, _)): option(Array(name.utf8))
    case .usage(.badValue(let word, of: "--format", isOption: true, .notOneOf)):
      option(Array("--".utf8) + word)
    case .usage(.missingArguments) where command.name == "import",
      .usage(.badValue(_, of: "FORMAT", isOption: false, _)):
      ["'heir help coming-from' has equivalents of Helm, Ansible and Kustomize"]
    case .usage(.missingArguments), .usage(.extraArguments), .message:
      [correctedLine].compactMap(\.self)
    case .unreadableKey(let text, _): [respelled(text) ?? correctedLine].compactMap(\.self)
    case .unknownScope(let text, _, let notes):
      if let correctedLine {
        [correctedLine]
      } else if mayBeVirtual(text) {
        notes + ["use '--virtual' for a scope without a directory"]
      } else {
        []
      }
    default: []
    }
  }

  /// What an option of another program is here.
  private func option(_ spelling: [UInt8]) -> [String] {
    if command.passesOn, !line.arguments.contains(Array("--".utf8)) {
      return ["write the command to run after '--', with its options"]
    }
    let word = Printable.string(spelling.drop { $0 == UInt8(ascii: "-") })
    if command.hasOption("--format", taking: word) { return ["use '--format \(word)'"] }
    return [table.answer(to: spelling, in: command)].compactMap(\.self)
  }

  /// The first row that fits. A scope that it adds has to mention the keys.
  private var correctedLine: String? {
    for row in CorrectedLine.all {
      guard
        let (words, keys) = row.words(
          command.name, line.positionals, start: start, isScope: isScope, isOpen: isOpen)
      else { continue }
      guard row.hasScope || keys.allSatisfy({ mentions($0, in: words[1]) }) else { return nil }
      // Options and what is passed on may hold a secret.
      let rest = line.arguments.count > line.positionals.count + 1 ? " ..." : ""
      let shown = ShellWords.text(words.map { keys.contains($0) ? spelled($0) : $0 })
      return shown.map { "\(row.about): heir \($0)\(rest)" } ?? row.about
    }
    return nil
  }

  /// A key with the signs of other languages between its names: `hosts[0].name`, `.a.b`, `${a.b}`.
  private func respelled(_ text: [UInt8]) -> String? {
    let dot = UInt8(ascii: ".")
    // A quoted name may hold any sign.
    let signs = text.contains(UInt8(ascii: "\"")) ? "[]" : " .[]{}$'"
    let key = Array(text.split { signs.utf8.contains($0) }.joined(separator: [dot]))
    guard key != text, let scope = line.positionals.first, mentions(key, in: scope) else {
      return nil
    }
    return "write the key as \(Printable.quoted(key))"
  }

  // MARK: Trees

  private var start: [UInt8] {
    let here = [UInt8(ascii: ".")]
    let scope = try? context?.place(ScopeArgument(text: here))
    return scope == nil || scope == .root ? [UInt8(ascii: "/")] : here
  }

  private func isScope(_ text: [UInt8]) -> Bool {
    (try? context?.place(ScopeArgument(text: text))) != nil
  }

  /// Whether a value is a number or a literal, and its key is not secret.
  private func isOpen(_ value: [UInt8], of key: [UInt8], in scope: [UInt8]) -> Bool {
    guard let context, let document = try? Document(Source(value), names: NameTable()),
      [.number, .true, .false, .null].contains(document.kind(0)),
      let key = try? context.key(key),
      let evaluation = try? context.scope(ScopeArgument(text: scope))
    else { return false }
    return evaluation.mask(key).isNone
  }

  /// A key as typed, in quotes if it is no key without them.
  private func spelled(_ key: [UInt8]) -> [UInt8] {
    guard let context, (try? context.pattern(key)) == nil else { return key }
    let quoted = StringEscapes.quoted(key)
    return (try? context.pattern(quoted)) == nil ? key : quoted
  }

  /// Whether a level of a scope mentions a key.
  private func mentions(_ key: [UInt8], in scope: [UInt8]) -> Bool {
    guard let context, let key = try? context.key(key),
      let evaluation = try? context.scope(ScopeArgument(text: scope))
    else { return false }
    return evaluation.view.mentions(key)
  }

  /// Whether only the last directory of a scope's path is missing and the command does not need it.
  private func mayBeVirtual(_ text: [UInt8]) -> Bool {
    guard command.hasOption("--virtual"), !line.has("--virtual", "--below", "--all"),
      let context, let scope = try? ScopeArgument(text: text).scope(in: context.present),
      let name = scope.names.last, let parent = scope.above, isScope(parent.path)
    else { return false }
    return !scope.looksLikePattern && !context.snapshot.trees[0].rules.takes(name)
      && (try? context.present.way(to: scope, isVirtual: true)) != nil
  }
}
