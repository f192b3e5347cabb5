import CommandSpec
import Files
import Output
import Trees

/// The pages of `heir help TOPIC` and of `man/heir.7`.
enum Topics {
  static func all(commonOptions: @escaping @Sendable () -> [PageEntry]) -> [Topic] {
    [
      directives, keys, scopes, options(commonOptions), recipes, formats, scripts, comingFrom,
      exitStatus,
    ]
  }

  static func page(
    _ name: String, summary: String, _ text: @autoclosure @escaping @Sendable () -> String
  ) -> Topic {
    Topic(name, summary: summary, PageSection.all(in: text()))
  }

  private static func options(_ common: @escaping @Sendable () -> [PageEntry]) -> Topic {
    let start = PageEntry.paragraph(
      "'heir COMMAND -h' lists the options of one command. Options may be before or after the command."
    )
    return Topic(
      Table.commonOptionsName, summary: "Options of all or many commands",
      [PageSection("", [start] + common())])
  }

  static let directives = page(
    "directives", summary: "Members that control inheritance, merging and checks",
    #"""
    A member with a name that begins with '$' is a directive. It is never part of the result. Its
    keys are relative to the enclosing object; they may be patterns ('heir help keys'). The value
    true instead of a list means all members of that object. Write '$$name' for an ordinary member
    '$name'.

    - $stop → [KEYS]: stops the inheritance of these keys, here and below
    - $exclude → [KEYS]: hides these keys from descendants
    - $pass → [KEYS]: descendants inherit only these members of the enclosing object
    - $final → [KEYS]: levels of higher precedence cannot change these keys
    - $merge → {KEY: STRATEGY}: how a value merges onto the inherited one: "deep" or "replace" for
      objects; "replace", "append", "prepend", "union", {"union": "prepend"} or {"by": NAME} for
      arrays
    - $remove → {KEY: [VALUES]}: removes elements from the inherited array
    - $include → PATH: inserts the object of another file here
    - $inherit → [SCOPES], at the top of a file: adds parents, which override the parent directory
    - $abstract → true, at the top of a file: this scope and those below only serve as parents;
      "here": this scope alone
    - $secret → [KEYS]: masks these keys in reports
    - $type → {KEY: TYPE}: the allowed values: a type's name, or an object with "type", "enum",
      "min", "max", "match", "items", "length"
    - $required → [KEYS]: requires a value in each leaf scope
    - $closed → [KEYS], or true for the enclosing object: these objects accept only members that
      this level or an ancestor sets, or that a directive declares
    - $about → {KEY: TEXT}: describes the key
    - $x-NAME → {KEY: TEXT}: a custom attribute of the key and all below it, such as $x-owner
    - $deprecated → {KEY: TEXT}: warns if the key is set or read
    - $until, $because → {KEY: DATE}, {KEY: TEXT}: the last day and the reason of an override
    - $comment → any value; it is ignored

    An object with one of these directives is a computed value. It is evaluated in each scope that
    inherits it. If it has no value, "default" beside the directive is used.

    - $ref → KEY: the value of KEY; "scope" reads another scope, "map" translates values
    - $format → TEXT with ${KEY} for values, or ${KEY|DEFAULT}; ${$inherited} is the inherited value
    - $env → NAME: an environment variable that --allow-env permits
    - $file → PATH: the text of a file in the tree

    heir(5) has an example of each.
    """#)

  static let keys = page(
    "keys", summary: "How to write keys and patterns",
    #"""
    - db.pool.size → names, separated by dots
    - hosts."a.b".port → a name with special characters, quoted as in JSON
    - /hosts/a.b/port → a JSON Pointer (RFC 6901): ~1 is '/', ~0 is '~'
    - servers.0.name → an array element, only in commands
    - ntp.+ → a new element at the end of an array, only in 'heir set'
    - hosts.*.port → '*' matches one name, in 'heir where' also an array element
    - *_password, db* → names that end with _password or begin with db; "*" in quotes is an ordinary
      name
    - **.password, a.** → '**' matches any number of names, including none

    Directives, 'where', 'log', 'watch', 'declare' and '--except' accept '*' and '**'. A name must
    be quoted if it is empty, begins with '/' or '$', or contains a dot, white space, a control
    character or one of " * = , \ [ ] { } |. Names are equal if their bytes are equal.

    In a shell, put single quotes around a key with double quotes:

     app.json  {"hosts": {"a.b": {"port": 1}, "servers": [{"name": "x"}]}}
     $ heir get / 'hosts."a.b".port'
     1
     $ heir get / /hosts/a.b/port
     1
     $ heir get / hosts.servers.0.name
     x

    In "$ref" and "$format" a key starts at the top of the configuration. A key that begins with a
    dot starts at the enclosing object; each further dot goes one object up.
    """#)

  static let scopes = page(
    "scopes", summary: "Scopes, the root, overlays and rules of '.heir'",
    #"""
    Every directory at or below the root is a scope, named by its path from the root. It inherits
    from its parent directory. Its property files are '*.json' and '*.jsonc', in order of their
    names; later files override earlier ones. Names that begin with '.' or '_' are ignored.

    - / → the root
    - /prod/eu → a scope; the first slash is optional
    - . → the scope of the current directory
    - ./web, ../us → relative to that scope

    The root is '--root DIR', else $HEIR_ROOT, else the first directory from the current one upwards
    with a file '.heir', else the current directory. 'heir root' prints it.

    The file '.heir' marks the root; it may be empty. Put common values at the root and differing
    values into directories. Git does not keep empty directories: add a file with '{}', or use
    '--virtual'.

    '.heir' may also select property files ("files"), ignore directories ("ignore"), add parents
    to scopes by a rule ("inherit") and list findings that 'heir check' leaves out
    ("expected"). '--overlay DIR' adds a tree with values that override those of
    the tree. heir(5) has examples.
    """#)

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

  static let exitStatus = page(
    Table.exitStatusName, summary: "Exit statuses of each command",
    """
    0 means success, 1 a negative answer, 2 an error: a wrong command line, a scope that does not
    exist, a broken file, an input or output error. With 2 standard output is empty, with two
    exceptions: 'explain' without KEY, 'where' and 'impact' print the values without errors, and
    output for eval is a line that fails, also with 1. For each command:

    - get → 0 all keys have values; 1 a key has none, nothing is printed; 2 error, or a value of
      another type than --type
    - resolve → 0 printed; 1 KEY has no value, options leave out all of it, or --verify finds
      outdated files; 2 error; --keep-going prints the values without errors, --below renders the
      other scopes
    - explain → 0 KEY has a value; 1 it has none, the levels are printed; 2 error; without KEY,
      values without errors are printed
    - diff → 0 equal, or only moved; 1 different; 2 error, or KEY does not exist
    - scopes, files, schema, root, completion, help → 0 printed; 2 error
    - where → 0 a scope has a value; 1 none has; 2 scopes have errors, the others are printed
    - impact → 0 nothing changes, or --exit-zero; 1 a value changes, or a scope is added or removed;
      2 scopes have errors, the others are printed
    - log → 0 commits are listed; 1 none; 2 error; commits found so far are printed
    - check → 0 no errors; 1 errors (with --strict, also warnings); 2 the tree cannot be read
    - set, stop → 0 done, or no change needed; 2 refused, nothing is written
    - tidy → 0 done, or nothing to remove; 1 with --dry-run, something to remove; 2 refused, nothing
      is written
    - declare → 0 done, or no change needed; 1 nothing to remove; 2 refused, nothing is written
    - unset, resume → 0 done; 1 nothing to remove; 2 refused, nothing is written
    - watch → ends by a signal; 2 cannot start or print
    - exec → that of the command; 125 error of heir; 126 the command cannot be run; 127 it is not
      found

    If the reader of a pipe exits, heir ends by SIGPIPE without a message.
    """)
}
