extension Catalogue {
  /// The script for zsh: specifications for `_arguments`, and helpers that ask the program.
  func zshCompletion(_ source: CompletionSource) -> String {
    """
    #compdef \(tool)
    # Completion of \(tool) for zsh, made from its table of commands. In ~/.zshrc, after compinit:
    #   eval "$(\(tool) completion zsh)"
    # Scopes and keys are asked from the program. They are data: nothing evaluates them, and zsh
    # quotes them for the line.

    \(zshHelpers(source))

    _\(tool)_commands() {
      local -a names=(
    \(zshLines(offered.map { singleQuoted("\($0.name):\($0.summary)") }))
      )
      _describe -t commands command names
    }

    \(offered.map(zshFunction).joined(separator: "\n\n"))

    \(zshMain(source))

    """
  }

  private func zshLines(_ lines: [String]) -> String {
    lines.map { "    " + $0 }.joined(separator: "\n")
  }

  private func zshFunction(_ command: CommandDescription) -> String {
    let options = command.offeredOptions.flatMap { zshOption($0, command.scopeCount) }
    let arguments = command.arguments.enumerated().map { index, argument in
      let action = zshAction(argument.kind, command.scopeCount)
      let spec =
        switch argument.count {
        case .one: "\(index + 1):\(argument.name):\(action)"
        case .optional: "\(index + 1)::\(argument.name):\(action)"
        case .remaining: "*:\(argument.name):\(action)"
        case .passedOn: "*:::\(argument.name): _normal"
        }
      return singleQuoted(spec)
    }
    // Where arguments are handed on, `--` is one of them for _arguments.
    let ending = command.passesOn ? "" : " -S"
    let specs = (options + arguments).joined(separator: " \\\n    ")
    return """
      _\(tool)_command_\(zshName(command.name))() {
        _arguments -s\(ending) : \\
          \(specs)
      }
      """
  }

  private func zshName(_ name: String) -> String {
    String(decoding: name.utf8.map { $0 == 0x2D ? 0x5F : $0 }, as: UTF8.self)
  }

  private func zshOption(_ option: OptionDescription, _ scopeCount: Int) -> [String] {
    let help = zshEscaped(option.help)
    var before = ""
    var after = "[\(help)]"
    switch option.form {
    case .value(let name, let kind, let isRepeatable):
      before = isRepeatable ? "*" : zshExclusion(option)
      after += ":\(name):\(zshAction(kind, scopeCount))"
    case .abbreviation(let other, _):
      before = "(\(other) \(option.spellings.joined(separator: " ")))"
    case .flag where OptionDescription.builtIn.contains(option): before = "(- *)"
    case .flag: before = zshExclusion(option)
    }
    return option.spellings.map { spelling in
      // A value is joined to a long spelling alone.
      let joint = option.takesValue && spelling.hasPrefix("--") ? "=" : ""
      return singleQuoted(before + spelling + joint + after)
    }
  }

  /// Says that one spelling leaves no room for another.
  private func zshExclusion(_ option: OptionDescription) -> String {
    option.spellings.count > 1 ? "(\(option.spellings.joined(separator: " ")))" : ""
  }

  private func zshEscaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if "[]\\".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private func zshAction(_ kind: ValueKind, _ scopeCount: Int) -> String {
    switch kind {
    case .scope: " _\(tool)_scopes"
    // After a space, zsh puts no options of its own before the words.
    case .key, .keyPattern, .namedKey: " _\(tool)_keys \(scopeCount)"
    case .assignment: " _\(tool)_keys \(scopeCount) -S ="
    case .file: "_files"
    case .directory: "_files -/"
    case .commandName: " _\(tool)_commands"
    case .program: " _normal"
    case .choice(let words): "(\(words.all.joined(separator: " ")))"
    case .choices(let words): " _values -s , word \(words.all.joined(separator: " "))"
    case .revision, .text: " "
    }
  }

  private func zshHelpers(_ source: CompletionSource) -> String {
    #"""
    # Runs the program that PATH has, never one that the line names.
    _\#(tool)_ask() {
      local -a asked=("$@")
      if [[ -n $\#(tool)_root ]]; then asked=("\#(source.root)=$\#(tool)_root" "${(@)asked}"); fi
      command \#(tool) "${(@)asked}" 2>/dev/null </dev/null
    }

    _\#(tool)_scopes() {
      local -a names expl
      if [[ $PREFIX == .* ]]; then
        names=("${(@0)$(_\#(tool)_ask \#(source.scopes) .)}")
        local here=${names[1]%/}
        names=("${(@)names:#}")
        names=("${(@)names/#${(b)here}/.}")
      else
        names=("${(@0)$(_\#(tool)_ask \#(source.scopes))}")
        names=("${(@)names:#}")
        if [[ -n $PREFIX && $PREFIX != [/\'\"]* ]]; then names=("${(@)names#/}"); fi
      fi
      _wanted scopes expl scope compadd -a names
    }

    # The keys of so many scopes from the start of the line; further words are for compadd.
    _\#(tool)_keys() {
      local -a names expl scopes=("${(@Q)line[1,$1]}")
      shift
      compset -P '[A-Za-z_][A-Za-z0-9_]#='
      names=("${(@0)$(_\#(tool)_ask \#(source.keys) "${(@)scopes}")}")
      names=("${(@)names:#}")
      _wanted keys expl key compadd "$@" -a names
    }
    """#
  }

  private func zshMain(_ source: CompletionSource) -> String {
    let options = leadingOptions.flatMap { zshOption($0, 0) }.joined(separator: " \\\n    ")
    let cases = offered.map {
      "        \($0.name)) _\(tool)_command_\(zshName($0.name)) && ret=0 ;;"
    }
    return #"""
      _\#(tool)() {
        local curcontext=$curcontext context state state_descr \#(tool)_root= word ret=1
        local -a line
        local -A opt_args
        integer i
        for ((i = 2; i < CURRENT; i++)); do
          word=${(Q)words[i]}
          case $word in
            --) break ;;
            \#(source.root)) if ((i + 1 < CURRENT)); then \#(tool)_root=${(Q)words[i + 1]}; fi ;;
            \#(source.root)=*) \#(tool)_root=${word#*=} ;;
          esac
        done
        if [[ $\#(tool)_root == '~/'* ]]; then \#(tool)_root=$HOME${\#(tool)_root#'~'}; fi
        _arguments -C -s -S : \
          \#(options) \
          '(-)1:COMMAND:->command' '(-)*::ARGUMENT:->argument' && ret=0
        case $state in
          command) _\#(tool)_commands && ret=0 ;;
          argument)
            case $line[1] in
      \#(cases.joined(separator: "\n"))
            esac ;;
        esac
        return ret
      }

      if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
        _\#(tool) "$@"
      else
        compdef _\#(tool) \#(tool)
      fi
      """#
  }
}
