// The scripts pass the line to the program, which completes it.
// Its answer is data: nothing evaluates it, and it is quoted before it is inserted.

/// The shells with a completion script.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Whether the shell completes file names better than this program.
  var listsFiles: Bool { self == .zsh }

  package func script(for tool: String) -> String {
    switch self {
    case .bash: bashScript(tool)
    case .zsh: zshScript(tool)
    case .fish: fishScript(tool)
    }
  }

  private func bashScript(_ tool: String) -> String {
    #"""
    # Completion of \#(tool) for bash. In ~/.bashrc:
    #   eval "$(\#(tool) completion bash)"
    # The program that PATH has is asked what fits, never one that the line names; it answers with words
    # quoted for the line. They are data: nothing evaluates them.

    _\#(tool)() {
      local IFS=$'\n' flags=$- answer name
      COMPREPLY=()
      # The answer is split at newlines; no pattern in it is tried on files.
      set -f
      answer=($(command \#(tool) completion line -- bash "${COMP_LINE:0:COMP_POINT}" \
        "$COMP_WORDBREAKS" 2>/dev/null </dev/null))
      if [[ $flags != *f* ]]; then set +f; fi
      case ${answer[0]-} in
        program)
          while read -r name; do
            printf -v name %q "$name"
            COMPREPLY+=("$name")
          done < <(compgen -c -- "$2") ;;
        ?*)
          COMPREPLY=("${answer[@]:1}")
          if [[ ${answer[0]} == open ]]; then compopt -o nospace 2>/dev/null; fi ;;
      esac
    }

    complete -F _\#(tool) \#(tool)

    """#
  }

  private func zshScript(_ tool: String) -> String {
    #"""
    #compdef \#(tool)
    # Completion of \#(tool) for zsh. In ~/.zshrc, after compinit:
    #   eval "$(\#(tool) completion zsh)"
    # The program that PATH has is asked what fits, never one that the line names. What it answers is
    # data: nothing evaluates it, and zsh quotes it for the line.

    _\#(tool)() {
      local typed=$PREFIX word help
      local -a answer words_open words_closed described
      case $compstate[quote] in
        '') typed=${(Q)PREFIX} ;;
        \") typed=${(Q)${:-\"$PREFIX\"}} ;;
      esac
      answer=("${(@0)$(command \#(tool) completion line -- zsh \
        "${(@Q)words[2,CURRENT-1]}" "$typed" 2>/dev/null </dev/null)}")
      case $answer[1] in
        program)
          shift $answer[2] words
          ((CURRENT -= answer[2]))
          _normal
          return ;;
        files | directories | words) compset -p $#answer[2] ;;
      esac
      case $answer[1] in
        files) _files ;;
        directories) _files -/ ;;
        words)
          # The text ends with NUL.
          for word help in "${(@)answer[3,-2]}"; do
            if [[ -n $help ]]; then
              described+=("${${word#?}//:/\\:}:$help")
            elif [[ $word == +* ]]; then
              words_open+=("${word#?}")
            else
              words_closed+=("${word#?}")
            fi
          done
          if (($#described)); then _describe -t words word described; fi
          compadd -S '' -a words_open
          compadd -a words_closed
          ((compstate[nmatches])) ;;
        *) return 1 ;;
      esac
    }

    if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
      _\#(tool) "$@"
    else
      compdef _\#(tool) \#(tool)
    fi

    """#
  }

  private func fishScript(_ tool: String) -> String {
    #"""
    # Completion of \#(tool) for fish. In config.fish:
    #   \#(tool) completion fish | source
    # The program that PATH has is asked what fits, never one that the line names. What it answers is
    # data: nothing evaluates it, and fish quotes it for the line.

    function __\#(tool)_complete
        set -l words (commandline -opc)
        set -l last (commandline -ct | string collect)
        # A quote that is still open is closed before it is taken away.
        set -l typed
        for quote in '' \' \"
            set typed (string unescape -- "$last$quote" | string collect)
            and break
        end
        set -l answer (command \#(tool) completion line -- fish $words[2..-1] "$typed" \
            2>/dev/null </dev/null)
        switch "$answer[1]"
            case words
                printf '%s\n' $answer[2..-1]
            case program
                set -l rest (string escape -- $words[(math $answer[2] + 1)..-1])
                complete -C (string join ' ' -- $rest "$last" | string collect)
        end
    end

    complete -c \#(tool) -f -a '(__\#(tool)_complete)'

    """#
  }
}
