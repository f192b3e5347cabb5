import CommandSpec

extension Topics {
  static var formats: Topic {
    Topic(
      "formats", summary: "what 'heir resolve --format' prints, and who reads it",
      [
        .text(
          """
          A format is named after its reader, and what comes out is what that reader reads, exactly. \
          Where it cannot take a value or a name, nothing is printed, the status is 2, and all such keys \
          are named with their places.
          """),
        .item("json", "the default, two spaces; -c on one line, -S with sorted names"),
        .item("flat", "KEY = JSON, a line for each leaf"),
        .item("nul", "KEY, a newline, the raw value, NUL, for each leaf"),
        .item("yaml", "YAML 1.1 and 1.2 alike, in blocks"),
        .item("toml", "TOML 1.0; it has no null"),
        .item("properties", "java.util.Properties"),
        .text(
          """
          These make variables and need '--prefix P', since keys come from the tree: NAME is P, then the \
          names joined by '_', in capitals. '--prefix ""' is for whoever trusts the tree with names. \
          Arrays are compact JSON; null unsets the variable in shells and is left out elsewhere.
          """),
        .item("shell", "NAME='value' lines for POSIX shells; --export"),
        .item("fish", "set -gx NAME 'value' lines for fish"),
        .item("dotenv", "python-dotenv, node --env-file, docker compose"),
        .item("docker", "docker run --env-file, kubectl --from-env-file: no newlines"),
        .item("systemd", "EnvironmentFile= of systemd"),
        .item("github", "$GITHUB_ENV and $GITHUB_OUTPUT"),
        .text(
          """
          '--except KEY', '--only-secrets' and '--without-secrets' choose among leaves, '--names' prints \
          the keys alone. '-o FILE' writes a file, whole or not at all.
          """),
      ])
  }
}
