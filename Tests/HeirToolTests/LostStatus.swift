import Testing

/// A place where a shell forgets that a command in it failed, even under `set -e`.
struct LostStatus: CustomTestStringConvertible {
  /// What is wrong with the command in it.
  enum Trouble { case fails, isMissing }

  let name: String
  /// What the shell does there, in a sentence.
  let explanation: String
  /// Goes on, with status 0.
  let losing: String
  /// Says the same, and stops.
  let keeping: String
  var shells = ["bash", "dash", "zsh"]
  var troubles = [Trouble.fails, .isMissing]

  var testDescription: String { name }

  /// In the scripts `/` has a value for `port` and `ports`, and none for `host` and `hosts`.
  static let all = [
    LostStatus(
      name: "argument",
      explanation: "the status is that of cmd",
      losing: #"echo "connecting to $(heir get / host)""#,
      keeping: """
        host=$(heir get / host)
        echo "connecting to $host"
        """),
    LostStatus(
      name: "test",
      explanation: "[ compares an empty string",
      losing: #"if [ "$(heir get / host)" = db ]; then echo same; else echo other; fi"#,
      keeping: """
        host=$(heir get / host)
        if [ "$host" = db ]; then echo same; else echo other; fi
        """),
    LostStatus(
      name: "case",
      explanation: "case matches an empty string",
      losing: #"case $(heir get / host) in db) echo same ;; *) echo other ;; esac"#,
      keeping: """
        host=$(heir get / host)
        case $host in db) echo same ;; *) echo other ;; esac
        """),
    LostStatus(
      name: "prefix",
      explanation: "the status is that of cmd",
      losing: "HOST=$(heir get / host) env >/dev/null",
      keeping: """
        HOST=$(heir get / host)
        HOST=$HOST env >/dev/null
        """),
    LostStatus(
      name: "export",
      explanation: "the status is that of export",
      losing: "export HOST=$(heir get / host)",
      keeping: """
        HOST=$(heir get / host)
        export HOST
        """),
    LostStatus(
      name: "readonly",
      explanation: "the status is that of readonly",
      losing: "readonly host=$(heir get / host)",
      keeping: """
        host=$(heir get / host)
        readonly host
        """),
    LostStatus(
      name: "local",
      explanation: "the status is that of local",
      losing: """
        connect() { local host=$(heir get / host); echo "$host"; }
        connect
        """,
      keeping: """
        connect() { local host; host=$(heir get / host); echo "$host"; }
        connect
        """),
    LostStatus(
      name: "declare",
      explanation: "the status is that of declare",
      losing: "declare host=$(heir get / host)",
      keeping: """
        declare host
        host=$(heir get / host)
        """,
      shells: ["bash", "zsh"]),
    LostStatus(
      name: "two in one assignment",
      explanation: "the status is that of the last command",
      losing: "address=$(heir get / host):$(echo 80)",
      keeping: """
        host=$(heir get / host)
        address=$host:$(echo 80)
        """),
    LostStatus(
      name: "loop",
      explanation: "the loop has no items and status 0",
      losing: #"for host in $(heir get / hosts --lines); do echo "$host"; done"#,
      keeping: """
        arguments=$(heir get / hosts --args)
        eval "$arguments"
        for host; do echo "$host"; done
        """),
    LostStatus(
      name: "process substitution",
      explanation: "the shell does not wait for heir",
      losing: #"while read -r host; do echo "$host"; done < <(heir get / hosts --lines)"#,
      keeping: #"""
        heir get / hosts --lines -o hosts.txt
        while read -r host; do echo "$host"; done <hosts.txt
        """#,
      shells: ["bash", "zsh"]),
    LostStatus(
      name: "here-document",
      explanation: "the status is that of cmd",
      losing: """
        cat <<END
        host $(heir get / host)
        END
        """,
      keeping: """
        host=$(heir get / host)
        cat <<END
        host $host
        END
        """),
    LostStatus(
      name: "pipe",
      explanation: "the status is that of the last command, unless pipefail is set",
      losing: "heir get / hosts --lines | sort",
      keeping: """
        heir get / hosts --lines -o hosts.txt
        sort hosts.txt
        """),
    LostStatus(
      name: "pipe, with pipefail",
      explanation: "the status is that of the last command, unless pipefail is set",
      losing: "heir get / hosts --lines | sort",
      keeping: """
        set -o pipefail
        heir get / hosts --lines | sort
        """,
      shells: ["bash", "zsh"]),
    LostStatus(
      name: "eval without heir",
      explanation:
        "if heir is not installed, eval has status 0; if heir fails, eval fails",
      losing: #"eval "$(heir get / --shell host=host)""#,
      keeping: """
        settings=$(heir get / --shell host=host)
        eval "$settings"
        """,
      troubles: [.isMissing]),
    LostStatus(
      name: "before &&",
      explanation: "set -e ignores all but the last command of &&",
      losing: #"""
        settings=$(heir get / --shell host=host) && eval "$settings"
        """#,
      keeping: #"""
        settings=$(heir get / --shell host=host) || exit
        eval "$settings"
        """#),
  ]
}
