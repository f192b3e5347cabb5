extension Topics {
  static let recipes = page(
    "recipes", summary: "Step-by-step recipes for migration, git and editors",
    #"""
    Each recipe starts with the files of a tree, with an empty '.heir' in its root unless shown
    otherwise. Each command is followed by its output. heir(5) has smaller examples, 'heir help
    scripts' recipes for shells, services and CI.

    # Migrate from complete files

    Put the complete file of each stage into its own directory. Then 'tidy --hoist' moves common
    values up. It resolves every scope before and after, so that no value of a stage changes.

     dev/app.json      {"db": {"host": "localhost", "port": 5432},
                        "debug": true}
     prod/app.json     {"db": {"host": "db.example", "port": 5432}}
     staging/app.json  {"db": {"host": "db.test", "port": 5432},
                        "debug": true}
     $ heir tidy --hoist -q
     $ cat properties.json
     {
       "db": {
         "port": 5432
       }
     }
     $ cat prod/app.json
     {"db": {"host": "db.example"}}
     $ heir diff /dev /prod
     --- /dev
     +++ /prod
     - db.host = "localhost"   dev/app.json:1:17
     + db.host = "db.example"   prod/app.json:1:17
     - debug = true   dev/app.json:2:29
     [exit 1]

    'debug' stays, because '/prod' has no such key and would inherit it. '--dry-run' prints a patch
    and writes nothing; 'heir impact --since HEAD' confirms afterwards that no value changed. 'heir
    help coming-from' shows how to convert trees of Hiera, reclass, Helm, Ansible and Kustomize
    first.

    # Several axes

    A host has a region and a role, and neither is the parent of the other. Give each axis its own
    directories. A rule in '.heir' lists the parents of a host, highest precedence first. '${role}'
    is a value of the host's own files, of its parent directories or of '--set'; '${$facts.role}' is
    a fact. 'heir check' reports a host without a role and a role that does not exist. '{"scope":
    "/roles/${role}", "optional": true}' allows both.

     .heir                {"inherit": {"/hosts/{region}/*":
                            ["/roles/${role}", "/regions/${region}"]}}
     app.json             {"port": 80, "ntp": "ntp.example"}
     roles/a.json         {"$abstract": true}
     roles/db/app.json    {"port": 5432}
     regions/a.json       {"$abstract": true}
     regions/eu/app.json  {"port": 81, "ntp": "ntp.eu.example"}
     hosts/eu/h1/a.json   {"role": "db"}
     $ heir get /hosts/eu/h1 port ntp
     5432
     ntp.eu.example
     $ heir get /hosts/eu/h2 port ntp --virtual --set role=web
     81
     ntp.eu.example

    '/hosts/eu/h2' overrides nothing and needs no directory if you use '--virtual'. 'heir explain'
    shows the rule of each level.

    # Defaults of a service

    A service runs in several stages. Its defaults are in one directory; each stage sets only the
    differences.

     .heir                  {"inherit": {"/*/{name}": ["/services/${name}"]}}
     app.json               {"log": "info"}
     services/a.json        {"$abstract": true}
     services/web/app.json  {"port": 8080, "workers": 4}
     prod/app.json          {"log": "error"}
     prod/web/app.json      {"port": 443}
     dev/web/app.json       {}
     $ heir resolve /prod/web -c
     {"log":"error","port":443,"workers":4}
     $ heir resolve /dev/web -c
     {"log":"info","port":8080,"workers":4}

    The files of '/prod/web' override the defaults, and these override '/prod'. If the stage should
    override the defaults, list both in the scope instead of the rule: '"$inherit": ["..",
    "/services/web"]'.

    # Rename a key

    First let the new key refer to the old one, so that programs can already read the new key.
    'where --setters' lists the scopes that set the old key, and 'check' warns about them. Then
    change one scope after the other. '--only-here' refuses an edit that changes another scope.

     app.json       {"pool": {"max": {"$ref": "maxPool", "default": 10}}}
     types.json     {"$deprecated": {"maxPool": "set pool.max"}}
     prod/app.json  {"maxPool": 40}
     prod/eu/a.json {"region": "eu"}
     $ heir where / maxPool --setters
     /prod
     $ heir get /prod pool.max
     40
     $ heir set /prod pool.max 40 --only-here
     2> heir: note: no effective value changes
     $ heir unset /prod maxPool
     2> heir: note: maxPool has no value in /prod now
     2> heir: note: maxPool changes in 2 scopes: /prod 40 → none, 1 below
     $ cat prod/app.json
     {"pool": {"max": 40}}
     $ heir check
     2> 0 errors, 0 warnings in 3 scopes

    Finally, replace the reference by 10 and remove "$deprecated".

    # Keep rendered files in git

    'resolve --below' renders a file for each scope, for programs that read files and for
    deployments from git. Files that are up to date are not touched. '--prune' removes files of
    scopes that no longer exist. Names that begin with '_' are outside the tree. Abstract scopes
    have no file.

     app.json       {"port": 8080, "db": {"pool": 10}}
     prod/app.json  {"port": 80}
     $ git init -q -b main .
     $ heir resolve / --below --prune -o '_out/{scope}.json' -c
     2> heir: note: 2 files written
     $ git add -A && git commit -q -m first
     $ cat _out/prod.json
     {"port":80,"db":{"pool":10}}
     $ heir set / db.pool 20 -q
     $ heir resolve / --below --verify -o '_out/{scope}.json' -c
     _out/_root.json: differs from the values of /
       db.pool   app.json:1:31
     _out/prod.json: differs from the values of /prod
       db.pool   app.json:1:31
     [exit 1]
     $ heir resolve / --below --prune -o '_out/{scope}.json' -c
     2> heir: note: 2 files written
     $ git commit -q -a -m 'a larger pool'
     $ git show --format= --name-only
     _out/_root.json
     _out/prod.json
     app.json

    In CI, run it with '--verify' to find changes that are not rendered; '--report github' annotates
    the lines responsible. '{scope}' of the root is '_root'. '.heir-rendered' lists the rendered
    files. If git tracks that list, '--verify' also finds left-over files, and '--prune' only lists
    them for 'git rm'.

    # Find out who changed a value

    'diff' shows the values of a scope that differ from the last release, with their lines. 'log'
    lists the commits that changed a value, including changes of the values it depends on. '--blame'
    shows the commit and author of each line.

     app.json       {"db": {"host": "db",
                            "port": 5432}}
     prod/app.json  {"url": {"$format": "${db.host}:${db.port}"}}
     $ git init -q -b main .
     $ git add -A && git commit -q -m first
     $ git tag v1.2
     $ heir set / db.port 6432 -q
     $ git commit -q -a -m 'move to the pooler'
     $ heir set /prod log info -q
     $ git commit -q -a -m 'say more'
     $ heir diff /prod --since v1.2 db
     --- /prod (v1.2)
     +++ /prod
     - db.port = 5432   v1.2:app.json:2:32
     + db.port = 6432   app.json:2:32
     [exit 1]
     $ heir log /prod url
     c0e1cff046af 2026-03-02 a  "db:5432" → "db:6432"   app.json:2:32
     7963e892fe2d 2026-03-01 a  none → "db:5432"   prod/app.json:1:9
     $ heir get /prod url --at v1.2
     db:5432
     $ heir explain /prod --blame
     db.host = "db"   app.json:1:17         7963e892fe2d 2026-03-01 a
     db.port = 6432   app.json:2:32         c0e1cff046af 2026-03-02 a
     url = "db:6432"  prod/app.json:1:9     54b883ac9323 2026-03-03 a
     log = "info"     prod/app.json:1:54    54b883ac9323 2026-03-03 a

    'heir impact --since v1.2 --at main' shows the changes in all scopes.

    # Complete and check in editors

    'heir schema' describes the files of each scope for editors: keys with their descriptions,
    inherited values, types, and the members of closed objects. For Visual Studio Code, copy the
    content of 'settings.json' into '.vscode/settings.json', and run the script again after each
    pull. Other editors and 'check-jsonschema' use the output of 'heir schema /prod'.

     app.json       {"$closed": true, "$about": {"port": "where it listens"},
                     "$type": {"port": "integer"}, "port": 8080}
     prod/app.json  {"port": 80}
     _schemas       mkdir -p .vscode/schemas &&
                    heir schema --all -o .vscode/schemas
     $ sh _schemas
     $ ls .vscode/schemas
     _root.schema.json
     prod.schema.json
     settings.json

    Rules about other scopes, dates and computed values are checked only by 'heir check'.
    """#)
}
