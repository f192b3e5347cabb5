import CommandSpec
import Reports

extension Topics {
  static var scripts: Topic {
    Topic(
      "scripts", summary: "heir in shells, builds, containers and CI",
      [
        .text(
          """
          Take values into variables in two steps, so that no status is lost:

           v=$(heir get /prod --shell host=db.host port=db.port) && eval "$v" || exit

          The values stand in single quotes, so that nothing in a tree is ever run. Where heir fails it \
          prints the line '(exit N)' and nothing else, so that 'eval "$(heir ...)"' fails, too; but where \
          heir itself is missing nothing is printed, and eval of nothing succeeds.
          """)
      ],
      sections: [
        .init(
          "Where shells lose a status",
          [
            .text(
              """
              An assignment alone keeps it: 'x=$(heir ...) || exit', and for an array \
              'v=$(heir get SCOPE KEY --args) && eval "$v" || exit' and then 'for x'. A file is as good: \
              'heir ... -o FILE'. Also under 'set -e' it is lost here:
              """)
          ] + ShellPitfalls.all.map { .item($0.written, $0.reason) }),
        .init(
          "Fail a build on findings",
          [
            .text(
              """
              A job for GitHub: what the branch brings stands beside its lines, what it changes in the \
              summary. The first step fails for errors alone, or with '--strict' for warnings, too; with \
              '--exit-zero' a change fails nothing, but a value that can no longer be worked out does.

               on: pull_request
               env:
                 HEIR_ROOT: config
               jobs:
                 config:
                   runs-on: ubuntu-latest
                   steps:
                     - uses: actions/checkout@v5
                       with:
                         fetch-depth: 0 # the revisions to compare with
                     # Of heir's repository; builds it, or fetches a release.
                     - uses: OWNER/heir/.github/actions/setup@TAG
                     - run: heir check --since refs/remotes/origin/main --format github
                     - if: ${{ !cancelled() }}
                       run: >-
                         heir impact --since refs/remotes/origin/main --merge-base
                         --exit-zero --format markdown >>"$GITHUB_STEP_SUMMARY"

              For services that keep findings there is '--format sarif'.
              """)
          ]),
        .init(
          "Look before a commit",
          [
            .text(
              """
              As '.git/hooks/pre-commit', executable: it refuses a commit with new errors, and else tells \
              whose values change. It looks at what is staged, whatever the files hold by now.

               #!/bin/sh
               export HEIR_ROOT=config
               heir check --since HEAD --staged &&
                 heir impact --since HEAD --staged --exit-zero

              For the pre-commit framework there is the hook 'heir-check' in heir's repository.
              """)
          ]),
        .init(
          "Build with make",
          [
            .text(
              """
              Run heir each time, which costs less than to know when one has to: '-o' does not touch a \
              file that stays the same, so that nothing that depends on it is built again. The file must not be a \
              property file of the tree itself; names that begin with '_' are no part of it.

               _build/web.tar: _build/web.json; tar -cf $@ $<
               _build/web.json: always; @mkdir -p _build && heir resolve /prod/eu/web -o $@
               .PHONY: always
              """)
          ]),
        .init(
          "Reload a daemon when a value of its own changes",
          [
            .text(
              """
              It is told of a value that it uses, and of nothing else. The commands run one after the \
              other; '--initial' runs them at the start, too. While the tree is broken, the file stays.

               export HEIR_ROOT=/srv/config
               heir watch /prod/eu/web http --initial \\
                 --exec 'heir resolve /prod/eu/web http -o /run/web/http.json' \\
                 --exec 'systemctl reload web'
              """)
          ]),
        .init(
          "Give a service of systemd its variables",
          [
            .text(
              """
              heir becomes the program, so that signals and the exit status are its own. With '--strict' it \
              does not start where a required value is missing or one has the wrong type, and the status \
              is 125; without it, only where a key that is asked for has no value.

               [Service]
               Environment=HEIR_ROOT=/srv/config
               ExecStart=/usr/local/bin/heir exec /prod/eu/web db --prefix DB_ --strict \\
                 -- /usr/local/bin/web --port 8080

              Or write a file, and 'EnvironmentFile=/etc/web.env' in the unit. A new file gets the mode that \
              umask leaves it:

               umask 077
               heir resolve /prod/web --strict --format systemd --prefix APP_ \\
                 -o /etc/web.env
              """)
          ]),
        .init(
          "Give a container its variables",
          [
            .text(
              """
               ENV HEIR_ROOT=/srv/config
               ENTRYPOINT ["heir", "exec", "/prod/eu/web", "db", "--prefix", "DB_", "--"]
               CMD ["web", "--port", "8080"]

              '--strict' does as it does for systemd. Where the program has names of its own for what it wants:

               heir exec /prod/web --map DATABASE_URL=db.url --map PORT=http.port -- ./web

              Or write a file, for its owner alone:

               umask 077
               heir resolve /prod/web --strict --format docker --prefix APP_ -o web.env
               docker run --env-file web.env IMAGE
              """)
          ]),
        .init(
          "Fill a ConfigMap and a Secret",
          [
            .text(
              """
               umask 077
               heir resolve /prod --without-secrets --format docker --prefix '' -o c.env
               heir resolve /prod --only-secrets --format docker --prefix '' -o s.env
               kubectl create configmap web --from-env-file c.env
               kubectl create secret generic web --from-env-file s.env

              What draws on a secret counts as one.
              """)
          ]),
        .init(
          "Hand values to later steps of a GitHub workflow",
          [
            .text(
              """
               heir resolve /prod web --format github --prefix WEB_ >> "$GITHUB_ENV"
              """)
          ]),
        .init(
          "Keep secrets apart",
          [
            .text(
              """
              What "$secret" names is masked in reports, but it would stand in a file. Keep the values out \
              of the tree, encrypted, and let a tool that decrypts (here 'base64 -d' stands in for 'sops \
              -d' or 'age -d') write an overlay into memory, for as long as one command runs:

               dir=$(mktemp -d "${XDG_RUNTIME_DIR:-/dev/shm}/heir.XXXXXX") || exit
               trap 'rm -rf "$dir"' EXIT
               touch "$dir/.heir" && mkdir "$dir/prod"
               base64 -d <secrets/prod.json.b64 >"$dir/prod/secrets.json" || exit
               export HEIR_ROOT=/srv/config
               heir exec /prod/eu db --overlay "$dir" --prefix DB_ -- web

              The overlay's own '.heir' makes '*.json' count in it, whatever the tree's says. The names of \
              the keys stand in the tree, with "$secret", "$required" and "$type": so 'heir check' tells what is \
              missing, and every report stays masked. Where nobody can decrypt, as in CI, check with \
              made-up values: 'heir check --overlay _example'. An edit writes into the root's tree, never \
              into an overlay.
              """)
          ]),
      ])
  }
}
