import CommandSpec
import Legible

// Options and formats that other programs have.
extension CorrectedLine {
  /// What is meant by an option that the command does not have.
  func otherOption(_ spelling: [UInt8]) -> [String] {
    let word = Array(spelling.drop { $0 == UInt8(ascii: "-") })
    let command = parts.command
    guard let range = parts.options.first(where: { parts.spelling($0).elementsEqual(spelling) })
    else { return [] }
    if Self.whole.contains(where: { $0.utf8.elementsEqual(word) }), command.name == "resolve" {
      return everything(without: range)
    }
    let formats = command.words(of: "--format")
    guard let format = formats.first(where: { $0.utf8.elementsEqual(word) }) else {
      return otherFormat(word, formats)
    }
    var line = parts.arguments
    line.replaceSubrange(range, with: [Array("--format".utf8), Array(format.utf8)])
    let about = "a format is named by '--format'"
    return one(
      offer(line, about) ?? offer(line + ["--prefix", "APP_"].map { Array($0.utf8) }, about))
  }

  /// What other programs call all there is.
  private static let whole = ["all", "recursive", "below", "tree", "everything"]

  private func everything(without range: Range<Int>) -> [String] {
    var line = parts.arguments
    line.removeSubrange(range)
    if parts.positions.isEmpty { line.append([UInt8(ascii: "/")]) }
    return one(offer(line, "all that holds in one scope"))
      + [
        "of every scope: 'heir scopes -0 | xargs -0 -n 1 heir resolve', and 'heir where / KEY' is one "
          + "key in all scopes"
      ]
  }

  /// What is meant by a format that the command does not have.
  func otherFormat(_ word: [UInt8], _ formats: [String]) -> [String] {
    guard formats.contains("dotenv"),
      Self.variables.contains(where: { $0.utf8.elementsEqual(word) })
    else { return [] }
    return [
      "variables are 'dotenv' in an '.env' file, 'docker' for '--env-file', 'systemd' for "
        + "'EnvironmentFile=', 'shell' for eval; 'heir exec' runs a command with them"
    ]
  }

  /// What other programs call variables.
  private static let variables = [
    "env", "envfile", "env-file", "environment", "vars", "variables", "sh", "bash", "zsh", "posix",
    "export",
  ]

  /// Two scopes and another time: one of both is meant.
  func twoComparisons() -> [String] {
    let names = ["--against", "--since", "--merge-base"]
    let given = parts.positionals
    guard isCommand(among: ["diff"]), parts.has("--against", "--since"), given.count > 1,
      isScope(given[1])
    else { return [] }
    var (once, now) = (parts.arguments, parts.arguments)
    once.remove(at: parts.positions[1])
    for range in parts.options.reversed()
    where names.contains(where: { parts.spelling(range).elementsEqual($0.utf8) }) {
      now.removeSubrange(range)
    }
    return one(offer(once, "one scope is compared with what it was"))
      + one(offer(now, "two scopes are compared as they are"))
  }
}

extension CommandDescription {
  /// The fixed words that an option takes.
  fileprivate func words(of name: String) -> [String] {
    guard let option = options.first(where: { $0.name == name }),
      case .value(_, let kind, _) = option.form
    else { return [] }
    return kind.words
  }
}
