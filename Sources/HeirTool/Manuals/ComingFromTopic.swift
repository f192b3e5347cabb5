import CommandSpec
import Reports

extension Topics {
  static var comingFrom: Topic {
    Topic(
      "coming-from", summary: "what Hiera, reclass, Helm, Ansible and Kustomize call it",
      [
        .text(
          """
          Each first with files as they lie there and what is answered, then with heir's and the same \
          answer. heir reads JSON; yq turns YAML into it, without anchors, tags and comments, and what \
          had 'X.yaml' is a directory X:

           case $(yq --version) in *mikefarah*) to=-o=json ;; *) to= ;; esac
           find . -name '*.yaml' | (while IFS= read -r file; do
             yq $to '. // {}' "$file" >"$file.new" &&
               { [ -s "$file.new" ] || echo '{}' >"$file.new"; } &&
               mkdir -p "${file%.yaml}" &&
               mv "$file.new" "${file%.yaml}/values.json" ||
               { rm -f "$file.new"; exit 1; }
           done)

          Both programs called yq do, Go's and Python's; it ends at the first file that cannot be read.
          A comment may be written anew, where the file is called '*.jsonc'.
          """)
      ],
      sections: [hiera, reclass, helm, ansible, kustomize])
  }

  private static var hiera: PageSection {
    .init(
      "Hiera",
      [
        .text(
          """
           hiera.yaml           version: 5
                                hierarchy:
                                  - name: all
                                    paths: ["node/%{facts.host}.yaml",
                                      "role/%{facts.role}.yaml", "common.yaml"]
           data/common.yaml     lookup_options:
                                  packages: {merge: unique}
                                  ntp: {merge: deep}
                                packages: [vim, curl]
                                ntp: {server: ntp.example, port: 123}
                                proxy: {host: proxy, port: 3128}
                                url: "http://%{lookup('ntp.server')}/"
           data/role/web.yaml   packages: [nginx, curl]
                                proxy: {host: proxy2}
           data/node/web1.yaml  ntp: {port: 1123}
           web1.yaml            {host: web1, role: web}
           $ puppet lookup --node web1 --facts web1.yaml packages --render-as json
           ["nginx","curl","vim"]
           $ puppet lookup --node web1 --facts web1.yaml ntp --render-as json
           {"server":"ntp.example","port":1123}
           $ puppet lookup --node web1 --facts web1.yaml proxy --render-as json
           {"host":"proxy2"}

          The hierarchy is a rule, what is common the root, and nodes are directories, or none with \
          '--virtual':

           .heir                {"inherit": {"/node/*": ["/role/${$facts.role}"]}}
           lookup.jsonc         {"$merge": { // first of all but these
                                  "*": "replace", "ntp": "deep",
                                  "packages": {"union": "prepend"}}}
           common.json          {"packages": ["vim", "curl"],
                                 "ntp": {"server": "ntp.example", "port": 123},
                                 "proxy": {"host": "proxy", "port": 3128},
                                 "url": {"$format": "http://${ntp.server}/"}}
           role/web/web.json    {"packages": ["nginx", "curl"],
                                 "proxy": {"host": "proxy2"}}
           node/web1/web1.json  {"ntp": {"port": 1123}}
           _web1.json           {"role": "web"}
           $ heir get /node/web1 packages --facts _web1.json
           ["nginx","curl","vim"]
           $ heir get /node/web1 ntp --facts _web1.json
           {"server":"ntp.example","port":1123}
           $ heir get /node/web1 proxy --facts _web1.json
           {"host":"proxy2"}

          '%{lookup("k")}' is '${k}' in a "$format", '%{alias("k")}' a "$ref", '%{facts.k}' '${$facts.k}'; \
          the strategy hash is "replace" for 'k.*', arrays in what is deep are "union" for \
          'k.**', and a knockout prefix "$remove" or "$stop". A directory hands down to those in it: where \
          'role/web.yaml' is not meant for 'role/web/...', give 'web' a directory beside.

          Without a counterpart: data and 'lookup_options' of modules, backends such as eyaml (decrypt \
          into an overlay, see 'heir help scripts'), variables of Puppet code (they have to be facts), \
          globs and 'mapped_paths', 'convert_to'. There what is unknown is an empty text, null gives way \
          under deep, what is no array becomes one under unique, and repeats in an array that meets no \
          other go; here it is an error without a "default", and values stay what they are.
          """)
      ])
  }

