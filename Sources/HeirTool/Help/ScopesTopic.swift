extension Topics {
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

    # Start a tree

    The file '.heir' marks the root; it may be empty. Put common values at the root and differing
    values into directories:

     app.json       {"port": 8080}
     prod/app.json  {"port": 80}
     $ heir scopes
     /
     /prod
     $ heir get /prod port
     80

    Git does not keep empty directories. Add a file with '{}', or use '--virtual'.

    # Use a tree beside other files

    If the directories contain other JSON files, select the property files in '.heir':

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

    The only wildcard is '*'. 'heir check' reports patterns without a match.

    # Add parents by a rule

    A rule in '.heir' adds parents to every scope with a matching path:

     .heir                {"inherit": {"/hosts/*":
                            ["/roles/${role}",
                             {"scope": "/sites/${site}", "optional": true}]}}
     app.json             {"port": 80}
     roles/edge/app.json  {"port": 443}
     hosts/h1/app.json    {"role": "edge"}
     $ heir get /hosts/h1 port
     443

    'heir check' reports a template whose parent does not exist, unless the template is optional.
    With '--strict', every command that reads the scope reports it. 'heir explain' lists the parent
    that each template adds.

    '${$facts.KEY}' in a template is a fact of the scope. '--facts FILE' reads the facts of one
    scope, "--facts 'facts/{scope}.json'" the facts of each scope.

    # Add an overlay

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

    Values of the overlay override those of the tree.
    """#)
}
