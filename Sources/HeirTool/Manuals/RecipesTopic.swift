import CommandSpec
import Reports

extension Topics {
  static var recipes: Topic {
    Topic(
      "recipes", summary: "from the first migration to secrets, step by step",
      [
        .text(
          """
          Each begins with the files of a tree, with an empty '.heir' in its root unless it shows one; \
          behind each command stands what it prints. 'heir help directives' has smaller ones, 'heir \
          help scripts' those for shells, services and CI.
          """)
      ],
      sections: [
        .init(
          "Migrate from complete files",
          [
            .text(
              """
              Give each stage's complete file a directory of its own. Then let 'tidy' move up what all \
              of them have in common: it resolves every scope before and after, so that no value of a \
              stage changes.

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

              'debug' stays where it is: '/prod' does not have it and would inherit it. '--dry-run' shows \
              the edits and writes nothing; in git 'heir impact --since HEAD' shows afterwards what \
              changed. Trees of Hiera, reclass, Helm, Ansible and Kustomize need a step before that, \
              which 'heir help coming-from' shows.
              """)
          ]),
        .init(
          "Several axes",
          [
            .text(
              """
              A host has a region and a role, and neither is above the other. Give each axis directories of \
              its own; a rule in '.heir' names those from which a host inherits, the nearest first. \
              '${role}' is a value of the host's own files, of the nearest directory above that has one, \
              or of '--set'; '${$facts.role}' is a fact. 'heir check' reports a host without a role, and a role \
              that does not exist; a template that may give no parent is \
              '{"scope": "/roles/${role}", "optional": true}'.

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

              '/hosts/eu/h2' overrides nothing and needs no directory: '--virtual' asks for it all the \
              same. 'heir explain' names the rule by which a level takes part.
              """)
          ]),
        .init(
          "Defaults of a service",
          [
            .text(
              """
              The same service runs in several stages. Its defaults stand once, in a directory of their \
              own; a stage holds only what differs.

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

              Nearest to '/prod/web' are its own files, then the defaults, then '/prod'. If the stage is to \
              override the defaults, list both in the scope instead of the rule: '"$inherit": ["..", \
              "/services/web"]'.
              """)
          ]),
        .init(
          "Rename a key",
          [
            .text(
              """
              First let the new key refer to the old one, so that readers can move at once. 'where \
              --setters' lists the scopes that set the old one, and 'check' warns of it there. Then move one scope after \
              the other; '--only' refuses an edit that would change another scope.

               app.json       {"pool": {"max": {"$ref": "maxPool", "default": 10}}}
               types.json     {"$deprecated": {"maxPool": "set pool.max"}}
               prod/app.json  {"maxPool": 40}
               prod/eu/a.json {"region": "eu"}
               $ heir where / maxPool --setters
               /prod
               $ heir get /prod pool.max
               40
               $ heir set /prod pool.max 40 --only
               2> heir: note: no effective value changes
               $ heir unset /prod maxPool
               2> heir: note: maxPool has no value in /prod now
               2> heir: note: maxPool changes in 2 scopes: /prod 40 → none, 1 below
               $ cat prod/app.json
               {"pool": {"max": 40}}
               $ heir check
               2> 0 errors, 0 warnings in 3 scopes

              At last write 10 in place of the reference, and take "$deprecated" out.
              """)
          ]),
      ] + gitRecipes + [
        .init(
          "Let editors complete and check",
          [
            .text(
              """
              'schema' tells editors what the files of each scope may say: keys with what they are for, \
              the values that are inherited, types, and what a closed object takes. Copy \
              what 'settings.json' holds into '.vscode/settings.json' for Visual Studio Code; make the \
              schemas anew by the same script after each pull. Other editors and 'check-jsonschema' take the \
              schema of one scope, as 'heir schema /prod' prints it.

               app.json       {"$closed": true, "$about": {"port": "where it listens"},
                               "$type": {"port": "integer"}, "port": 8080}
               prod/app.json  {"port": 80}
               _schemas       mkdir -p .vscode/schemas &&
                              heir schema --all -o .vscode/schemas
               $ sh _schemas
               $ cat .vscode/schemas/settings.json
               {
                 "json.schemas": [
                   {
                     "fileMatch": [
                       "/app.json",
                       "!/prod/*.json",
                       "!/prod/*.jsonc"
                     ],
                     "url": "./.vscode/schemas/_root.schema.json"
                   },
                   {
                     "fileMatch": [
                       "/prod/*.json",
                       "/prod/*.jsonc"
                     ],
                     "url": "./.vscode/schemas/prod.schema.json"
                   }
                 ]
               }

              What depends on other scopes, on the day or on computed values, only 'heir check' tells.
              """)
          ]),
        .init(
          "Share a fragment",
          [
            .text(
              """
              What several places have in common stands in a file whose name begins with '_', so that it \
              is no property file itself. '#KEY' takes a part of it; members beside "$include" override it.

               _tls.json     {"web": {"min": "1.2",
                                      "cert": {"$format": "${$scope.name}.pem"}},
                              "db": {"min": "1.3"}}
               web/app.json  {"tls": {"$include": "../_tls.json#web"}}
               db/app.json   {"tls": {"$include": "../_tls.json#db", "ca": "own.pem"}}
               $ heir resolve /web -c
               {"tls":{"min":"1.2","cert":"web.pem"}}
               $ heir resolve /db -c
               {"tls":{"min":"1.3","ca":"own.pem"}}
               $ heir files /web
               .heir
               web/app.json
               _tls.json
               $ heir set /web tls.min 1.3 --string
               2> heir: note: tls.min changes in 1 scope: /web "1.2" → "1.3"
               $ cat web/app.json
               {"tls": {"$include": "../_tls.json#web", "min": "1.3"}}

              An edit writes beside "$include" and never into the fragment. Keys in a fragment start at \
              the place of inclusion.
              """)
          ]),
        .init(
          "Keep secrets",
          [
            .text(
              """
              The tree declares which keys are secret and which are required; the values come from an \
              overlay that is in no repository.

               t.json             {"$secret": ["db.pw"],
                                   "$required": ["db.pw"]}
               app.json           {"db": {"user": "app"}}
               eu/app.json        {"dsn": {"$format": "${db.user}:${db.pw}@h"}}
               _vault/.heir       {}
               _vault/eu/pw.json  {"db": {"pw": "hunter2"}}
               $ heir check --only required
               t.json:2:35: error: 'db.pw' is required and has no value in /eu [required]
               2> 1 error, 0 warnings in 2 scopes
               [exit 1]
               $ heir check --overlay _vault
               2> 0 errors, 0 warnings in 2 scopes
               $ heir explain /eu --overlay _vault
               db.user = "app"   app.json:1:17
               db.pw = <secret>  _vault/eu/pw.json:1:15
               dsn = <secret>    eu/app.json:1:9
               $ heir resolve /eu -c --without-secrets --overlay _vault
               {"db":{"user":"app"}}
               $ heir get /eu dsn --overlay _vault
               app:hunter2@h

              What is made from a secret is secret, too. 'heir help scripts' shows how to decrypt an \
              overlay into memory for one command.
              """)
          ]),
      ])
  }
}
