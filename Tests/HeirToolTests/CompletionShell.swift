import Foundation
import TestSupport

enum CompletingShell: String {
  case bash, zsh, fish

  struct Offer {
    var words: Set<String> = []
    var arguments: Set<String> = []
    var errors = ""
  }

  func offers(
    for lines: [String], in directory: URL
  ) throws -> [Offer] {
    let scratch = Scratch([
      ("driver", driver), ("script", Harness().run("completion", rawValue).output),
    ])
    let bin = URL(filePath: Program.heir).deletingLastPathComponent().path
    let flags = self == .fish ? "--no-config" : self == .zsh ? "-f" : "--norc"
    let out = scratch.url.appending(path: "out").path
    let result = try Program.run(
      rawValue,
      [flags, scratch.url.appending(path: "driver").path]
        + [scratch.url.appending(path: "script").path, out] + lines,
      in: directory,
      environment: Programs.environment.merging(["PATH": "\(bin):\(Programs.path)"]) { $1 })
    return try lines.indices.map { index in
      Offer(
        words: try Self.words("\(out).\(index)"), arguments: try Self.words("\(out).\(index).read"),
        errors: result.errors)
    }
  }

  private static func words(_ file: String) throws -> Set<String> {
    let data = try Data(contentsOf: URL(filePath: file))
    return Set(data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }

  private var driver: String {
    switch self {
    case .bash: Self.bashDriver
    case .zsh: Self.zshDriver
    case .fish: Self.fishDriver
    }
  }

  // Each gets the script, a file name for the answers, and the lines; it writes for each line what
  // is offered, and what the shell itself reads where the answer stands in the line.

  private static let bashDriver = #"""
    shopt -s nullglob
    source "$1"
    out=$2 number=0
    shift 2
    COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
    for line; do
      COMP_LINE=$line COMP_POINT=${#line}
      read -ra COMP_WORDS <<<"$line"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _heir heir "${COMP_WORDS[COMP_CWORD]}" 2>/dev/null
      : >"$out.$number"
      : >"$out.$number.read"
      quote=${line##* }
      case $quote in [\'\"]*) quote=${quote:0:1} ;; *) quote= ;; esac
      for reply in "${COMPREPLY[@]}"; do
        printf '%s\0' "$reply" >>"$out.$number"
        eval "printf '%s\0' $quote$reply$quote" >>"$out.$number.read"
      done
      number=$((number + 1))
    done
    """#

  private static let zshDriver = #"""
    zmodload zsh/zpty
    script=$1 out=$2
    shift 2
    zpty -b z zsh -f -i
    zpty -w z "PROMPT= PS2=; unsetopt beep; stty -echo
    autoload -Uz compinit && compinit -u -D
    source ${(q)script}
    integer number=0
    compadd() {
      local -a found
      if [[ \${@[1,(i)(-|--)]} != *-(O|A|D)\\ * ]]; then
        builtin compadd -A found \"\$@\"
        (( \$#found )) && printf '%s\\0' \"\${(@)found}\" >>${(q)out}.\$number
      fi
      builtin compadd \"\$@\"
    }
    capture() {
      : >${(q)out}.\$number
      zle complete-word
      printf '%s' \"\$BUFFER\" >${(q)out}.\$number.line
      BUFFER=
      : >${(q)out}.\$number.done
      number+=1
    }
    zle -N capture
    bindkey '^I' capture
    bindkey '^V' quoted-insert
    : >${(q)out}.ready"
    await() {
      integer n=0
      while [[ ! -e $1 ]] && (( n++ < 60000 )); do
        sleep 0.01
        while zpty -rt z rest; do :; done
      done
    }
    await $out.ready
    integer number=0
    heir() { shift $(($# - 1)); printf '%s\0' "$1" }
    for line; do
      zpty -wn z "$line"$'\t'
      await $out.$number.done
      # Only a line whose last word is complete, and that was harmless before, is read by zsh.
      : >$out.$number.read
      answer=$(<$out.$number.line)
      [[ $answer == *' ' && $line != *touch* ]] && eval "$answer" >$out.$number.read
      number+=1
    done
    zpty -d z
    """#

  private static let fishDriver = #"""
    source $argv[1]
    set number 0
    for line in $argv[3..-1]
        set out $argv[2].$number
        complete -C $line | string replace -r '\t.*' '' | string join0 >$out
        printf '' >$out.read
        for word in (complete --escape -C $line | string replace -r '\t.*' '')
            eval "printf '%s\\0' $word" >>$out.read
        end
        set number (math $number + 1)
    end
    """#
}
