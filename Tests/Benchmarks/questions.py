"""All questions to heir and to another program."""

import json
import os
import re
import shutil

from comparison import Comparison, Repeated
from histories import histories
from inputs import deepest, levels, word
from measuring import run, times_itself
from trees import fleets, teams


def three_levels(inputs, name="three"):
    def make(write, chance):
        for depth, path in enumerate(["", "prod/", "prod/eu/"]):
            write(
                path + "properties.json",
                {
                    "db": {"host": f"{word(chance)}.example", "port": 5432 + depth, f"only{depth}": word(chance)},
                    "log": {"level": ["debug", "info", "warning"][depth]},
                    "name": word(chance),
                },
            )
            above = "" if depth == 0 else "[include]\n\tpath = ../git.config\n"
            write(path + "git.config", f"{above}[db]\n\tport = {5432 + depth}\n\thost = h{depth}\n[log]\n\tlevel = l{depth}\n")

    return inputs.tree(name, make)


def three_to_write(inputs):
    return three_levels(inputs, "three-to-write")


def get(inputs):
    root = three_levels(inputs)
    git = ["git", "config", "--includes", "--file", f"{root}/prod/eu/git.config", "--get", "db.port"]
    return Comparison(
        ["get", "/prod/eu", "db.port", "--root", root], git, lambda a, b: a == b == b"5434\n", "git config"
    )


def get_again(inputs):
    return Repeated(get(inputs), 10_000 if inputs.large else 500)


def start(arguments):
    """Beside a program that does nothing."""

    def case(inputs):
        placed = [part.replace("ROOT", three_levels(inputs)) for part in arguments]
        return Comparison(placed, ["/bin/true"], lambda a, b: a == b"5434\n", "/bin/true", memory=True)

    return case


def absent(inputs):
    root = three_levels(inputs)
    git = ["git", "config", "--includes", "--file", f"{root}/prod/eu/git.config", "--get", "db.prot"]
    return Comparison(
        ["get", "-q", "/prod/eu", "db.prot", "--root", root], git, lambda a, b: a == b == b"", "git config", statuses=(1, 1)
    )


def resolve(inputs):
    root = inputs.tree("levels-1000", levels(64, 1000))
    files = [os.path.join(root, "s/" * depth + "properties.json") for depth in range(64)]
    fold = "reduce inputs as $x ({}; . * $x)"
    return Comparison(
        ["resolve", "-c", deepest(64), "--root", root],
        ["jq", "-n", "-c", fold] + files,
        lambda a, b: json.loads(a) == json.loads(b),
        "jq",
    )


def large_file(names):
    """A file of 25 MB that holds small objects under so many names, besides that of each object."""

    def make(write, chance):
        def name():
            return f"name{chance.randrange(names)}"

        objects = {
            f"top{number}": {
                name(): {
                    f"{name()}-": f"value {chance.randrange(10**9)}",
                    name(): chance.randrange(10**6),
                    f"{name()}+": [1, 2.5, True, None],
                }
            }
            for number in range(200_000)
        }
        write("properties.json", {**objects, "last": 1})

    return make


def large(names, ours, their_name, theirs, same, run_theirs=run):
    """A question about such a file; None as a command is a program that is not here."""

    def case(inputs):
        root = inputs.tree(f"large-file-{names}", large_file(names))
        command = theirs and theirs + [f"{root}/properties.json"]
        return Comparison(ours + ["--root", root], command, same, their_name, memory=True, run_theirs=run_theirs)

    return case