  private static var reclass: PageSection {
    .init(
      "reclass",
      [
        .text(
          """
           nodes/web1.yml        classes: [role.web, site.eu]
                                 parameters: {port: 81}
           classes/app.yml       parameters: {tags: [app], host: app.example}
           classes/role/web.yml  classes: [app]
                                 parameters: {port: 80, tags: [web],
                                   url: "http://${host}:${port}/"}
           classes/site/eu.yml   classes: [app]
                                 parameters: {tags: [eu], host: eu.example}
           $ reclass --nodeinfo web1 -o json | jq -c .parameters.tags
           ["app","web","eu"]
           $ reclass --nodeinfo web1 -o json | jq -r .parameters.url
           http://eu.example:81/

          The nearest comes first, so lists of classes turn round; a directory may be called as the \
          class is, dots and all, so that none is in another:

           merge.json                   {"$merge": {"**": "append"}}
           nodes/web1/web1.json         {"$inherit": ["/classes/site.eu",
                                                      "/classes/role.web"], "port": 81}
           classes/c.json               {"$abstract": true}
           classes/app/app.json         {"tags": ["app"], "host": "app.example"}
           classes/role.web/web.json    {"$inherit": ["../app"],
                                         "port": 80, "tags": ["web"],
                                         "url": {"$format": "http://${host}:${port}/"}}
           classes/site.eu/eu.json      {"$inherit": ["../app"],
                                         "tags": ["eu"], "host": "eu.example"}
           $ heir get /nodes/web1 tags
           ["app","web","eu"]
           $ heir get /nodes/web1 url
           http://eu.example:81/

          A class that is reached twice is there once, farthest, in both. '~tags: [x]' is \
          '"$stop": ["tags"], "tags": ["x"]', '=port' is "$final", '${a:b}' alone a "$ref", in a text a \
          "$format", and 'class_mappings' are rules of '.heir'.

          Without a counterpart: objects merged over a reference (a computed value is replaced whole), \
          names of classes with references in them (but for rules), inventory queries and exports, \
          applications other than a list that is merged by "union".
          """)
      ])
  }

  private static var helm: PageSection {
    .init(
      "Values of Helm",
      [
        .text(
          """
           values.yaml       replicas: 1
                             image: {name: web, tag: v1}
                             args: [--verbose]
                             limits: {cpu: 1}
           prod.yaml         {replicas: 3, limits: null}
           eu.yaml           args: [--eu]
           $ helm upgrade web . -f prod.yaml -f eu.yaml --set image.tag=v2
           $ helm get values web --all -o json
           {"args":["--eu"],"image":{"name":"web","tag":"v2"},"replicas":3}

          What is given after another lies in it:

           values.json       {"replicas": 1, "image": {"name": "web", "tag": "v1"},
                              "args": ["--verbose"], "limits": {"cpu": 1}}
           prod/values.json  {"$stop": ["limits"], "replicas": 3}
           prod/eu/eu.json   {"args": ["--eu"]}
           $ heir resolve /prod/eu -c -S --set image.tag=v2
           {"args":["--eu"],"image":{"name":"web","tag":"v2"},"replicas":3}

          'heir resolve /prod/eu --format yaml | helm upgrade web . -f -' hands it on. There the \
          chart's own 'values.yaml' still lies below: what it has to lose is null here, too, and not \
          stopped, for null is a value that is handed on.

          Without a counterpart: templates, 'global' and the values of subcharts (they are members like \
          others), '--set' of elements such as 'a[0]', '--set-file', and a chart's schema but for "$type" \
          and "$required".
          """)
      ])
  }

