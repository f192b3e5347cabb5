"""Trees in which one thing is there n times, and the commands that read them."""

import json


def numbered(size, value=lambda number: number, name="key"):
    return {f"{name}{number}": value(number) for number in range(size)}


def names(size, name="key"):
    return [f"{name}{number}" for number in range(size)]


def over(root, child={}, grandchild={}):
    """The files of a root and of one scope in another below it."""
    return {"p.json": root, "a/p.json": child, "a/b/p.json": grandchild}


# By name: how many at first, and what writes the tree.
TREES = {}
# By name: the tree, the arguments, and the tree for AGAINST or the former commit.
CASES = {}
KEYS, ELEMENTS, SIBLINGS = 5000, 4000, 1000


def tree(name, count, files):
    """A tree; `files` gives the content of each path for a size."""
    TREES[name] = count, lambda n: lambda write: [write(*file) for file in files(n).items()]


# The cases in which the command is refused.
REFUSED = {
    "$final: set /a/b key7 {turn} --as-json",
    "closed: set /a new 7 --dry-run",
    "too many parents: get -q /x key",
    "quoted text: resolve /a/b --prefix P_ --format dotenv",
    "quoted text: resolve /a/b --prefix P_ --format docker",
}


def cases(subject, commands, former=None):
    for line in commands:
        CASES[f"{subject}: {line}"] = subject, line.split(), former


READING = """get /a/b KEY
get /a/b --json KEY
resolve -c /a/b
resolve /a/b --origins
resolve /a/b --keys
resolve /a/b -S
explain /a/b
explain /a/b KEY
explain /a/b --json
where / KEY
where / **
where / ** --json
check
check --format sarif
schema /a/b
files /a/b
scopes --json
completion keys /a/b
resolve / --below -o OUT/{scope}.json
diff / /a/b
diff / /a/b --format patch
diff / /a/b --json""".split("\n")
FORMATS = [f"resolve /a/b --format {format}" for format in "flat nul yaml toml properties".split()]
FORMATS += [f"resolve /a/b --prefix P_ --format {format}" for format in "shell fish dotenv docker systemd github".split()]
WRITING = """set /a KEY 7 --as-json --dry-run
set /a new 7 --dry-run
set /a/b KEY {turn} --as-json
unset /a KEY --dry-run
unset / KEY --dry-run
stop /a KEY --force --dry-run
resume /a KEY --dry-run
declare / KEY --about x --dry-run
declare / KEY --type integer,string,object,array --dry-run
declare / KEY --final --dry-run
declare / KEY --secret --dry-run --reveal
declare / --closed --dry-run
tidy --dry-run
tidy --hoist --dry-run""".split("\n")
COMPARING = """impact --against FORMER
impact --against FORMER --json
impact --against FORMER --format markdown
diff /a/b --against FORMER
diff /a/b --against FORMER --format patch""".split("\n")


def revealed(lines):
    """The same, where a patch would show what is secret."""
    return [f"{line} --reveal" if "--dry-run" in line and "--reveal" not in line or "patch" in line else line for line in lines]


def with_key(lines, key):
    return [line.replace("KEY", key) for line in lines]


# Keys

tree("keys", KEYS, lambda n: over(numbered(n), numbered(n, lambda k: -k), {"key1": 5}))
tree("keys edited", KEYS, lambda n: over(numbered(n), numbered(n, lambda k: -k - 1), {"key1": 5}))
tree("keys added", KEYS, lambda n: over(numbered(n), numbered(n, name="other")))
tree("keys renamed", KEYS, lambda n: over(numbered(n, name="former")))
cases("keys", with_key(READING + FORMATS + WRITING, "key7"))
cases("keys", with_key(COMPARING, "key7"), "keys edited")
cases("keys", ["declare / --closed --known --dry-run"])
cases("keys", ["impact --against FORMER"], "keys added")
cases("keys", ["impact --against FORMER"], "keys renamed")
cases("keys", ["log / **", "log /a/b **", "log /a/b key7", "log / ** --json", "explain /a/b --blame",
               "impact --since HEAD", "diff /a/b --since HEAD"], "keys edited")

# Names that begin alike
ALIKE = "the_same_for_a_long_time_and_" * 4
tree("long names", KEYS, lambda n: over(numbered(n, name=ALIKE), numbered(n, name=ALIKE)))
cases("long names", ["resolve -c /a/b", "check", "where / **", f"get /a/b {ALIKE}x"])