def large_files():
    found = {}
    get_last = ["get", "/", "last"]
    loads = (
        "import orjson, sys, time; text = open(sys.argv[1], 'rb').read(); start = time.perf_counter();"
        "value = orjson.loads(text); print(time.perf_counter() - start, value['last'])"
    )
    python = next((one for one in ("python3", "/usr/bin/python3") if has_orjson(one)), None)
    orjson = python and [python, "-c", loads]
    for suffix, names, kind in [("", 10**9, "names mostly different"), ("-few-names", 500, "500 different names")]:
        title = f"get of the last key of a file of 25 MB, {kind}"
        found[f"get-large{suffix}"] = (
            large(names, get_last, "jq", ["jq", ".last"], lambda a, b: a == b == b"1\n"),
            title,
        )
        found[f"get-large-orjson{suffix}"] = (
            large(names, get_last, "orjson.loads alone", orjson, lambda a, b: [a.strip()] == b.split()[1:], times_itself),
            title,
        )
    found["resolve-large"] = (
        large(10**9, ["resolve", "-c", "/"], "jq", ["jq", "-c", "."], lambda a, b: json.loads(a) == json.loads(b)),
        "resolve -c of a file of 25 MB",
    )
    return found


def has_orjson(python):
    return shutil.which(python) and run([python, "-c", "import orjson"]).status == 0


def writing(make, file, ours, theirs, their_name):
    """One write, which both have to have made: heir's file holds a number, and so does the other's."""

    def case(inputs):
        root = make(inputs)

        def same(a, b):
            def number(name):
                with open(os.path.join(root, name)) as stream:
                    return int(re.search(r"port\W+(\d+)", stream.read()).group(1))

            # The other ran just before.
            return a == b == b"" and number(file[0]) == number(file[1]) + 1

        def placed(parts):
            return [part.replace("ROOT", root) for part in parts]

        return Comparison(placed(ours) + ["--root", root], placed(theirs), same, their_name)

    return case


def two_megabytes(inputs):
    def make(write, chance):
        rest = {f"key{number}": word(chance) * 4 for number in range(60_000)}
        write("properties.json", json.dumps({"db": {"port": 1}, "rest": rest}, indent=2))
        write("copy.jsn", json.dumps({"db": {"port": 1}, "rest": rest}, indent=2))
        lines = "".join(f"\t{key} = {value}\n" for key, value in rest.items())
        write("git.config", f"[db]\n\tport = 1\n[rest]\n{lines}")

    return inputs.tree("two-megabytes", make)


GIT_SET = ["git", "config", "--file"]
JQ_SET = ["sh", "-c", "jq --argjson v {turn} '.db.port = $v' ROOT/copy.jsn >ROOT/new && mv ROOT/new ROOT/copy.jsn"]


def set_in_three(*options):
    file = "prod/eu/git.config"
    ours = ["set", *options, "/prod/eu", "db.port", "{turn}"]
    theirs = GIT_SET + [f"ROOT/{file}", "db.port", "{turn}"]
    return writing(three_to_write, ("prod/eu/properties.json", file), ours, theirs, "git config")


COMPARISONS = {
    "set": (set_in_three(), "a value in a tree of three levels, with the account of whom it hits; git does not sync"),
    "set-quiet": (set_in_three("-q"), "the same without the account"),
    "set-2mb": (
        writing(
            two_megabytes,
            ("properties.json", "git.config"),
            ["set", "-q", "/", "db.port", "{turn}"],
            GIT_SET + ["ROOT/git.config", "db.port", "{turn}"],
            "git config",
        ),
        "a value in a file of 2 MB and 60,000 keys",
    ),
    "set-2mb-jq": (
        writing(
            two_megabytes,
            ("properties.json", "copy.jsn"),
            ["set", "-q", "/", "db.port", "{turn}"],
            JQ_SET,
            "jq and mv",
        ),
        "the same; jq and mv neither sync nor lock",
    ),
    "get": (get, "get of one key over three levels"),
    "get-again": (get_again, "the same from a shell's loop"),
    "start": (start(["get", "/prod/eu", "db.port", "--root", "ROOT"]), "the same"),
    "start-root-first": (start(["--root", "ROOT", "get", "/prod/eu", "db.port"]), "the same with the option before the command"),
    "absent": (absent, "get -q of a key that no level has, over three levels"),
    "resolve": (resolve, "resolve -c over 64 levels of 1,000 keys"),
    **large_files(),
    **teams(),
    **fleets(),
    **histories(),
}
