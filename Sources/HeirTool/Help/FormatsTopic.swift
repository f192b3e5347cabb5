import CommandSpec

extension Topics {
  static var formats: Topic {
    Topic(
      "formats", summary: "Output formats of 'heir resolve'",
      [
        .text(
          """
          Each format is named after the program that reads it, and keeps every value exactly. If a \
          format cannot represent a value or a name, nothing is printed, errors list all such keys \
          with their places, and the exit status is 2.
          """),
        .item("json", "default; -c prints one line, -S sorts names"),
        .item("flat", "KEY = JSON, one line for each leaf"),
        .item("nul", "KEY, newline, raw value, NUL for each leaf"),
        .item("yaml", "YAML 1.1 and 1.2, in block style"),
        .item("toml", "TOML 1.0; without null"),
        .item("properties", "java.util.Properties"),
        .text(
          """
          These formats print variables and need '--prefix P': NAME is P, then the names of the key joined \
          by '_', in capitals. With an empty prefix, the author of the tree chooses the names. Arrays are \
          compact JSON. Null unsets the variable in shells; other formats leave it out.
          """),
        .item("shell", "NAME='value' lines for POSIX shells; --export exports them"),
        .item("fish", "set -gx NAME 'value' lines for fish"),
        .item("dotenv", "python-dotenv, node --env-file, docker compose"),
        .item("docker", "docker run --env-file, kubectl --from-env-file: no newlines"),
        .item("systemd", "EnvironmentFile= of systemd"),
        .item("github", "$GITHUB_ENV and $GITHUB_OUTPUT"),
        .text(
          """
          '--except KEY', '--only-secrets' and '--without-secrets' select leaves, '--keys' prints only keys. \
          '-o FILE' writes the complete output or nothing. heir(1) has the details of each format.
          """),
      ])
  }
}
