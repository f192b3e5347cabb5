import CommandSpec
import Output

/// The pages of `heir help TOPIC`, which `man/heir.1` contains, too.
enum Topics {
  static let all = [directives, keys, formats, scripts, comingFrom]

  static let directives = Topic(
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

  static let keys = Topic(
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

  static let formats = Topic(
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

  static let scripts = Topic(
    "scripts", summary: "Use in shells, builds, containers and CI",
    #"""
    Set variables in two steps, so that no exit status is lost:

     v=$(heir get /prod --shell host=db.host port=db.port) && eval "$v" || exit

    Values are in single quotes, so that the shell never runs text from the tree. If heir fails, it
    prints only the line '(exit N)', so that 'eval "$(heir ...)"' fails, too. If heir is not
    installed, nothing is printed and eval succeeds. An assignment on its own keeps the status: 'x=$(heir
    ...) || exit'; a word of a command, 'export X=$(heir ...)' and 'heir ... | cmd' lose it.

    - array → v=$(heir get SCOPE KEY --args) && eval "$v" || exit; then 'for x'
    - systemd → ExecStart=heir exec /prod/web --prefix APP_ --strict -- /usr/local/bin/web
    - docker → ENTRYPOINT ["heir", "exec", "/prod/web", "--prefix", "APP_", "--"]
    - make → heir resolve /prod/web -o _build/web.json; an unchanged file is not touched
    - reload → heir watch /prod/web --exec 'systemctl reload web'
    - commit → heir check --since HEAD --staged, as '.git/hooks/pre-commit'
    - CI → heir check --since refs/remotes/origin/main --format github
    - github → heir resolve /prod web --format github --prefix WEB_ >> "$GITHUB_ENV"

    heir(7), SCRIPTS, has each as a whole, how to keep secrets apart, and where shells lose a status.
    """#)

  static let comingFrom = Topic(
    "coming-from", summary: "Equivalents of Hiera, reclass, Helm, Ansible, Kustomize",
    #"""
    'heir import' converts a tree of Hiera 5, an inventory of reclass, or YAML files, with their
    comments. It writes what it can convert and lists the rest with file and line; the exit status
    is 1 then. A second run changes only what changed:

     heir import hiera control-repo -o tree --facts 'facts/*.json' --verify
     heir import reclass /etc/reclass -o tree --verify
     heir import yaml chart -o tree

    '--verify' compares all values with those of puppet or reclass, if it is installed; it counts
    what it cannot compare.

    - Hiera → levels become directories, the hierarchy a rule of '.heir', a last level without
      variables the root, 'lookup_options' "$merge", '%{lookup()}' and '%{alias()}' "$format" and
      "$ref"
    - reclass → classes become abstract scopes, the classes of a node its "$inherit", highest
      precedence first; '~key' is "$stop", '=key' is "$final", '${a:b}' is "$ref"
    - Helm, values → each later file becomes a directory below the earlier one; null is "$stop"
    - Ansible, groups → a group becomes an abstract scope; a host lists its groups in "$inherit", the
      last by name first
    - Kustomize → an overlay is a directory below its base, or lists it in "$inherit"; merge lists
      by "$merge" with {"by": "name"}

    heir(7), COMING FROM OTHER TOOLS, has files and results of each, and what is not available.
    """#)
}
