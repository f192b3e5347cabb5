import CommandSpec

extension Topics {
  static var gitRecipes: [PageSection] {
    [
      .init(
        "Keep rendered files in git",
        [
          .text(
            """
            'resolve --below' renders a file for each scope, for programs that read files and for \
            deployments from git. Files that are up to date are not touched. '--prune' removes files of \
            scopes that no longer exist. Names that begin with '_' are outside the tree. Abstract scopes have \
            no file.

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

            In CI, run it with '--verify' to find changes that are not rendered; '--report github' annotates \
            the lines responsible. '{scope}' of the root is '_root'. '.heir-rendered' lists the rendered \
            files. If git tracks that list, '--verify' also finds left-over files, and '--prune' only lists \
            them for 'git rm'.
            """)
        ]),
      .init(
        "Find out who changed a value",
        [
          .text(
            """
            'diff' shows the values of a scope that differ from the last release, with their lines. 'log' \
            lists the commits that changed a value, including changes of the values it depends on. '--blame' \
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
            """)
        ]),
    ]
  }
}
