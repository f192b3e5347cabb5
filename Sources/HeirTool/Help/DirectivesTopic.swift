extension Topics {
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
    - $abstract → true, at the top of a file: the scope only serves as a parent
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
    - $format → TEXT with ${KEY} for values; ${$inherited} is the inherited value
    - $env → NAME: an environment variable that --allow-env permits
    - $file → PATH: the text of a file in the tree

    # Append to a list

     app.json       {"plugins": ["base"]}
     prod/app.json  {"$merge": {"plugins": "append"}, "plugins": ["audit"]}
     $ heir get /prod plugins
     ["base","audit"]

    "prepend" puts the scope's elements first, "union" leaves out duplicates, and {"by": "name"}
    merges elements with the same name.

    # Remove from a list

     app.json       {"plugins": ["base", "debug"]}
     prod/app.json  {"$remove": {"plugins": ["debug"]}}
     $ heir get /prod plugins
     ["base"]

    # Stop a key

     app.json       {"proxy": {"host": "proxy.example", "port": 3128}}
     prod/app.json  {"$stop": ["proxy"]}
     $ heir get /prod proxy
     2> heir: note: proxy has no value in /prod: stopped at prod/app.json:1:12
     [exit 1]

    'heir stop /prod proxy' writes the marker, 'heir resume /prod proxy' removes it. Null does not
    stop a key: null is a value.

    # Exclude a key from descendants

     prod/app.json     {"$exclude": ["motd"], "motd": "production"}
     prod/eu/app.json  {}
     $ heir get /prod motd
     production
     $ heir get /prod/eu motd
     2> heir: note: motd has no value in /prod/eu: excluded at prod/app.json:1:15
     [exit 1]

    # Lock a key

     app.json      {"$final": ["tls"], "tls": true}
     dev/app.json  {"tls": false}
     $ heir get /dev tls -q
     true

    Without '-q', a warning shows both places. For 'heir check' this is an error.

    # Give one host a value

    A host is a scope like any other. A host without overrides needs no directory if you use
    '--virtual'.

     app.json              {"workers": 4}
     prod/web-01/app.json  {"workers": 16}
     $ heir get /prod/web-01 workers
     16
     $ heir get /prod/web-02 workers --virtual
     4

    # Mark a secret

     app.json  {"$secret": ["db.password"], "db": {"password": "hunter2"}}
     $ heir explain /
     db.password = <secret>  app.json:1:49
     $ heir get / db.password
     hunter2

    Reports mask the key and the values that depend on it; get, resolve and exec print them. The
    file still contains the secret. 'heir help scripts' shows how to decrypt an overlay into memory.

    # Use one value in another

     app.json       {"host": "localhost", "port": 8080}
     url.json       {"url": {"$format": "http://${host}:${port}/"}}
     prod/app.json  {"host": "web.example"}
     $ heir get /prod url
     http://web.example:8080/

    The value is evaluated in the scope that is read. {"$ref": "port"} copies a value with its type.
    """#)
}
