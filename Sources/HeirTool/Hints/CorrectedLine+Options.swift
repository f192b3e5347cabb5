import CommandSpec
import Legible

// Options and formats that other programs have.
extension CorrectedLine {
  /// What is meant by an option that the command does not have.
  func otherOption(_ spelling: [UInt8]) -> [String] {
    var word = Array(spelling.drop { $0 == UInt8(ascii: "-") })
    let command = parts.command
    if spelling == Array("--virtual".utf8),
      command.options.contains(where: { $0.name == "--create" })
    {
      return ["use '--create' to create the directories of a new scope"]
    }
    if command.passesOn, !parts.arguments.contains(Array("--".utf8)) {
      return ["write the command to run after '--', with its options"]
    }
    guard var range = parts.options.first(where: { parts.spelling($0).elementsEqual(spelling) })
    else { return [] }
    if spelling.elementsEqual("-n".utf8),
      command.options.contains(where: { $0.name == "--dry-run" })
    {
      var line = parts.arguments
      line.replaceSubrange(range, with: [Array("--dry-run".utf8)])
      let about = "'--dry-run' writes nothing"
      return [offer(line: line, about) ?? about]
    }
    if Self.whole.contains(where: { $0.utf8.elementsEqual(word) }), isFor(ResolveCommand.command) {
      return everything(without: range)
    }
    let formats = command.words(of: "--format")
    // `-f yaml`
    if word == Array("f".utf8), range.upperBound < parts.arguments.count {
      word = parts.arguments[range.upperBound]
      range = range.lowerBound..<(range.upperBound + 1)
    }
    guard let format = formats.first(where: { $0.utf8.elementsEqual(word) }) else {
      return otherFormat(word, formats)
    }
    var line = parts.arguments
    line.replaceSubrange(range, with: [Array("--format".utf8), Array(format.utf8)])
    let about = "use '--format' to choose a format"
    return one(
      offer(line: line, about)
        ?? offer(line: line + ["--prefix", "APP_"].map { Array($0.utf8) }, about))
  }

  /// What other programs call all there is.
  private static let whole = ["all", "recursive", "below", "tree", "everything"]

  private func everything(without range: Range<Int>) -> [String] {
    let root = parts.positions.isEmpty ? [[UInt8(ascii: "/")]] : []
    return one(
      offer(line: parts.without([range]) + root, "all values of one scope", isOfLine: true))
      + [
        "all scopes: 'heir scopes -0 | xargs -0 -n 1 heir resolve'; one key in all scopes: "
          + "'heir where / KEY'"
      ]
  }

  /// What is meant by a format that the command does not have.
  func otherFormat(_ word: [UInt8], _ formats: [String]) -> [String] {
    guard formats.contains("dotenv"),
      Self.variables.contains(where: { $0.utf8.elementsEqual(word) })
    else { return [] }
    return [
      "formats of variables: 'dotenv' for '.env' files, 'docker' for '--env-file', 'systemd' for "
        + "'EnvironmentFile=', 'shell' for eval; 'heir exec' runs a command with variables"
    ]
  }

  /// What other programs call variables.
  private static let variables = [
    "env", "envfile", "env-file", "environment", "vars", "variables", "sh", "bash", "zsh", "posix",
    "export",
  ]

  /// The option by which a scope without a directory is asked, if the command takes it and that scope's
  /// directory could be there.
  func withoutDirectory(_ text: [UInt8], isNear: Bool) -> [String] {
    let option = Array("--virtual".utf8)
    guard parts.command.options.contains(where: { $0.name == "--virtual" }),
      !parts.has("--virtual", "--below", "--all"),
      let line = table.parts(of: [Array(parts.command.name.utf8), option] + treeOptions)?.parsed,
      let judge = ArgumentJudge(session, line), let scope = judge.scope(text)?.view.scope,
      let parent = scope.above, isScope(parent.path), !judge.isFile(scope), !scope.isLikePattern
    else { return [] }
    return ["use '--virtual' for a scope without a directory"]
      + (!isNear && judge.isInRepository ? ["git does not keep empty directories"] : [])
  }

  /// The options of the line that name its trees.
  private var treeOptions: [[UInt8]] {
    parts.options.filter { option in
      ArgumentJudge.ofTrees.contains { $0.utf8.elementsEqual(parts.spelling(option)) }
    }.flatMap { parts.arguments[$0] }
  }

  /// A scope or a revision without the option that compares.
  func otherTime() -> [String] {
    let given = parts.positionals
    guard isFor(ImpactCommand.command), let last = given.last, given.count <= 2,
      !parts.has("--against", "--since")
    else { return [] }
    func since(_ revision: [UInt8], _ line: [[UInt8]]) -> String? {
      offer(
        line: line + [Array("--since".utf8), revision], "'--since' names a revision",
        isOfLine: true)
    }
    let places = parts.positions.suffix(1).map { $0..<($0 + 1) }
    let scope = given.count == 1 ? since(Array("HEAD".utf8), parts.arguments) : nil
    return one(scope ?? since(last, parts.without(places)))
  }

  /// Two scopes and another time: one of both is meant.
  func twoComparisons() -> [String] {
    let given = parts.positionals
    guard takesTwoScopes, parts.has("--against", "--since"), given.count > 1,
      isScope(given[1])
    else { return [] }
    let times = parts.options.filter { option in
      ["--against", "--since"].contains { $0.utf8.elementsEqual(parts.spelling(option)) }
    }
    let other = parts.positions[1]
    return one(
      offer(
        line: parts.without([other..<(other + 1)]), "to compare one scope with its earlier state",
        isOfLine: true))
      + one(
        offer(line: parts.without(times), "to compare two scopes", isOfLine: true))
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
