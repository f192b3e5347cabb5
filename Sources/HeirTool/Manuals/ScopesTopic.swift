import CommandSpec

extension Topics {
  static var scopes: Topic {
    Topic(
      "scopes", summary: "how a tree of directories is read",
      [
        .text(
          """
          Every directory at or below the root is a scope, named by its path from the root. Its property \
          files are the '*.json' and '*.jsonc' in it; a later name overrides an earlier one. It inherits \
          from the directory above it. Names that begin with '.' or '_' are no part of the tree.
          """),
        .item("/", "the root"),
        .item("/prod/eu", "a scope; the first slash may be left out"),
        .item(".", "the scope of the current directory"),
        .item("./web, ../us", "from that scope"),
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

              Git keeps no empty directory: put a file with '{}' into it, or ask with '--virtual'.
              """)
          ]),
        .init(
          "Use a tree beside other files",
          [
            .text(
              """
              Where other JSON files lie in the same directories, '.heir' says which are meant:

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

              The only wildcard is '*'. 'heir check' names patterns that match nothing.
              """)
          ]),
        .init(
          "Inherit by a rule",
          [
            .text(
              """
              A rule in '.heir' gives parents to every scope whose path fits its pattern:

               .heir                {"inherit": {"/hosts/*":
                                      ["/roles/${role}",
                                       {"scope": "/sites/${site}", "optional": true}]}}
               app.json             {"port": 80}
               roles/edge/app.json  {"port": 443}
               hosts/h1/app.json    {"role": "edge"}
               $ heir get /hosts/h1 port
               443

              'heir check' reports a template that names no scope (an error) or lacks a value (a \
              warning), unless it is optional; with '--strict' every command that reads the scope does. \
              'heir explain' lists what each template gives.

              '${$facts.KEY}' in a template is a fact of the scope. '--facts FILE' gives the facts of \
              one scope, and "--facts 'facts/{scope}.json'" those of each.
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

              The overlay is asked first; what it does not answer, the tree below it does.
              """)
          ]),
      ])
  }
}
