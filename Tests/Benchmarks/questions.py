"""Questions to heir, each beside a command of another program that answers the same, or reads the same files."""

import json
import os
import random
import re

from inputs import SEED, configuration, deepest, directories, levels, word


class Question:
    """The arguments of heir, the command of the other program, and whether their outputs agree."""

    def __init__(self, heir, other, agree):
        self.heir, self.other, self.agree = heir.split(), other, agree


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


def large_file(write, chance):
    """A file of 25 MB that holds small objects under different names."""

    def name():
        return f"name{chance.randrange(10**9)}"

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


def start(inputs):
    return Question(f"get /prod/eu db.port --root {three_levels(inputs)}", ["true"], lambda ours, _: ours == b"5434\n")


def get(inputs):
    root = three_levels(inputs)
    git = f"git config --includes --file {root}/prod/eu/git.config --get db.port"
    return Question(f"get /prod/eu db.port --root {root}", git.split(), lambda ours, theirs: ours == theirs == b"5434\n")


def set_value(inputs):
    root = three_levels(inputs, "three-to-write")

    def port(name):
        with open(f"{root}/prod/eu/{name}") as file:
            return int(re.search(r"port\W+(\d+)", file.read()).group(1))

    # The other program ran just before; {turn} is another number in each run.
    git = f"git config --file {root}/prod/eu/git.config db.port {{turn}}"
    return Question(
        f"set -q /prod/eu db.port {{turn}} --root {root}", git.split(),
        lambda ours, _: ours == b"" and abs(port("properties.json") - port("git.config")) <= 1)


def resolve(inputs):
    root = inputs.tree("levels", levels(64, 1000))
    files = [os.path.join(root, "s/" * depth + "properties.json") for depth in range(64)]
    return Question(
        f"resolve -c {deepest(64)} --root {root}", ["jq", "-n", "-c", "reduce inputs as $x ({}; . * $x)", *files],
        lambda ours, theirs: json.loads(ours) == json.loads(theirs))


def get_large(inputs):
    root = inputs.tree("large", large_file)
    return Question(
        f"get / last --root {root}", ["jq", ".last", f"{root}/properties.json"], lambda ours, theirs: ours == theirs)


def resolve_large(inputs):
    root = inputs.tree("large", large_file)
    return Question(
        f"resolve -c / --root {root}", ["jq", "-c", ".", f"{root}/properties.json"],
        lambda ours, theirs: json.loads(ours) == json.loads(theirs))


COUNTS = [10] * 4
SCOPES = len(directories(COUNTS))


def team(inputs):
    """A tree of 11,111 directories."""
    return inputs.tree("team", configuration(100, COUNTS))


def reading(*roots):
    """A command that reads the files and does nothing with them."""
    return ["find", *roots, "-name", "*.json", "-exec", "cat", "{}", "+"]


def scopes_of(output, member):
    found = json.loads(output)
    lists = [value["scopes"] for key in found["keys"] for value in key["values"]] if member == "keys" else [
        change["scopes"] for change in found["changes"]]
    return sum(len(one) for one in lists)


def check(inputs):
    root = team(inputs)
    return Question(f"check -q --root {root}", reading(root), lambda ours, _: ours == b"")


def where(inputs):
    root = team(inputs)
    return Question(
        f"where / group3.key3 --json -c -q --root {root}", reading(root),
        lambda ours, _: scopes_of(ours, "keys") == SCOPES)


def where_all(inputs):
    root = team(inputs)
    # Each scope has the ten groups of the root, and all but that three keys of their own.
    return Question(
        f"where / * --json -c -q --root {root}", reading(root),
        lambda ours, _: scopes_of(ours, "keys") == SCOPES * 10 + (SCOPES - 1) * 3)


def impact(inputs):
    def edited(write, _):
        # The same random numbers as in the tree itself.
        configuration(100, COUNTS, {"group3": {"key3": "edited"}})(write, random.Random(f"{SEED} team"))

    root, before = team(inputs), inputs.tree("team-edited", edited)
    return Question(
        f"impact --json -c -q --exit-zero --root {root} --against {before}", reading(root, before),
        lambda ours, _: scopes_of(ours, "changes") > SCOPES / 2)


def render(inputs):
    root = team(inputs)
    return Question(
        f"resolve / --below -q --root {root} -o {root}-out/{{scope}}.json", reading(root), lambda ours, _: ours == b"")


COMMITS = 5_000


def log(inputs):
    # Four hundred directories, of which the scope reads those on its way.
    counts = [3, 4, 32]
    root = inputs.tree("history", configuration(100, counts))
    if not os.path.isdir(f"{root}/.git"):
        inputs.git(root, "init -q -b main", "add -A", "commit -q -m first")
        made = commits(COMMITS, directories(counts), random.Random(f"{SEED} history"))
        inputs.git(root, "fast-import --quiet", "repack -adq", "reset -q --hard", message="".join(made))
    files = "extra.json a0/extra.json a0/b0/extra.json a0/b0/c0/extra.json"
    return Question(
        f"log -q /a0/b0/c0 db.port --root {root}", f"git -C {root} log --format=%H -- {files}".split(),
        lambda ours, theirs: 0 < ours.count(b"\n") <= theirs.count(b"\n"))


def commits(count, paths, chance):
    """The input of `git fast-import` for commits that each write a file of one directory."""
    for number in range(count):
        text = json.dumps({"db": {"port": number}, "turn": number})
        yield f"commit refs/heads/main\ncommitter a <a@example> {1_700_000_000 + number} +0000\ndata 4\nnext\n"
        if not number:
            yield "from refs/heads/main^0\n"
        yield f"M 644 inline {chance.choice(paths)}extra.json\ndata {len(text)}\n{text}\n"


QUESTIONS = {
    "start": (start, "get of one key, beside a program that does nothing"),
    "get": (get, "get of one key over three levels"),
    "set": (set_value, "set of a value in a tree of three levels; git does not sync"),
    "resolve": (resolve, "resolve -c over 64 levels of 1,000 keys"),
    "get-large": (get_large, "get of the last key of a file of 25 MB"),
    "resolve-large": (resolve_large, "resolve -c of a file of 25 MB"),
    "check": (check, f"check of {SCOPES:,} directories"),
    "where": (where, f"where of one key in {SCOPES:,} directories"),
    "where-all": (where_all, f"where of all keys in {SCOPES:,} directories"),
    "impact": (impact, f"impact of an edit in the root of {SCOPES:,} directories"),
    "render": (render, f"resolve --below of {SCOPES:,} directories, unchanged after the first time"),
    "log": (log, f"log of one key over {COMMITS:,} commits in 400 directories"),
}