tree("comments", KEYS, lambda n: over({}) | {
    "a/c.jsonc": '{"key": 1 ' + "/**/ // x\n" * n + "".join(f', "k{k}": /**/ {k}' for k in range(n)) + "}"})
cases("comments", ["resolve -c /a", "set /a key 7 --file c.jsonc --dry-run", "unset /a k7 --file c.jsonc --dry-run"])

# Files


def in_files(value):
    """A scope with a file for each key."""
    return lambda n: over({}) | {
        f"a/f{k}.json": {f"key{k}": value(k), "shared": {f"key{k}": k}} for k in range(n)
    } | {"a/b/p.json": numbered(n, lambda k: -k)}


tree("property files", 1000, in_files(lambda k: k))
tree("property files edited", 1000, in_files(lambda k: k + 1))
cases("property files", with_key(READING + [f"{line} --file f7.json" if " /a " in line else line for line in WRITING], "key7"))
cases("property files", COMPARING, "property files edited")

# git


def lines(last):
    """A file of n lines, of which every second is edited."""
    return lambda n: over("{" + ",\n".join(f'"key{k}": {k if k % 2 else last}' for k in range(n)) + "}")


tree("lines", KEYS, lines(1))
tree("lines edited", KEYS, lines(2))
cases("lines", ["explain /a/b --blame", "explain / key1 --blame", "log / **", "log / key2", "diff / --since HEAD"], "lines edited")


