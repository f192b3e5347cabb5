import CommandSpec

extension Topics {
  static var directives: Topic {
    Topic(
      "directives", summary: "Members that control inheritance, merging and checks",
      [
        .text(
          """
          A member with a name that begins with '$' is a directive. It is never part of the result. \
          Its keys are relative to the enclosing object; they may be patterns ('heir help keys'). The \
          value true instead of a list means all members of that object. Write '$$name' for an \
          ordinary member '$name'.
          """),
        .item("$stop", "[KEYS]: stops the inheritance of these keys, here and below"),
        .item(
          "$exclude", "[KEYS]: hides these keys from descendants"),
        .item("$pass", "[KEYS]: descendants inherit only these members of the enclosing object"),
        .item("$final", "[KEYS]: levels of higher precedence cannot change these keys"),
        .item(
          "$merge",
          """
          {KEY: STRATEGY}: how a value merges onto the inherited one: "deep" or "replace" for objects; \
          "replace", "append", "prepend", "union", {"union": "prepend"} or {"by": NAME} for arrays
          """),
        .item("$remove", "{KEY: [VALUES]}: removes elements from the inherited array"),
        .item("$include", "PATH: inserts the object of another file here"),
        .item(
          "$inherit",
          "[SCOPES], at the top of a file: adds parents, which override the parent directory"
        ),
        .item("$abstract", "true, at the top of a file: the scope only serves as a parent"),
        .item("$secret", "[KEYS]: masks these keys in reports"),
        .item(
          "$type",
          """
          {KEY: TYPE}: the allowed values: a type's name, or an object with "type", "enum", "min", "max", \
          "match", "items", "length"
          """),
        .item("$required", "[KEYS]: requires a value in each leaf scope"),
        .item(
          "$closed",
          """
          [KEYS], or true for the enclosing object: these objects accept only members that this level \
          or an ancestor sets, or that a directive declares
          """),
        .item("$about", "{KEY: TEXT}: describes the key"),
        .item(
          "$x-NAME",
          "{KEY: TEXT}: a custom attribute of the key and all below it, such as $x-owner"),
        .item("$deprecated", "{KEY: TEXT}: warns if the key is set or read"),
        .item(
          "$until, $because", "{KEY: DATE}, {KEY: TEXT}: the last day and the reason of an override"
        ),
        .item("$comment", "any value; it is ignored"),
        .text(
          """
          An object with one of these directives is a computed value. It is evaluated in each scope \
          that inherits it. If it has no value, "default" beside the directive is used.
          """),
        .item(
          "$ref", "KEY: the value of KEY; \"scope\" reads another scope, \"map\" translates values"),
        .item("$format", "TEXT with ${KEY} for values; ${$inherited} is the inherited value"),
        .item("$env", "NAME: an environment variable that --allow-env permits"),
        .item("$file", "PATH: the text of a file in the tree"),
      ],
      sections: [
        .init(
          "Append to a list",
          [
            .text(
              """
               app.json       {"plugins": ["base"]}
               prod/app.json  {"$merge": {"plugins": "append"}, "plugins": ["audit"]}
               $ heir get /prod plugins
               ["base","audit"]

              "prepend" puts the scope's elements first, "union" leaves out duplicates, and {"by": "name"} \
              merges elements with the same name.
              """)
          ]),
        .init(
          "Remove from a list",
          [
            .text(
              """
               app.json       {"plugins": ["base", "debug"]}
               prod/app.json  {"$remove": {"plugins": ["debug"]}}
               $ heir get /prod plugins
               ["base"]
              """)
          ]),
        .init(
          "Stop a key",
          [
            .text(
              """
               app.json       {"proxy": {"host": "proxy.example", "port": 3128}}
               prod/app.json  {"$stop": ["proxy"]}
               $ heir get /prod proxy
               2> heir: note: proxy has no value in /prod: stopped at prod/app.json:1:12
               [exit 1]

              'heir stop /prod proxy' writes the marker, 'heir resume /prod proxy' removes it. Null does not \
              stop a key: null is a value.
              """)
          ]),
        .init(
          "Exclude a key from descendants",
          [
            .text(
              """
               prod/app.json     {"$exclude": ["motd"], "motd": "production"}
               prod/eu/app.json  {}
               $ heir get /prod motd
               production
               $ heir get /prod/eu motd
               2> heir: note: motd has no value in /prod/eu: excluded at prod/app.json:1:15
               [exit 1]
              """)
          ]),
        .init(
          "Lock a key",
          [
            .text(
              """
               app.json      {"$final": ["tls"], "tls": true}
               dev/app.json  {"tls": false}
               $ heir get /dev tls -q
               true

              Without '-q', a warning shows both places. For 'heir check' this is an error.
              """)
          ]),
        .init(
          "Give one host a value",
          [
            .text(
              """
              A host is a scope like any other. A host without overrides needs no directory if you use \
              '--virtual'.

               app.json              {"workers": 4}
               prod/web-01/app.json  {"workers": 16}
               $ heir get /prod/web-01 workers
               16
               $ heir get /prod/web-02 workers --virtual
               4
              """)
          ]),
        .init(
          "Mark a secret",
          [
            .text(
              """
               app.json  {"$secret": ["db.password"], "db": {"password": "hunter2"}}
               $ heir explain /
               db.password = <secret>  app.json:1:49
               $ heir get / db.password
               hunter2

              Reports mask the key and the values that depend on it; get, resolve and exec print them. The \
              file still contains the secret. 'heir help scripts' shows how to decrypt an overlay into memory.
              """)
          ]),
        .init(
          "Use one value in another",
          [
            .text(
              """
               app.json       {"host": "localhost", "port": 8080}
               url.json       {"url": {"$format": "http://${host}:${port}/"}}
               prod/app.json  {"host": "web.example"}
               $ heir get /prod url
               http://web.example:8080/

              The value is evaluated in the scope that is read. {"$ref": "port"} copies a value with its type.
              """)
          ]),
      ])
  }
}
