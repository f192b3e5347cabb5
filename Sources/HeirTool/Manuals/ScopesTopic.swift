import CommandSpec

extension Topics {
  static var scopes: Topic {
    Topic(
      "scopes", summary: "how a tree of directories is read",
      [
        .text(
          """
          Every directory at or below the root is a scope, named by its path from the root. Its property \
          files are '*.json' and '*.jsonc' in it, the later name over the earlier; the latter may hold \
          comments. It inherits from the directory around it. Names that begin with '.' or '_' are no \
          part of it.
          """),
        .item("/", "the root"),
        .item("/prod/eu", "a scope; the first slash may be left out"),
        .item(".", "the scope of the current directory"),
        .item("./web, ../us", "from there"),
        .text(
          """
          The root is '--root DIR', else $HEIR_ROOT, else the nearest directory from here upwards that \
          holds a file '.heir', else the current directory. 'heir root' prints which it is.
          """),
      ],
      sections: [
        .init(
          "Start a tree",
          [
            .text(
              """
              The file '.heir' marks the root; it may be empty. Then come values, and directories for \
              what differs:

               app.json       {"port": 8080}
               prod/app.json  {"port": 80}
               $ heir scopes
               /
               /prod
               $ heir get /prod port
               80

              A directory that holds no file is none to git: put a property file with '{}' into it, or \
              ask for it with '--virtual'.
              """)
          ]),
        .init(
          "Use a tree beside other files",
          [
            .text(
              """
              Where other things are JSON, too, '.heir' says what belongs to the tree:

               .heir               {"files": ["*.cfg.json"], "ignore": ["build-*"]}
               app.cfg.json        {"port": 8080}
               package.json        {"name": "site"}
               web/package.json    {"name": "web"}
               build-7/a.cfg.json  {}
               $ heir scopes
               /
               /web
               $ heir resolve /web -c
               {"port":8080}

              Patterns know '*' alone. 'heir check' tells which of them meet nothing.
              """)
          ]),
        .init(
          "Stack a tree on another",
          [
            .text(
              """
               app.json          {"port": 8080}
               prod/app.json     {"port": 80}
               _mine/.heir       {}
               _mine/local.json  {"port": 9999}
               $ heir get /prod port
               80
               $ heir get /prod port --overlay _mine
               9999
               $ heir get /prod port --overlay _mine --set port=1
               1

              The overlay answers first; what it does not answer falls through.
              """)
          ]),
      ])
  }
}
