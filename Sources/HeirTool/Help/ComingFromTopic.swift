extension Topics {
  static let comingFrom = page(
    "coming-from", summary: "Equivalents of Hiera, reclass, Helm, Ansible, Kustomize",
    #"""
    'heir import' converts a tree of Hiera 5, an inventory of reclass, or YAML files, with their
    comments. It writes what it can convert and lists the rest with file and line; the exit status
    is 1 then. A second run changes only what changed:

     heir import hiera control-repo -o tree --facts 'facts/*.json' --verify
     heir import reclass /etc/reclass -o tree --verify
     heir import yaml chart -o tree

    '--verify' compares all values with those of puppet or reclass, if it is installed; it counts
    what it cannot compare. Each section below shows files and results of the other tool, then the
    same for heir.

    # Hiera

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

    'heir import hiera . -o tree --facts web1.yaml' writes these values. Levels become directories,
    the hierarchy a rule, and a last level without variables the root. Hosts keep their facts:

     .heir          {"inherit": {"/node/*": [
                      {"scope": "/role/${facts.role}", "optional": true}]}}
     values.jsonc   {"$merge": { // other keys: nearest value
                       "*": "replace",
                       "packages": {"union": "prepend"}, "ntp": "deep"},
                     "packages": ["vim", "curl"],
                     "ntp": {"server": "ntp.example", "port": 123},
                     "proxy": {"host": "proxy", "port": 3128},
                     "url": {"$format": "http://${ntp.server|}/"}}
     role/values.jsonc       {"$abstract": true}
     role/web/values.jsonc   {"packages": ["nginx", "curl"],
                              "proxy": {"host": "proxy2"}}
     node/web1/values.jsonc  {"ntp": {"port": 1123}}
     node/web1/facts.jsonc   {"facts": {"host": "web1", "role": "web"}}
     $ heir get /node/web1 packages
     ["nginx","curl","vim"]
     $ heir get /node/web1 ntp
     {"server":"ntp.example","port":1123}
     $ heir get /node/web1 proxy
     {"host":"proxy2"}

    Equivalents in heir:

    - %{lookup('k')} → '${k}' in a "$format", with '|' as Hiera inserts nothing for a missing key
    - %{alias('k')} → {"$ref": "k"}
    - %{facts.k} → '${facts.k}', or '${$facts.k}' and the option '--facts'
    - merge: hash → "$merge" with "replace" for 'k.*'
    - merge: deep → arrays need "$merge" with "union" for 'k.**'
    - convert_to: Sensitive → "$secret"
    - knockout_prefix → "$remove" or "$stop"
    - glob → several files of one directory
    - mapped_paths → '${facts.k.0}', '${facts.k.1}' in a rule

    Data and 'lookup_options' of modules become the lowest levels. The facts of a host may have
    'trusted', an object, and 'environment'.

    Not converted: encrypted values (their keys become "$secret" and "$required") and other backends
    (decrypt into an overlay, see 'heir help scripts'), interpolation in names, variables of Puppet
    code (use facts). Null is overridden in a deep merge of Hiera, but not here.

    # reclass

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

    'heir import reclass . -o tree' writes this. In heir the highest precedence comes first, so the
    lists of classes are reversed. A class with classes below it becomes a directory 'init', because
    they would inherit from it otherwise:

     .heir                    {"expected": {"*": ["idle-attribute",
                                "idle-stop", "parent-order"]}}
     values.jsonc             {"$merge": {"**": "append"}}
     nodes/web1/values.jsonc  {"$inherit": ["/classes/site/eu",
                                            "/classes/role/web"],
                               "port": 81}
     classes/values.jsonc     {"$abstract": true}
     classes/app/values.jsonc       {"tags": ["app"],
                                     "host": "app.example"}
     classes/role/web/values.jsonc  {"$inherit": ["/classes/app"],
                                     "port": 80, "tags": ["web"], "url":
                                     {"$format": "http://${host}:${port}/"}}
     classes/site/eu/values.jsonc   {"$inherit": ["/classes/app"],
                                     "tags": ["eu"],
                                     "host": "eu.example"}
     $ heir get /nodes/web1 tags
     ["app","web","eu"]
     $ heir get /nodes/web1 url
     http://eu.example:81/

    In both, a class with several paths counts once, at the lowest precedence. Equivalents in heir:

    - ~tags: [x] → "$stop": ["tags"], "tags": ["x"]
    - =port → "$final": ["port"]
    - ${a:b} → {"$ref": "a.b"}, within a string '${a.b}' in a "$format"
    - class_mappings → "$inherit" of the nodes, or a rule of '.heir'

    Not converted: objects merged onto a reference (a computed value is replaced as a whole),
    references in class names (except in rules), inventory queries and exports, and applications
    (except as a list with "union").

    # Values of Helm

     values.yaml       replicas: 1
                       image: {name: web, tag: v1}
                       args: [--verbose]
                       limits: {cpu: 1}
     prod.yaml         {replicas: 3, limits: null}
     eu.yaml           args: [--eu]
     $ helm upgrade web . -f prod.yaml -f eu.yaml --set image.tag=v2
     $ helm get values web --all -o json
     {"args":["--eu"],"image":{"name":"web","tag":"v2"},"replicas":3}

    Each later file becomes a directory below the earlier one:

     values.json       {"replicas": 1, "image": {"name": "web", "tag": "v1"},
                        "args": ["--verbose"], "limits": {"cpu": 1}}
     prod/values.json  {"$stop": ["limits"], "replicas": 3}
     prod/eu/eu.json   {"args": ["--eu"]}
     $ heir resolve /prod/eu -c -S --set image.tag=v2
     {"args":["--eu"],"image":{"name":"web","tag":"v2"},"replicas":3}

    Pass the values to Helm with 'heir resolve /prod/eu --format yaml | helm upgrade web . -f -'.
    Helm still merges them onto the chart's 'values.yaml'. To remove a value of the chart, set null
    instead of "$stop".

    Not available: templates, special treatment of 'global' and subcharts (they are ordinary
    members), '--set' of elements such as 'a[0]', '--set-file', and the chart's schema (except
    "$type" and "$required").

    # Variables of Ansible's groups

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

    Of groups on the same level, the last by name has precedence, so list it first. The order also
    replaces 'ansible_group_priority':

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

    For 'hash_behaviour = merge', omit that "$merge". A group within groups has its own "$inherit".
    It overrides its own parents, but not all groups of lower depth.

    Not available: Jinja expressions and filters, 'hostvars' of other hosts (except "$ref" with
    "scope"), variables of plays, roles and the command line, inventory plugins (write facts), and
    vault (decrypt into an overlay, see 'heir help scripts').

    # Kustomize

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

    An overlay is a directory below its base, or lists the base in "$inherit". A scope with a
    component lists the component there, too. Put each file of a base into its own member:

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

    Apply it with 'heir resolve /prod web --format yaml | kubectl apply -f -'. '$patch: delete' of
    an element is '"$remove": {KEY: [{"name": "log"}]}', '$patch: replace' is a "$stop" beside the
    value, and 'null' is a "$stop".

    Not available: list rules of the Kubernetes schema (use "$merge"), new elements at the front
    (they are appended), JSON patches by index, generators and their hashes, 'namePrefix',
    'commonLabels', 'images', and replacements (except "$ref" and "$format").
    """#)
}
