extension Topics {
  static let formats = page(
    "formats", summary: "Output formats of 'heir resolve'",
    #"""
    Each format is named after the program that reads it, and keeps every value exactly. If a format
    cannot represent a value or a name, nothing is printed, the errors list all such keys with their
    places, and the exit status is 2.

    - json → indented by two spaces (default); -c prints one line, -S sorts names
    - flat → KEY = JSON, one line for each leaf: a scalar, an array or an empty object
    - nul → KEY, newline, raw value, NUL for each leaf; for programs
    - yaml → block style, valid as YAML 1.1 and 1.2. All but plain words are in double quotes.
      Integers have at most \#(YAMLText.maxDigits) digits. Numbers with a fraction or an exponent
      must be 64-bit floating point numbers ('1e400' is an error) and are spelled for 1.1 ('1e3' as
      '1.0e+3')
    - toml → TOML 1.0. The value must be an object. Null, integers over 64 bits and numbers that do
      not fit 64-bit floating point are errors
    - properties → java.util.Properties, in ASCII: one line for each leaf, names joined by dots,
      arrays as compact JSON; null is left out, and two leaves with the same name are an error

    These formats print variables and need '--prefix P': NAME is P, then the names of the key joined
    by '_', in capitals. With an empty prefix, the author of the tree chooses the names. Arrays are
    compact JSON. Null unsets the variable in shells; other formats leave it out.

    - shell → NAME='value' lines for POSIX shells; --export exports them
    - fish → set -gx NAME 'value' lines for fish (with --unpath if the name ends with PATH)
    - dotenv → '.env' files of python-dotenv, node and docker compose. Values that these read
      differently are refused: carriage returns, '${NAME}', and some texts with quotes, '\' or '$'
    - docker → 'docker run --env-file' and 'kubectl create configmap --from-env-file': raw text
      after '='; no newline, no carriage return at the end, no line over
      \#(DockerText.longestLine >> 10) KiB, no name over \#(DockerText.longestName) bytes
    - systemd → 'EnvironmentFile=' of units: no control characters but newline and tab, no
      noncharacters, no variable over \#(SystemdText.longest >> 10) KiB
    - github → '$GITHUB_ENV' and '$GITHUB_OUTPUT' of GitHub Actions: NAME<<DELIMITER, the text and
      the delimiter, which is 'heir' with underscores; equal values give equal bytes; no carriage
      return at the end

    '--except KEY', '--only-secrets' and '--without-secrets' select leaves in every format. An array
    is one leaf. It is secret if an element is secret or depends on a secret. An object without
    leaves is removed. With '--own', computed values are printed as written, their dependencies are
    not checked, and names that begin with '$' are written as in files, with '$$'. '--keys' prints
    only the keys of the leaves. '-o FILE' writes the complete output or nothing.
    """#)
}