def git_names(value):
    """Directories and files that are not read."""
    return lambda n: over({"key": value}) | {path: "" for k in range(n // 2) for path in (f"a/x{k}.txt", f"t/d{k}/x.txt")}


tree("names", 2 * KEYS, git_names(1))
tree("names edited", 2 * KEYS, git_names(2))
cases("names", ["get /a key --at HEAD", "get /t key --at HEAD", "scopes --at HEAD", "check --at HEAD", "check --since HEAD",
                "impact --since HEAD", "diff /t --since HEAD", "log / **", "log /t key", "explain /a --blame"], "names edited")

# Objects

tree("objects", KEYS, lambda n: over(numbered(n, lambda k: {"x": k}), numbered(n, lambda k: {"y": k}), {"key1": {"x": 5}}))
tree("objects edited", KEYS, lambda n: over(numbered(n, lambda k: {"x": k + 1}), numbered(n, lambda k: {"y": k}), {"key1": {"x": 5}}))
cases("objects", with_key(READING, "key7.x") + with_key(WRITING, "key7.x") + ["where / key*.x", "where / *.x", "get /a/b key7"])
cases("objects", COMPARING, "objects edited")

# Values that are computed

COMPUTED = {
    "references": lambda k: {"$ref": "base"},
    "formats": lambda k: {"$format": "x ${base}"},
    "variables": lambda k: {"$env": "HOME", "default": "x"},
    "inclusions": lambda k: {"$include": "_f.json"},
    "files": lambda k: {"$file": "motd.txt"},
}


def computed(value, base):
    return lambda n: over({"base": base, **numbered(n, value)}, {}, {"key1": 5}) | {"_f.json": {"x": base}, "motd.txt": base}


for subject, value in COMPUTED.items():
    tree(subject, KEYS, computed(value, "b"))
    tree(f"{subject} edited", KEYS, computed(value, "c"))
    cases(subject, with_key(READING + WRITING, "key7"))
    cases(subject, ["set / base c --dry-run"])
    cases(subject, COMPARING, f"{subject} edited")
tree("chains", KEYS, lambda n: over({"key0": 1, **{f"key{k}": {"$ref": f"key{k - k % 100}"} for k in range(1, n)}}))
cases("chains", with_key(READING, "key7") + ["set / key0 2 --dry-run"])


def doubling(n):
    """Seven objects, each twice the one before by references, in n scopes that change the first."""
    objects = {f"o{k + 1}": {"x": {"$ref": f"o{k}"}, "y": {"$ref": f"o{k}"}} for k in range(6)}
    return {"p.json": {"o0": {"a": 0}, **objects}, **{f"s{k}/p.json": {"o0": {"a": k}} for k in range(n)}}


tree("objects that double", 40, doubling)
cases("objects that double", ["where / **", "where / **.x", "check", "tidy --dry-run"])

# Lists

def long_lists(value, below={}):
    return lambda n: over({"list": [value(k) for k in range(n)], "other": 1}, below)

LISTS = {
    "numbers": lambda k: k,
    "texts": lambda k: f"element {k}",
    "records": lambda k: {"name": f"n{k}", "size": k},
    "computed elements": lambda k: {"$ref": "other"},
}
for subject, value in LISTS.items():
    tree(subject, ELEMENTS, long_lists(value))
    tree(f"{subject} edited", ELEMENTS, long_lists(lambda k, value=value: value(k + 1)))
    # A variable for docker and systemd has at most 128 KiB.
    formats = [line for line in FORMATS if not line.endswith(("docker", "systemd"))]
    cases(subject, with_key(READING + formats + WRITING[:8] + WRITING[-2:], "list") + ["where / list.*", "where / list.* --json", "get /a/b list.7", "explain /a/b list.7", "get --lines / list", "get --args / list"])
    cases(subject, COMPARING, f"{subject} edited")
    cases(subject, ["log / **", "log / list.*"], f"{subject} edited")

tree("appended", ELEMENTS, lambda n: over(
    {"$merge": {"list": "append"}, "list": list(range(n))}, {"list": list(range(n, 2 * n))}))
tree("merged by name", ELEMENTS, lambda n: over(
    {"$merge": {"list": {"by": "name"}}, "list": [{"name": f"n{k}", "x": k} for k in range(n)]},
    {"list": [{"name": f"n{k}", "y": k} for k in range(n)]}))
tree("elements removed", ELEMENTS, lambda n: over(
    {"list": list(range(n))}, {"$remove": {"list": list(range(0, n, 2))}}))
for subject in ["appended", "merged by name", "elements removed"]:
    cases(subject, with_key(READING + WRITING[:8] + WRITING[-2:], "list") + ["where / list.*"])
    cases(subject, COMPARING, "numbers")

# Directives

DIRECTIVES = {
    "$final": names, "$stop": names, "$exclude": names, "$pass": names, "$secret": names, "$required": names,
    "$type": lambda n: numbered(n, lambda k: "integer"),
    "$about": lambda n: numbered(n, lambda k: "what it is for"),
    "$deprecated": lambda n: numbered(n, lambda k: "say other"),
    "$because": lambda n: numbered(n, lambda k: "it has to be"),
    "$until": lambda n: numbered(n, lambda k: "2001-01-01"),
    "$x-owner": lambda n: numbered(n, lambda k: "team"),
    "$merge": lambda n: numbered(n, lambda k: "replace"),
}
for directive, content in DIRECTIVES.items():
    tree(directive, KEYS, lambda n, d=directive, c=content: over(
        numbered(n), {d: c(n), **numbered(n, lambda k: -k)}, numbered(n, lambda k: 2 * k)))
    lines = revealed if directive == "$secret" else list
    cases(directive, lines(with_key(READING + WRITING, "key7")))
    cases(directive, lines(COMPARING + ["log /a/b **"]), "keys")
    pattern = directive + " of patterns"
    tree(pattern, KEYS // 5, lambda n, d=directive, c=content: over(
        numbered(n), {d: [f"**.{k}x" for k in names(n)] if isinstance(c(1), list) else {f"*.{k}x": v for k, v in c(n).items()}, **numbered(n)}))
    cases(pattern, with_key(READING + WRITING, "key7"))
    cases(pattern, COMPARING, "keys")
# A schema of as many patterns as keys is too large.
REFUSED |= {f"{name} of patterns: schema /a/b" for name in DIRECTIVES if name not in ("$stop", "$exclude", "$pass")}
for directive, content in DIRECTIVES.items():
    idle = f"{directive} of nothing"
    tree(idle, KEYS, lambda n, d=directive, c=content: over(numbered(n), {
        d: [f"other{k}" for k in range(n)] if isinstance(c(1), list) else numbered(n, lambda k, c=c: c(1)["key0"], "other")}))
    cases(idle, with_key(["check", "where / **", "resolve -c /a/b", "tidy --dry-run", "explain /a/b"], "key7"))
    cases(idle, ["impact --against FORMER"], "keys")
tree("final of another key", KEYS, lambda n: over({"$final": ["other.key"], **numbered(n)}, numbered(n, lambda k: -k)))
cases("final of another key", ["resolve -c /a/b", "check"])
tree("appended by parents", 250, lambda n: {
    "p.json": {"$merge": {"list": "append"}, "list": ["x"]}, **{f"m{k}/p.json": {"list": [f"e{k}"]} for k in range(n)},
    "x/p.json": {"$inherit": [f"/m{k}" for k in range(n)]}})
cases("appended by parents", ["where / list.*", "explain /x list", "resolve -c /x", "check"])
tree("files with one fragment", 500, lambda n: {
    "_f": numbered(10), **{f"f{k}.json": {f"key{k}": {"$include": "_f"}} for k in range(n)}, "a/p.json": {"key7": {"key1": 5}}})
cases("files with one fragment", ["resolve -c /a", "check", "where / **", "explain /a", "tidy --dry-run"])
tree("reasons", KEYS, lambda n: over(numbered(n), {"$because": numbered(n, lambda k: "why"), **numbered(n)}))
cases("reasons", ["check", "tidy --dry-run"])
tree("repeated", KEYS, lambda n: over({"$final": ["key0"] * n, "key0": 1}))
cases("repeated", ["check", "get /a/b key0", "where / **"])
cases("repeated", ["impact --against FORMER"], "keys")
tree("closed", KEYS, lambda n: over({"$closed": True, **numbered(n)}, numbered(n, name="kye")))
cases("closed", with_key(READING + WRITING, "key7"))
cases("closed", COMPARING, "keys")
# A schema repeats the type for each key, so that keys and values are as many as the square root of n.
tree("types in one", 40 * KEYS, lambda n: over({
    "$type": {"*": {"type": "string", "enum": names(int(n**0.5))}}, **numbered(int(n**0.5), lambda k: f"key{k}")}))
cases("types in one", with_key(READING, "key7"))
# A schema has at most 1000 definitions: one for each of these patterns.
tree("deep patterns", 125, lambda n: over({"$type": {f"**.{k}x": "integer" for k in names(n)}, **numbered(10)}))
cases("deep patterns", with_key(READING + WRITING, "key7"))

# Scopes


def siblings(root, own):
    return lambda n: {"p.json": root, **{f"s{k}/p.json": own(k) for k in range(n)}}


SCOPES = """resolve -c /s7
explain /s7
where / KEY
where / ** --json
check
check --format sarif
schema /s7
scopes
scopes --json
completion keys /s7
files /s7
resolve / --below -o OUT/{scope}.json
set / KEY 7 --dry-run
set /s7 KEY 7 --dry-run
unset / KEY --dry-run
unset /s7 KEY --dry-run
stop / KEY --force --dry-run
declare / KEY --final --dry-run
declare / KEY --about x --dry-run
declare / --closed --dry-run
tidy --dry-run
tidy --hoist --dry-run
schema --all -o OUT /""".split("\n")
SIBLING_TREES = {
    "siblings": ({"key": 1, "own": 0}, lambda k: {"own": k}),
    "equal siblings": ({"key": 1}, lambda k: {"own": 1, "list": [1, 2, 3]}),
    "siblings that add": ({"key": 1}, lambda k: {f"own{k}": k}),
    "siblings that refer": ({"key": 1, "to": {"$ref": "own"}, "own": 0}, lambda k: {"own": {"$ref": "key"}}),
    "siblings that stop": ({"key": 1, "own": 0}, lambda k: {"$stop": ["own"]}),
    "siblings that finish": ({"key": 1, "own": 0}, lambda k: {"$final": ["own"], "own": k}),
    "secret siblings": ({"key": 1, "own": 0, "$secret": ["own"]}, lambda k: {"own": f"s{k}"}),
}
for subject, (root, own) in SIBLING_TREES.items():
    tree(subject, SIBLINGS, siblings(root, own))
    tree(f"{subject} edited", SIBLINGS, siblings({**root, "key": 2}, lambda k, own=own: {**own(k), "more": k}))
    lines = with_key(SCOPES, "key")
    cases(subject, revealed(lines) if "$secret" in root else lines)
    cases(subject, ["impact --against FORMER", "impact --against FORMER --json", "diff /s7 --against FORMER"], f"{subject} edited")
    cases(subject, ["log /s7 **", "impact --since HEAD"], f"{subject} edited")


def in_one_directory(own, last):
    """Siblings below one scope, and what another scope makes of them."""
    return lambda n: {"p.json": {"key": 1}, **{f"t/s{k}/p.json": own(k) for k in range(n)}, "x/p.json": last(n)}


def all_as_parents(n):
    return {"$inherit": [f"/t/s{k}" for k in range(n)]}


def all_as_sources(n):
    return numbered(n, lambda k: {"$ref": "own", "scope": f"/t/s{k}"}, "from")


INHERITED = """get -q /x key
resolve -c /x
explain /x key
explain /x
files /x
where / key
scopes --json
check
set / key 7 --dry-run
set /s7 key 7 --dry-run
tidy --dry-run
completion keys /x""".split("\n")
tree("parents", 960, in_one_directory(lambda k: {"own": k}, all_as_parents))
tree("parents edited", 960, in_one_directory(lambda k: {"own": k + 1}, all_as_parents))
cases("parents", [line.replace("/s7", "/t/s7") for line in INHERITED])
cases("parents", ["impact --against FORMER"], "parents edited")
tree("parents with keys", 480, in_one_directory(lambda k: {f"k{k}": k}, all_as_parents))
tree("parents with keys edited", 480, in_one_directory(lambda k: {f"k{k}": k + 1}, all_as_parents))
cases("parents with keys", [line.replace("/s7", "/t/s7") for line in INHERITED])
cases("parents with keys", ["impact --against FORMER", "diff /x --against FORMER"], "parents with keys edited")
tree("too many parents", 4200, in_one_directory(lambda k: {}, all_as_parents))
cases("too many parents", ["get -q /x key", "check -q"])
tree("sources", SIBLINGS, in_one_directory(lambda k: {"own": k}, all_as_sources))
cases("sources", [line.replace("/s7", "/t/s7") for line in INHERITED])
tree("sources edited", SIBLINGS, in_one_directory(lambda k: {"own": k + 1}, all_as_sources))
cases("sources", ["impact --against FORMER"], "sources edited")


def heirs(n):
    """Scopes that all inherit from one."""
    root = {"p.json": {"key": 1}, "role/p.json": {"$abstract": True, "own": 1}}
    return root | {f"s{k}/p.json": {"$inherit": ["/role"], f"k{k}": k} for k in range(n)}


tree("heirs", SIBLINGS, heirs)
cases("heirs", with_key(SCOPES, "key") + ["set /role own 7 --dry-run"])


def templates(n):
    """A rule that gives each of a number of scopes as many parents: what is read and inherited grows by its square."""
    count = int(n**0.5)
    files = {".heir": {"inherit": {"/hosts/*": [f"/t/t{k}" for k in range(count)]}}, "p.json": {"key": 1}}
    for k in range(count):
        files[f"t/t{k}/p.json"] = {"$abstract": True, "own": k, f"k{k}": k}
        files[f"hosts/s{k}/p.json"] = {"key": k}
    return files


tree("templates", 40 * SIBLINGS, templates)
cases("templates", [line.replace("/x", "/hosts/s7").replace("/s7", "/t/t7") if "set" in line else line.replace("/x", "/hosts/s7")
                    for line in INHERITED] + ["resolve / --below -o OUT/{scope}.json"])


def found_by_name(n):
    """As many templates as scopes, and a rule by which each scope finds its own, and every second one another."""
    files = {".heir": {"inherit": {"/hosts/{name}": ["/t/${name}", "/u/${name}", "/t/${role}"]}}, "p.json": {"key": 1}}
    for k in range(n):
        files[f"t/s{k}/p.json"] = {"$abstract": True, "own": k}
        files[f"u/s{k - k % 2}/p.json"] = {"$abstract": True, "other": k}
        files[f"hosts/s{k}/p.json"] = {"role": f"s{k // 2}"}
    return files


tree("found by name", SIBLINGS, found_by_name)
cases("found by name", with_key([line.replace("/s7", "/hosts/s7") for line in SCOPES], "key"))


def rules(n):
    """A rule for each scope."""
    files = {".heir": {"inherit": {f"/hosts/s{k}": ["/t"] for k in range(n)}}, "p.json": {"key": 1}, "t/p.json": {"own": 1}}
    return files | {f"hosts/s{k}/p.json": {"own": k} for k in range(n)}


tree("rules", SIBLINGS, rules)
cases("rules", with_key([line.replace("/s7", "/hosts/s7") for line in SCOPES], "key"))


def hiera(n):
    """A Hiera hierarchy of hosts that each have keys of their own."""
    files = {
        "hiera.yaml": 'version: 5\nhierarchy: [{name: all, paths: ["nodes/%{trusted.certname}.yaml", common.yaml]}]\n',
        "data/common.yaml": "".join(f"k{k}: \"%{{facts.role}}\"\n" for k in range(20)),
    }
    for k in range(n):
        files[f"data/nodes/h{k}.yaml"] = "".join(f"own{k}x{i}: \"%{{facts.role}}\"\n" for i in range(10))
        files[f"facts/h{k}.json"] = {"role": f"r{k}"}
    return files


tree("hiera", SIBLINGS, hiera)
cases("hiera", ["import hiera ROOT -o OUT", "import hiera ROOT --facts ROOT/facts/*.json -o OUT"])


def keys_and_siblings(own):
    """A root with an array for each of the unrelated scopes below it."""
    return lambda n: siblings({**numbered(n, lambda k: [k, "x"], "list"), **own(n)}, lambda k: {f"own{k}": k})(n)


for directive, own in {
    "no directive": lambda n: {},
    "$merge": lambda n: {"$merge": numbered(n, lambda k: "append", "list")},
    "$type": lambda n: {"$type": numbered(n, lambda k: "array", "list")},
    "$about": lambda n: {"$about": numbered(n, lambda k: "a list", "list")},
    "$deprecated": lambda n: {"$deprecated": numbered(n, lambda k: "gone", "list")},
    "$secret": lambda n: {"$secret": names(n, "list")},
    "$final": lambda n: {"$final": names(n, "list")},
    "$required": lambda n: {"$required": names(n, "list")},
}.items():
    tree(f"keys and siblings, {directive}", SIBLINGS, keys_and_siblings(own))
    cases(f"keys and siblings, {directive}", ["check -q"])
TEXTS = numbered(200, lambda k: f"text {k}")
for subject, root in {
    "inherited texts": TEXTS,
    "inherited texts with types": {"$type": {"*": ["string", "object"], "*.*": ["string", "object"]}, **TEXTS},
    "inherited formats": {"base": "b", **numbered(200, lambda k: {"$format": f"text {k} ${{base}}"})},
}.items():
    tree(subject, SIBLINGS, siblings(root, lambda k: {"own": {f"k{k}": str(k)}}))
    cases(subject, ["check -q"])

# Depth


def nested(depth, inner, beside=""):
    return ('{' + beside + '"o":') * depth + inner + "}" * depth


def deep_final(n):
    """A final key, nested n deep, that a descendant sets."""
    return over(nested(n, "1")[:-1] + ',"other":1}', {"$final": [".".join(["o"] * n)]}, nested(n, "2"))


def deep_secret(n):
    """A secret pattern of n names, and objects nested n deep with 20 lists in each."""
    lists = "".join(f'"k{k}":["x"],' for k in range(20))
    return over(f'{{"$secret":["{".".join(["*"] * n)}"],"top":{nested(n - 2, chr(34) + "x" + chr(34), lists)}}}')


tree("deep final", 127, deep_final)
cases("deep final", ["get -q /a/b other"])
tree("deep secret", 127, deep_secret)
cases("deep secret", ["check -q"])

# Text

def text(value):
    return lambda n: over({"text": value * n, "key": 1}, {"text": value * n + "x"})


for subject, value in {"a long text": "word ", "quoted text": "\"'\\\n", "references in one text": "${key} "}.items():
    make = text(value)
    if subject.startswith("ref"):
        make = lambda n, value=value: over({"key": 1, "text": {"$format": value * n}})
    tree(subject, 40000, make)
    cases(subject, with_key(READING + FORMATS + WRITING, "text"))
    cases(subject, COMPARING, "keys")

def long_number(n):
    return "9" * n + ".0e" + "9" * n


tree("a long number", 40000, lambda n: over(f'{{"key": {long_number(n)}}}', f'{{"key": {long_number(n)}}}'))
cases("a long number", ["resolve -c /a", "check", "diff / /a"])

# The trees of a default run: one for each thing that grows.
DEFAULT = [
    "keys", "long names", "objects", "records", "references", "$final", "$final of patterns", "$type", "types in one", "$because of patterns",
    "$until of patterns", "deep patterns", "property files", "lines", "names", "siblings", "parents", "parents with keys",
    "templates", "found by name", "rules", "hiera",
]
