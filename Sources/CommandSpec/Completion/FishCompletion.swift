extension Catalogue {
  /// The script for fish: a `complete` line for each thing, under conditions that read the line.
  func fishCompletion(_ source: CompletionSource) -> String {
    let takers =
      [("", leadingValueOptions)] + offered.map { ($0.name, $0.offeredOptions) }
    let patterns = takers.flatMap { name, options in
      options.filter(\.takesValue).flatMap(\.spellings).map { fishQuoted("\(name) \($0)") }
    }
    var lines = offered.map {
      "complete -c \(tool) -n '__\(tool)_at' -a \($0.name) -d \(fishQuoted($0.summary))"
    }
    lines += leadingOptions.map { fishOption($0, "__\(tool)_is", 0) }
    for command in offered {
      lines += fishArguments(command)
      lines += command.offeredOptions.map {
        fishOption($0, "__\(tool)_is \(command.name)", command.scopeCount)
      }
    }
    return """
      # Completion of \(tool) for fish, made from its table of commands. In config.fish:
      #   \(tool) completion fish | source
      # Scopes and keys are asked from the program. They are data: nothing evaluates them, and fish
      # quotes them for the line. Names that hold a newline or a tab cannot be offered.

      function __\(tool)_takes_value
          switch "$argv[1] $argv[2]"
              case \(patterns.joined(separator: " "))
                  return 0
          end
          return 1
      end

      \(FishText(tool: tool, source: source).lines)
      complete -c \(tool) -f
      \(lines.joined(separator: "\n"))

      """
  }

  private func fishArguments(_ command: CommandDescription) -> [String] {
    command.arguments.enumerated().compactMap { index, argument in
      var condition = "__\(tool)_at \(command.name) \(index)"
      switch argument.count {
      case .one, .optional: break
      case .remaining: condition += " rest"
      case .passedOn: condition = "__\(tool)_passes_on \(command.name)"
      }
      let words = fishWords(argument.kind, command.scopeCount)
      return words.map { "complete -c \(tool) -n \(fishQuoted(condition)) \($0)" }
    }
  }

  private func fishOption(
    _ option: OptionDescription, _ condition: String, _ scopeCount: Int
  ) -> String {
    var line = "complete -c \(tool) -n \(fishQuoted(condition))"
    for spelling in option.spellings {
      line +=
        spelling.hasPrefix("--") ? " -l \(spelling.dropFirst(2))" : " -s \(spelling.dropFirst())"
    }
    if let kind = option.valueKind {
      line += kind == .file ? " -r" : " -x"
      if kind != .file, let words = fishWords(kind, scopeCount) { line += " \(words)" }
    }
    return line + " -d \(fishQuoted(option.help))"
  }

  /// What `complete` is told to offer.
  private func fishWords(_ kind: ValueKind, _ scopeCount: Int) -> String? {
    switch kind {
    case .scope: "-a '(__\(tool)_scopes)'"
    case .key, .keyPattern, .namedKey: "-a '(__\(tool)_keys \(scopeCount))'"
    case .assignment: "-a '(__\(tool)_keys \(scopeCount) =)'"
    case .file: "-F"
    case .directory: "-a '(__fish_complete_directories)'"
    case .commandName: "-a \(fishQuoted(offered.map(\.name).joined(separator: " ")))"
    case .program: "-a '(__fish_complete_subcommand --commandline)'"
    case .choice(let words): "-a \(fishQuoted(words.all.joined(separator: " ")))"
    case .choices(let words):
      "-a \(fishQuoted("(__fish_complete_list , \"printf '%s\\\\n' \(words.all.joined(separator: " "))\")"))"
    case .revision, .text: nil
    }
  }

  private func fishQuoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "'"
  }
}
