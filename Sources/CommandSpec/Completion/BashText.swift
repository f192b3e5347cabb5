/// The part of the script for bash that is the same for every table.
struct BashText {
  let tool: String
  let source: CompletionSource

  var lines: String { [split, ask, offer, reply, main].joined(separator: "\n") }

  private var split: String {
    #"""
    # Takes the line up to the cursor apart as bash does: `words` are without quotes. Readline puts
    # an answer in the place of what follows `base`, inside the quotes that `quote` tells.
    _\#(tool)_split() {
      local line=${COMP_LINE:0:COMP_POINT} word= escaped= seen= start= char next i
      words=() base= quote=
      for ((i = 0; i < ${#line}; i++)); do
        char=${line:i:1} next=${line:i+1:1}
        case $quote in
          \')
            if [[ $char == \' ]]; then quote= base=$start; else word+=$char; fi ;;
          \")
            if [[ $char == \" ]]; then
              quote= base=$start
            elif [[ $char == \\ && $next == [\$\`\"\\] ]]; then
              word+=$next i=$((i + 1))
            else
              word+=$char
            fi ;;
          \$)
            if [[ $char == \' ]]; then
              printf -v char %b "$escaped"
              word+=$char quote=
            elif [[ $char == \\ && $next == [\'\"] ]]; then
              escaped+=$next i=$((i + 1))
            elif [[ $char == \\ ]]; then
              escaped+=$char$next i=$((i + 1))
            else
              escaped+=$char
            fi ;;
          *)
            case $char in
              [[:space:]])
                if [[ $seen ]]; then words+=("$word"); fi
                word= base= seen=
                continue ;;
              \' | \") quote=$char start=$base base=$word ;;
              \\) word+=$next i=$((i + 1)) ;;
              *)
                if [[ $char == \$ && $next == \' ]]; then
                  quote=\$ escaped= i=$((i + 1))
                else
                  word+=$char
                  if [[ $COMP_WORDBREAKS == *"$char"* ]]; then base=$word; fi
                fi ;;
            esac
            seen=1 ;;
        esac
      done
      words+=("$word")
    }

    """#
  }

  private var ask: String {
    #"""
    # Runs the program that PATH has, never one that the line names.
    _\#(tool)_ask() {
      if [[ $root == '~/'* ]]; then root=$HOME${root#'~'}; fi
      command \#(tool) ${root:+"\#(source.root)=$root"} "$@" 2>/dev/null </dev/null
    }

    """#
  }

  private var offer: String {
    #"""
    # Gathers in `found` what may stand for `rest`.
    _\#(tool)_offer() {
      local name path here start=()
      case $kind in
        command) _\#(tool)_commands ;;
        choice) found=("${choices[@]}") ;;
        choices)
          if [[ $rest == *,* ]]; then before+=${rest%,*}, rest=${rest##*,}; fi
          found=("${choices[@]}") ;;
        scope)
          if [[ $rest == .* ]]; then start=(.); fi
          while IFS= read -r -d '' name; do
            if [[ $rest == .* ]]; then
              here=${here-${name%/}}
              name=.${name#"$here"}
            elif [[ $rest && $rest != /* ]]; then
              name=${name#/}
            fi
            found+=("$name")
          done < <(_\#(tool)_ask \#(source.scopes) "${start[@]}") ;;
        key | assignment)
          if [[ $kind == key && $rest =~ ^[A-Za-z_][A-Za-z0-9_]*= ]]; then
            before+=${BASH_REMATCH[0]} rest=${rest#*=}
          fi
          while IFS= read -r -d '' name; do
            if [[ $kind == assignment ]]; then name+==; fi
            found+=("$name")
          done < <(_\#(tool)_ask \#(source.keys) "${scopes[@]}") ;;
        directory | file)
          path=$rest
          if [[ $path == '~/'* ]]; then path=$HOME${path#'~'}; fi
          for name in "$path"*; do
            if [[ -d $name ]]; then
              found+=("$rest${name#"$path"}/")
            elif [[ $kind == file && -e $name ]]; then
              found+=("$rest${name#"$path"}")
            fi
          done ;;
        program)
          while IFS= read -r name; do found+=("$name"); done < <(compgen -c -- "$rest") ;;
      esac
      case $kind in
        assignment | directory | file) compopt -o nospace 2>/dev/null ;;
      esac
    }

    """#
  }

  private var reply: String {
    #"""
    # Answers with what fits, quoted as the place of the line wants it.
    _\#(tool)_reply() {
      local name text
      for name in "${found[@]}"; do
        name=$before$name
        if [[ $name != "$current"* ]]; then continue; fi
        text=${name:${#base}}
        case $quote in
          '')
            if [[ -z $base && $text == '~/'* ]]; then
              printf -v text %q "${text#'~/'}"
              text='~/'$text
            elif [[ $text ]]; then
              printf -v text %q "$text"
            fi ;;
          \')
            if [[ $text == *[[:cntrl:]]* ]]; then continue; fi
            text=${text//\'/\'\\\'\'} ;;
          \")
            # Nothing quotes a history expansion here.
            if [[ $text == *[[:cntrl:]\!]* ]]; then continue; fi
            text=${text//\\/\\\\} text=${text//\"/\\\"} text=${text//\$/\\\$} text=${text//\`/\\\`} ;;
          *) continue ;;
        esac
        COMPREPLY+=("$text")
      done
    }

    """#
  }

  private var main: String {
    #"""
    _\#(tool)() {
      local words base quote options kind= choices=() found=() current rest before= command=
      local root= scopes=() position=0 ended= isValue= word i last
      COMPREPLY=()
      _\#(tool)_split
      last=$((${#words[@]} - 1))
      current=${words[last]} rest=${words[last]}
      for ((i = 1; i < last; i++)); do
        word=${words[i]}
        if [[ -z $ended ]]; then
          case $word in
            --)
              ended=1
              if [[ $command ]]; then _\#(tool)_argument "$command" --; fi
              if [[ $kind == program ]]; then break; fi
              continue ;;
            --*=*)
              if [[ ${word%%=*} == \#(source.root) ]]; then root=${word#*=}; fi
              continue ;;
            -[1-9]* | -0?*) ;;
            -?*)
              # Of joined letters the last may take a value.
              if [[ $word != --* ]]; then word=-${word: -1}; fi
              if _\#(tool)_value "$command" "$word"; then
                i=$((i + 1))
                if ((i == last)); then isValue=1; fi
                if [[ $word == \#(source.root) && -z $isValue ]]; then root=${words[i]}; fi
              fi
              continue ;;
          esac
        fi
        if [[ -z $command ]]; then
          command=$word
        else
          _\#(tool)_argument "$command" "$position"
          if [[ $kind == scope ]]; then scopes+=("$word"); fi
          position=$((position + 1))
        fi
      done
      if [[ $isValue || $kind == program ]]; then
        :
      elif [[ -z $ended && $rest == --*=* ]] && _\#(tool)_value "$command" "${rest%%=*}"; then
        before=${rest%%=*}= rest=${rest#*=}
      elif [[ -z $ended && $rest == -* ]]; then
        _\#(tool)_options "$command"
        kind=choice choices=("${options[@]}")
      elif [[ -z $command ]]; then
        kind=command
      else
        _\#(tool)_argument "$command" "$position"
      fi
      _\#(tool)_offer
      _\#(tool)_reply
    }

    complete -F _\#(tool) \#(tool)

    """#
  }
}
