import CommandSpec
import Reports

extension Topics {
  static var directives: Topic {
    Topic(
      "directives", summary: "what an object may say beside its values",
      [
        .text(
          """
          A member whose name begins with '$' is a directive: it instructs heir and is never in a \
          result. Its keys start at the object that it stands in; '*' stands for any one name, and \
          true in place of a list for all members of that object. A member that is really called \
          '$name' is written '$$name'.
          """),
        .item("$stop", "[KEYS]: nothing is inherited for these keys, here and below"),
        .item("$exclude", "[KEYS]: they hold in this scope, and none below inherits them"),
        .item("$pass", "[KEYS]: of the object around it only these are inherited below"),
        .item("$final", "[KEYS]: no nearer level can change them"),
        .item(
          "$merge",
          """
          {KEY: HOW}: how a value combines with the inherited one: "deep" or "replace" for objects; \
          "replace", "append", "prepend", "union", {"union": "prepend"} or {"by": NAME} for arrays
          """),
        .item("$remove", "{KEY: [VALUES]}: takes elements out of the inherited array"),
        .item("$include", "PATH: the object of that file holds as if it were written here"),
        .item(
          "$inherit",
          "[SCOPES], at the top of a file: further parents, nearer than the directory above"
        ),
        .item("$abstract", "true, at the top of a file: exists only to be inherited from"),
        .item("$secret", "[KEYS]: reports mask them"),
        .item(
          "$type",
          """
          {KEY: TYPE}: what it has to be: a type's name, or an object of "type", "enum", "min", "max", \
          "match", "items", "length"
          """),
        .item("$required", "[KEYS]: every scope without scopes below it needs a value"),
        .item(
          "$closed",
          """
          [KEYS], or true for the object around it: these objects take only members that are written \
          here or before, or that somebody declares
          """),
        .item("$about", "{KEY: TEXT}: what it is for"),
        .item(
          "$x-NAME",
          "{KEY: TEXT}: an attribute of your own, such as $x-owner, for the key and all in it"),
        .item("$deprecated", "{KEY: TEXT}: whoever sets or gets it is warned"),
        .item(
          "$until, $because", "{KEY: DATE}, {KEY: TEXT}: an override's last day, and its reason"),
        .item("$comment", "anything; it is ignored"),
        .text(
          """
          An object with one of these is a value that is worked out anew in each scope that is asked. \
          "default" may stand beside it, for when there is nothing.
          """),
        .item("$ref", "KEY: what that key has; \"scope\" asks another scope, \"map\" translates"),
        .item("$format", "TEXT with ${KEY} in it; ${$inherited} is the value without this one"),
        .item("$env", "NAME: a variable, if --allow-env lets the tree read it"),
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

              "prepend" puts the own elements first, "union" leaves out what is there already, and \
              {"by": "name"} merges elements of the same name.
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

              'heir stop /prod proxy' writes the marker, 'heir resume /prod proxy' takes it out. Null \
              does not do that: it is a value.
              """)
          ]),
        .init(
          "Keep a key to one scope",
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

              Without '-q' it warns and names both places; 'heir check' makes it an error.
              """)
          ]),
        .init(
          "Give one host a value",
          [
            .text(
              """
              A host is a scope like any other. One that overrides nothing needs no directory: with \
              '--virtual' it says nothing.

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

              Reports mask it and whatever draws on it; get, resolve and exec hand it out. It still \
              stands in a file: keep secrets in an overlay that is decrypted into memory, see \
              'heir help scripts'.
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

              It is worked out in the scope that is asked. {"$ref": "port"} takes a value over as it is.
              """)
          ]),
      ])
  }
}
