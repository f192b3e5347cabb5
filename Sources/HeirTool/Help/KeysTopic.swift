extension Topics {
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
    character or one of " * = , \ [ ] { }. Names are equal if their bytes are equal.

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
}
