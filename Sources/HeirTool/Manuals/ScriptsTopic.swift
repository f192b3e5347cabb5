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
               heir check --since origin/main --format github
               heir impact --since origin/main --merge-base --format markdown

              The first fails where the change brings errors that were not there, and annotates the \
              lines. The second tells reviewers which values change in which scopes; 'exit 1' means that \
              some do.
              """)
          ]),
        .init(
          "Give a container its variables",
          [
            .text(
              """
               heir resolve /prod/web --format docker --prefix APP_ -o web.env
               docker run --env-file web.env IMAGE

              or leave the file out:

               heir exec /prod/web --prefix APP_ -- ./server
              """)
          ]),
        .init(
          "Give a service of systemd its variables",
          [
            .text(
              """
               heir resolve /prod/web --format systemd --prefix APP_ -o /etc/web.env

              and 'EnvironmentFile=/etc/web.env' in the unit.
              """)
          ]),
        .init(
          "Fill a ConfigMap and a Secret",
          [
            .text(
              """
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
              Encrypted files lie outside the tree, or in a directory that begins with '_'. A tool that \
              decrypts writes an overlay into memory, for as long as one command runs:

               dir=$(mktemp -d /dev/shm/heir.XXXXXX) && trap 'rm -rf "$dir"' EXIT
               decrypt _secrets/prod.json.enc > "$dir/secrets.json"
               heir exec /prod/web --prefix APP_ --overlay "$dir" -- ./server
              """)
          ]),
      ])
  }
}
