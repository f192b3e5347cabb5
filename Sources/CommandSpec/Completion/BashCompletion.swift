extension Catalogue {
  /// The script for bash: tables in `case` statements, and static text that reads the line by them.
  func bashCompletion(_ source: CompletionSource) -> String {
    """
    # Completion of \(tool) for bash, made from its table of commands. In ~/.bashrc:
    #   eval "$(\(tool) completion bash)"
    # Scopes and keys are asked from the program. They are data: nothing evaluates them, and they
    # are quoted before they reach the line.

    # The options of a command; without one, of all.
    _\(tool)_options() {
      case $1 in
    \(lines(bashOptions))
      esac
    }

    # What follows an option; fails for one that takes no value.
    _\(tool)_value() {
      case $1:$2 in
    \(lines(bashValues))
        *) return 1 ;;
      esac
    }

    # What an argument stands for, counted from 0; -- is all that a command passes on.
    _\(tool)_argument() {
      kind=
      case $1:$2 in
    \(lines(bashArguments))
      esac
    }

    _\(tool)_commands() {
      found=(\(offered.map(\.name).joined(separator: " ")))
    }

    \(BashText(tool: tool, source: source).lines)
    """
  }

  private func lines(_ lines: [String]) -> String {
    lines.map { "    " + $0 }.joined(separator: "\n")
  }

  private var bashOptions: [String] {
    let sets =
      [("''", leadingOptions)] + offered.map { ($0.name, $0.offeredOptions) }
    return sets.map { name, options in
      "\(name)) options=(\(options.flatMap(\.spellings).joined(separator: " "))) ;;"
    }
  }

  private var bashValues: [String] {
    let sets = [("", leadingValueOptions)] + offered.map { ($0.name, $0.offeredOptions) }
    return sets.flatMap { name, options in
      options.compactMap { option in
        option.valueKind.map { kind in
          let patterns = option.spellings.map { "\(name):\($0)" }.joined(separator: " | ")
          return "\(patterns)) \(kind.bashAssignment) ;;"
        }
      }
    }
  }

  private var bashArguments: [String] {
    offered.flatMap { command in
      command.arguments.enumerated().map { index, argument in
        let place =
          switch argument.count {
          case .one, .optional: "\(index)"
          case .remaining: "*[0-9]"
          case .passedOn: "--"
          }
        return "\(command.name):\(place)) \(argument.kind.bashAssignment) ;;"
      }
    }
  }
}

extension ValueKind {
  /// Sets `kind`, and `choices` where there are fixed words.
  fileprivate var bashAssignment: String {
    let words = words.map(singleQuoted).joined(separator: " ")
    return self.words.isEmpty
      ? "kind=\(completionName)" : "kind=\(completionName) choices=(\(words))"
  }

  /// The kind's name in the scripts.
  private var completionName: String {
    switch self {
    case .scope: "scope"
    case .key, .keyPattern, .namedKey: "key"
    case .assignment: "assignment"
    case .file: "file"
    case .directory: "directory"
    case .commandName: "command"
    case .program: "program"
    case .choice: "choice"
    case .choices: "choices"
    case .revision, .text: "text"
    }
  }
}
