import CommandSpec
import Trees

// Sections of heir(1) about the formats of `resolve`, beside the command table.

extension Manual {
  static var variables: PageSection {
    .init(
      "VARIABLES",
      [
        .text(
          """
          The formats shell, fish, dotenv, docker, systemd and github of 'resolve' need '--prefix'; 'exec' \
          accepts it. A variable is named after its key: the prefix, then the names below KEY joined by \
          '_', in capitals. Bytes other than ASCII letters, digits and '_' become '_'.

          These are errors: two keys with the same variable name, a name that begins with a digit, a value \
          with NUL, and a name with a meaning for shells or the loader (also with 'get --shell' and \
          'exec --map'):

          \(listed(.shells))

          These names make programs run or load code. 'exec --prefix' refuses them; '--map' and \
          '--optional' accept them:

          \(listed(.programs))

          No such list is complete: with an empty prefix, the author of the tree chooses the names.

          These names have a meaning in fish and are refused for fish, also by 'get --fish':

          \(listed(FishText.reserved))

          GitHub Actions reserves these names, in upper and lower case:

          \(listed(GitHubText.reserved))

          Arrays and objects become compact JSON. Null becomes 'unset NAME', in fish 'set -e NAME'; other \
          formats leave it out, and 'exec' removes the variable.

          Values for eval are in single quotes. If the command fails, its output is the line '(exit N)', so \
          that eval fails with that status. In fish, use 'heir ... --fish ... | source; or exit' or \
          'eval (heir ...)'; on a failure the output is a line that sets the status. Variables are global \
          in fish; 'resolve' exports them, 'get' does so with --export.
          """)
      ])
  }

  static var formats: PageSection {
    .init(
      "FORMATS",
      [
        .text(
          """
          Each format is named after the program that reads it, and keeps every value exactly. If a \
          format cannot represent a value or a name, nothing is printed, and the errors list all such \
          keys with their places.
          """),
        .item("json", "indented by two spaces; with -c on one line"),
        .item("flat", "KEY = JSON, one line for each leaf: a scalar, an array or an empty object"),
        .item("nul", "KEY, newline, raw value, NUL; for programs"),
        .item("shell", "POSIX shells: NAME='value'"),
        .item("fish", "fish: set -gx NAME 'value'; (with --unpath if the name ends with PATH)"),
        .item(
          "dotenv",
          """
          '.env' files of python-dotenv, node and docker compose. Values that these read differently are \
          refused: carriage returns, '${NAME}', and some texts with quotes, '\\' or '$'
          """),
        .item(
          "docker",
          """
          'docker run --env-file' and 'kubectl create configmap --from-env-file': raw text after '='; no \
          newline, no carriage return at the end, no line over \(DockerText.longestLine >> 10) KiB, no name \
          over \(DockerText.longestName) bytes
          """),
        .item(
          "systemd",
          """
          'EnvironmentFile=' of units: no control characters but newline and tab, no noncharacters, no \
          variable over \(SystemdText.longest >> 10) KiB
          """),
        .item(
          "github",
          """
          '$GITHUB_ENV' and '$GITHUB_OUTPUT' of GitHub Actions: NAME<<DELIMITER, the text and the \
          delimiter, which is 'heir' with underscores; equal values give equal bytes; no carriage return at \
          the end
          """),
        .item(
          "yaml",
          """
          block style, valid as YAML 1.1 and 1.2. All but plain words are in double quotes. Integers have \
          at most \(YAMLText.maxDigits) digits. Numbers with a fraction or an exponent must be 64-bit \
          floating point numbers ('1e400' is an error) and are spelled for 1.1 ('1e3' as '1.0e+3')
          """),
        .item(
          "toml",
          """
          TOML 1.0. The value must be an object. Null, integers over 64 bits and numbers that do not \
          fit 64-bit floating point are errors
          """),
        .item(
          "properties",
          """
          java.util.Properties, in ASCII: one line for each leaf, names joined by dots, arrays as compact \
          JSON; null is left out, and two leaves with the same name are an error
          """),
        .text(
          """
          '--except KEY', '--only-secrets' and '--without-secrets' select leaves in every format. An \
          array is one leaf. It is secret if an element is secret or depends on a secret. An object \
          without leaves is removed. With '--own', computed values are printed as written, their \
          dependencies are not checked, and names that begin with '$' are written as in files, with \
          '$$'. '--keys' prints only the keys of the leaves.
          """),
      ])
  }

  private static func listed(_ reserved: ReservedNames) -> String {
    "\(reserved.names.joined(separator: " "))\n\nand every name that begins with "
      + "\(reserved.prefixes.joined(separator: ", "))."
  }
}

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