  private static var ansible: PageSection {
    .init(
      "Variables of Ansible's groups",
      [
        .text(
          """
           inv.yml              all: {children: {web: {hosts: {web1: }},
                                                 eu: {hosts: {web1: }}}}
           group_vars/all.yml   ntp: {server: ntp.example, port: 123}
                                listen: 8080
           group_vars/eu.yml    ntp: {server: ntp.eu}
                                listen: 9000
           group_vars/web.yml   listen: 80
                                url: "http://{{ inventory_hostname }}:{{ listen }}/"
           host_vars/web1.yml   workers: 4
           $ ansible-inventory -i inv.yml --host web1 | jq -c .ntp
           {"server":"ntp.eu"}
           $ ansible web1 -i inv.yml -m debug -a var=url | sed 's/.*=> //' | jq -r .url
           http://web1:80/

          Of groups side by side the last by name wins, so it is listed first; or another, which takes \
          the place of 'ansible_group_priority':

           all.json                {"$merge": {"*": "replace"}, "listen": 8080,
                                    "ntp": {"server": "ntp.example", "port": 123}}
           groups/g.json           {"$abstract": true}
           groups/eu/eu.json       {"ntp": {"server": "ntp.eu"}, "listen": 9000}
           groups/web/web.json     {"listen": 80, "url":
                                    {"$format": "http://${$scope.name}:${listen}/"}}
           hosts/web1/web1.json    {"$inherit": ["/groups/web", "/groups/eu"],
                                    "workers": 4}
           $ heir get /hosts/web1 ntp
           {"server":"ntp.eu"}
           $ heir get /hosts/web1 url
           http://web1:80/

          'hash_behaviour = merge' is heir without that "$merge". A group in groups has an "$inherit" of \
          its own. It stands before its own parents, but not before all groups that are less deep.

          Without a counterpart: expressions and filters of Jinja, 'hostvars' of other hosts but for \
          "$ref" with "scope", the variables of plays, roles and the command line, plugins for \
          inventories (write facts), vault (decrypt into an overlay, see 'heir help scripts').
          """)
      ])
  }

  private static var kustomize: PageSection {
    .init(
      "Kustomize",
      [
        .text(
          """
           base/kustomization.yaml  resources: [web.yaml]
           base/web.yaml            apiVersion: apps/v1
                                    kind: Deployment
                                    metadata: {name: web}
                                    spec: {template: {spec: {containers: [
                                      {name: web, image: "web:1", args: [v]},
                                      {name: log, image: "log:1"}]}}}
           prod/kustomization.yaml  resources: [../base]
                                    patches: [{path: web.yaml}]
           prod/web.yaml            apiVersion: apps/v1
                                    kind: Deployment
                                    metadata: {name: web}
                                    spec: {template: {spec: {containers: [
                                      {name: web, image: "web:2"}]}}}
           $ kubectl kustomize prod | yq -o json -I 0 .spec.template.spec.containers
           [{"args":["v"],"image":"web:2","name":"web"},{"image":"log:1","name":"log"}]

          An overlay is a directory in its base, or has the base in its "$inherit", as a component has. \
          A file of a base is best one member of its own:

           lists.json     {"$merge": {"**.containers": {"by": "name"}}}
           web.json       {"web": {
                            "apiVersion": "apps/v1", "kind": "Deployment",
                            "metadata": {"name": "web"},
                            "spec": {"template": {"spec": {"containers": [
                              {"args": ["v"], "image": "web:1", "name": "web"},
                              {"image": "log:1", "name": "log"}]}}}}}
           prod/web.json  {"web": {"spec": {"template": {"spec": {"containers": [
                              {"name": "web", "image": "web:2"}]}}}}}
           $ heir get /prod web.spec.template.spec.containers
           [{"args":["v"],"image":"web:2","name":"web"},{"image":"log:1","name":"log"}]

          'heir resolve /prod web --format yaml | kubectl apply -f -' hands it on. '$patch: delete' of \
          an element is '"$remove": {KEY: [{"name": "log"}]}', '$patch: replace' a "$stop" beside the \
          value, 'null' a "$stop".

          Without a counterpart: what Kubernetes' schema says of each list (a "$merge" has to), new \
          elements in front (they are appended), JSON patches by index, generators and their hashes, \
          'namePrefix', 'commonLabels', 'images', replacements but for "$ref" and "$format".
          """)
      ])
  }
}
