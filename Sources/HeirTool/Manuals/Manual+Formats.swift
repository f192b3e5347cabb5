import CommandSpec
import Reports
import Sessions

// What heir.1 says of the formats of `resolve`, beside the command table.

extension Manual {
  static var variables: PageSection {
    .init(
      "VARIABLES",
      [
        .text(
          """
          The formats shell, fish, dotenv, docker, systemd and github of 'resolve', which need \
          '--prefix', and 'exec', which may have it, name a variable after the key: the prefix as it is \
          given, then the names below the asked key joined by '_', ASCII letters as capitals, and every \
          byte but letters, digits and '_' as '_'. Two keys that make one name are an error, and so is a \
          name that begins with a digit, a value with NUL, and, also for 'get --shell' and 'exec --map', \
          a name that shells or the loader give a meaning:

          \(listed(.shells))

          A program that 'exec' starts is not told by a tree what to run or to load: with '--prefix' no \
          key makes one of these there, and whoever means one spells it out with '--map' or '--optional':

          \(listed(.programs))

          No such list is complete: with an empty prefix whoever writes the tree chooses the names.

          Fish gives a meaning to these, too, also for 'get --fish':

          \(listed(FishText.reserved))

          The runner of GitHub's Actions has these for itself, in whatever case:

          \(listed(GitHubText.reserved))

          Arrays and objects are compact JSON; null is 'unset NAME', in fish 'set -e NAME', is left out \
          of the other formats, and for 'exec' takes the variable away.

          What is printed for eval stands in single quotes; when the command fails, its output is the one \
          line '(exit N)', so that eval fails with that status. For fish it is a line that runs sh for \
          the status: fish goes on after a failure, so write 'heir ... --fish ... | source; or exit'. \
          Each line for fish ends with ';' and holds no newline, so that 'eval (heir ...)' does the same, \
          and the last is 'true;', since fish would keep the status of what ran before. \
          The variables are global there, 'resolve' exports them, and 'get' does with --export.
          """)
      ])
  }

  static var formats: PageSection {
    .init(
      "FORMATS",
      [
        .text(
          """
          A format is named after its reader, which gets every value exactly: a value or a name that it \
          would change is an error that names the key and its place, all of them at once, and nothing is \
          printed.
          """),
        .item("json", "the value, by two spaces, with -c on one line"),
        .item("flat", "KEY = JSON, a line for each leaf: a scalar, an array or an empty object"),
        .item("nul", "KEY, newline, raw value, NUL; for programs"),
        .item("shell", "POSIX shells: NAME='value'"),
        .item("fish", "fish: set -gx NAME 'value'; (--unpath where the name ends with PATH)"),
        .item(
          "dotenv",
          """
          '.env' files as python-dotenv, node and docker compose read them. What they would read \
          differently is refused, and the error names it: a carriage return, '${NAME}', and some texts \
          with quotes, '\\' or '$' in them
          """),
        .item(
          "docker",
          """
          'docker run --env-file' and 'kubectl create configmap --from-env-file': the raw text behind \
          '='; no newline, no carriage return at the end, no line over \(DockerText.longestLine >> 10) \
          KiB, no name over \(DockerText.longestName) bytes
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
          '$GITHUB_ENV' and '$GITHUB_OUTPUT' of GitHub's Actions: NAME<<DELIMITER, the text and the \
          delimiter, which is 'heir' and more underscores than the value has in a row, so that the same \
          values are the same bytes; no carriage return at the end
          """),
        .item(
          "yaml",
          """
          YAML 1.1 and 1.2 alike, in block style: what is not plainly a word stands in double quotes. \
          An integer has at most \(YAMLText.mostDigits) digits, and what has a fraction or an exponent is \
          spelled as 1.1 needs it ('1e3' as '1.0e+3'); it has to be what a 64-bit floating point number \
          is written as, so that '1e400' is an error. Null is null.
          """),
        .item(
          "toml",
          """
          TOML 1.0, plain members before tables. The value is an object; null is an error, and so are \
          an integer of more than 64 bits and a number that is no 64-bit floating point number
          """),
        .item(
          "properties",
          """
          java.util.Properties, in ASCII: a line for each leaf under the names of its key with dots \
          between them, arrays as compact JSON; null is left out, and two leaves of one name are an error
          """),
        .text(
          """
          '--except KEY', '--only-secrets' and '--without-secrets' choose among leaves in every format; \
          an array goes or stays as a whole, and is secret when anything in it is or draws on what is. \
          An object that loses all its leaves is gone. With '--own' a computed value counts as it is \
          written: what it draws on is not looked at; and a name that begins with '$' is written as files \
          have it, with one more in front, except in a key. '--names' prints the keys of the leaves alone.
          """),
      ])
  }

  private static func listed(_ reserved: ReservedNames) -> String {
    "\(reserved.names.joined(separator: " "))\n\nand every name that begins with "
      + "\(reserved.prefixes.joined(separator: ", "))."
  }
}
