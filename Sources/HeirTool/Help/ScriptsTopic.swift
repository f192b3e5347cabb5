extension Topics {
  static let scripts = page(
    "scripts", summary: "Use in shells, builds, containers and CI",
    #"""
    Set variables in two steps, so that no exit status is lost:

     v=$(heir get /prod --shell host=db.host port=db.port) && eval "$v" || exit

    Values are in single quotes, so that the shell never runs text from the tree. If heir fails, it
    prints only the line '(exit N)', so that 'eval "$(heir ...)"' fails, too. If heir is not
    installed, nothing is printed and eval succeeds.

    # Where shells lose a status

    An assignment on its own keeps the status: 'x=$(heir ...) || exit'; for an array use 'v=$(heir
    get SCOPE KEY --args) && eval "$v" || exit', then 'for x'. 'heir ... -o FILE' works, too. The
    status is lost here, even under 'set -e':

    - cmd "$(heir ...)" → the status is that of cmd
    - [ "$(heir ...)" = x ] → [ compares an empty string
    - case $(heir ...) in → case matches an empty string
    - X=$(heir ...) cmd → the status is that of cmd
    - export X=$(heir ...) → the status is that of export
    - readonly x=$(heir ...) → the status is that of readonly
    - local x=$(heir ...) → the status is that of local
    - declare x=$(heir ...) → the status is that of declare
    - x=$(heir ...)$(cmd) → the status is that of the last command
    - for x in $(heir ...) → the loop has no items and status 0
    - cmd < <(heir ...) → the shell does not wait for heir
    - cmd <<END with $(heir ...) → the status is that of cmd
    - heir ... | cmd → the status is that of the last command, unless pipefail is set
    - eval "$(heir ...)" → if heir is not installed, eval has status 0; if heir fails, eval fails
    - v=$(heir ...) && cmd → set -e ignores all but the last command of &&

    # Fail a build on findings

    This GitHub job annotates the lines with new findings and lists changed values in the summary.
    The first step fails on errors; with '--strict' also on warnings. '--exit-zero' lets the second
    step fail only if a value has an error.

     on: pull_request
     env:
       HEIR_ROOT: config
     jobs:
       config:
         runs-on: ubuntu-latest
         steps:
           - uses: actions/checkout@v5
             with:
               fetch-depth: 0 # fetch the revisions to compare with
           # The action of heir's repository builds or downloads heir.
           - uses: OWNER/heir/.github/actions/setup@TAG
           - run: heir check --since refs/remotes/origin/main --format github
           - if: ${{ !cancelled() }}
             run: >-
               heir impact --since refs/remotes/origin/main --merge-base
               --exit-zero --format markdown >>"$GITHUB_STEP_SUMMARY"

    For code scanning services, use '--format sarif'.

    # Check before a commit

    This executable '.git/hooks/pre-commit' refuses a commit with new errors and shows the values
    that change. It reads the staged files, not the working tree.

     #!/bin/sh
     export HEIR_ROOT=config
     heir check --since HEAD --staged &&
       heir impact --since HEAD --staged --exit-zero

    For the pre-commit framework, use the hook 'heir-check' of heir's repository.

    # Build with make

    Run heir in every build. '-o' does not touch an unchanged file, so that make does not rebuild
    the targets that depend on it. The file must not be a property file of the tree; names that
    begin with '_' are outside the tree.

     _build/web.tar: _build/web.json; tar -cf $@ $<
     _build/web.json: always; @mkdir -p _build && heir resolve /prod/eu/web -o $@
     .PHONY: always

    # Reload a daemon when its values change

    The commands run one after the other if a value below 'http' changes; '--initial' also runs them
    at the start. While the files have errors, the written file stays.

     export HEIR_ROOT=/srv/config
     heir watch /prod/eu/web http --initial \
       --exec 'heir resolve /prod/eu/web http -o /run/web/http.json' \
       --exec 'systemctl reload web'

    # Start a systemd service with variables

    heir becomes the program, which gets the signals and sets the exit status. If a key has no
    value, or with '--strict' if a required value is missing or a type is wrong, the program is not
    started and the status is 125.

     [Service]
     Environment=HEIR_ROOT=/srv/config
     ExecStart=/usr/local/bin/heir exec /prod/eu/web db --prefix DB_ --strict \
       -- /usr/local/bin/web --port 8080

    Or write a file and use 'EnvironmentFile=/etc/web.env' in the unit. umask sets the mode of a new
    file:

     umask 077
     heir resolve /prod/web --strict --format systemd --prefix APP_ \
       -o /etc/web.env

    # Start a container with variables

     ENV HEIR_ROOT=/srv/config
     ENTRYPOINT ["heir", "exec", "/prod/eu/web", "db", "--prefix", "DB_", "--"]
     CMD ["web", "--port", "8080"]

    '--strict' works as for systemd. For a program with its own variable names:

     heir exec /prod/web --map DATABASE_URL=db.url --map PORT=http.port -- ./web

    Or write a file, readable only by its owner:

     umask 077
     heir resolve /prod/web --strict --format docker --prefix APP_ -o web.env
     docker run --env-file web.env IMAGE

    # Fill a ConfigMap and a Secret

     umask 077
     heir resolve /prod --without-secrets --format docker --prefix '' -o c.env
     heir resolve /prod --only-secrets --format docker --prefix '' -o s.env
     kubectl create configmap web --from-env-file c.env
     kubectl create secret generic web --from-env-file s.env

    Values that depend on a secret are secret, too.

    # Pass values to later steps of a GitHub workflow

     heir resolve /prod web --format github --prefix WEB_ >> "$GITHUB_ENV"

    # Keep secrets apart

    "$secret" masks values in reports, but not in files. Keep the values encrypted outside the tree,
    and decrypt them into an overlay in memory while one command runs. Here 'base64 -d' is an
    example for 'sops -d' or 'age -d':

     dir=$(mktemp -d "${XDG_RUNTIME_DIR:-/dev/shm}/heir.XXXXXX") || exit
     trap 'rm -rf "$dir"' EXIT
     touch "$dir/.heir" && mkdir "$dir/prod"
     base64 -d <secrets/prod.json.b64 >"$dir/prod/secrets.json" || exit
     export HEIR_ROOT=/srv/config
     heir exec /prod/eu db --overlay "$dir" --prefix DB_ -- web

    The empty '.heir' of the overlay selects '*.json', even if the tree's '.heir' selects other
    names. Declare the keys in the tree, with "$secret", "$required" and "$type", so that 'heir
    check' reports missing values and every report stays masked. In CI without access to the
    secrets, check with example values: 'heir check --overlay _example'. Edits write into the root's
    tree, never into an overlay.
    """#)
}
