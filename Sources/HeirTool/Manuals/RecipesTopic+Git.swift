import CommandSpec
import Reports

extension Topics {
  /// Those for trees that git keeps.
  static var gitRecipes: [PageSection] {
    [
      .init(
        "Keep rendered files in git",
        [
          .text(
            """
            For programs that read a file, and for those who deploy from git, one walk makes a file for \
            each scope. A file that is right is not touched; '--prune' takes away what earlier runs made \
            and no scope makes any more. A name that begins with '_' is no part of the tree, and abstract \
            scopes have no file.

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

            Whoever changes a value and renders nothing is told by a job in CI that runs it with \
            '--verify'; '--report github' puts that at the line that says so. '{scope}' of the root is \
            '_root', and '.heir-rendered' lists what was made. In git it lets '--verify' find files that are \
            left over; '--prune' then only names them, for 'git rm'.
            """)
        ]),
      .init(
        "Find out what changed, and who did it",
        [
          .text(
            """
            Something broke. 'diff' says which values of a scope are others than at the last release, and \
            by which lines; 'log' names the commits that changed one, of all that touch what it is made \
            from; and '--blame' whose each line is.

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

            'heir impact --since v1.2 --at main' says the same of all scopes at once.
            """)
        ]),
    ]
  }
}
