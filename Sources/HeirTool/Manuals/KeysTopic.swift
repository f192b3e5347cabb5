import CommandSpec

extension Topics {
  static var keys: Topic {
    Topic(
      "keys", summary: "how a key is written",
      [
        .item("db.pool.size", "names with dots between"),
        .item("hosts.\"a.b\".port", "a name with a special character, quoted as in JSON"),
        .item("/hosts/a.b/port", "a JSON Pointer (RFC 6901): ~1 is '/', ~0 is '~'"),
        .item(
          "servers.0.name",
          "in an element of an array, for commands; directives name members only"),
        .item("ntp.+", "a new element at the end of an array, for 'heir set'"),
        .item(
          "hosts.*.port",
          "any one name, in directives and where keys are chosen; for 'where' any element, too"),
        .item(
          "*_password, db*",
          "any name that matches; in quotes, \"*\" is an ordinary name"),
        .item(
          "**.password, a.**", "any number of names, also none: at any depth; a and what is in it"),
        .text(
          """
          A name has to be quoted if it is empty, begins with '/' or '$', or holds a dot, white space, \
          a control character or one of " * = , \\ [ ] { }. Names are equal when their bytes are.

          In a shell put single quotes around a key with double ones:

           app.json  {"hosts": {"a.b": {"port": 1}, "servers": [{"name": "x"}]}}
           $ heir get / 'hosts."a.b".port'
           1
           $ heir get / /hosts/a.b/port
           1
           $ heir get / hosts.servers.0.name
           x

          In "$ref" and "$format" a key starts at the top; one that begins with a dot starts at the \
          object around it, with each further dot one object farther out.
          """),
      ])
  }
}
