"""Questions to whole trees, beside reading their files."""

import json
import math
import os
import random
import shutil
import subprocess

from comparison import Comparison
from inputs import SEED, configuration, directories
from measuring import run


def beside_loop(inputs, ours, roots, is_right=lambda output: output == b"", **more):
    """What is asked of whole trees, beside reading their files and looking at nothing in them."""
    files, bytes = (sum(counts) for counts in zip(*(inputs.written[root] for root in roots)))

    def same(ours, theirs):
        return is_right(ours) and theirs.split() == [b"%d" % files, b"%d" % bytes]

    return Comparison(ours, inputs.loop and [inputs.loop] + roots, same, "reading alone", memory=True, **more)


def checking(inputs, root, roots, scopes, *arguments):
    # Nothing to find; that all of it was looked at is told by the list of scopes.
    proof = (["scopes", "-q", "--root", root], scopes)
    return beside_loop(inputs, ["check", "-q", "--root", root, *arguments], roots, proof=proof)


def scopes_of(output):
    """In how many scopes the keys that 'where' tells of have a value."""
    return sum(len(value["scopes"]) for key in json.loads(output)["keys"] for value in key["values"])


def changes_of(output):
    """In how many scopes 'impact' tells of a change."""
    return sum(len(change["scopes"]) for change in json.loads(output)["changes"])


class Team:
    """Questions to a tree of a configuration, and as its root and its scopes grow."""

    def __init__(self, name, keys, counts):
        self.name, self.keys, self.counts = name, keys, counts
        self.scopes = len(directories(counts))

    def root(self, inputs):
        return inputs.tree(self.name, configuration(self.keys, self.counts))

    def check(self, inputs):
        root = self.root(inputs)
        return checking(inputs, root, [root], self.scopes)

    def where(self, inputs):
        root = self.root(inputs)
        ours = ["where", "/", "group3.key3", "--json", "-c", "-q", "--root", root]
        return beside_loop(inputs, ours, [root], lambda output: scopes_of(output) == self.scopes)

    def impact(self, inputs):
        """Of one edit in the root."""
        root = self.root(inputs)

        def edited(write, _):
            def write_edited(path, text):
                value = json.loads(text)
                if path == "properties.json":
                    value["group3"]["key3"] = "edited"
                write(path, json.dumps(value, indent=2))

            configuration(self.keys, self.counts)(write_edited, random.Random(f"{SEED} {self.name}"))

        def takers(directory):
            """How many scopes have the root's value."""
            with open(f"{directory}/properties.json") as file:
                if directory != root and "key3" in json.load(file).get("group3", {}):
                    return 0
            return 1 + sum(takers(entry.path) for entry in os.scandir(directory) if entry.is_dir())

        before = inputs.tree(f"{self.name}-edited", edited)
        ours = ["impact", "--json", "-c", "-q", "--exit-zero", "--root", root, "--against", before]
        return beside_loop(inputs, ours, [root, before], lambda output: changes_of(output) == takers(root))

    def beside_checks(self, inputs, ours, is_right):
        """What prints much, to where that costs nothing, beside three checks."""
        root = self.root(inputs)
        work = 'for i in 1 2 3; do "$1" check -q --root "$2" || exit; done'
        theirs = ["sh", "-c", work, "sh", "{heir}", root]
        return Comparison(
            ours + ["-q", "--root", root], theirs, lambda ours, theirs: is_right(ours) and theirs == b"",
            "three checks", memory=True, prints=True,
        )

    def where_all(self, inputs):
        # Each scope has the groups of the root, and all but that three keys of their own.
        values = self.scopes * (self.keys // 10) + (self.scopes - 1) * 3
        return self.beside_checks(
            inputs, ["where", "/", "*", "--json", "-c"], lambda output: scopes_of(output) == values
        )

    def explain_all(self, inputs):
        scope = "/" + "/".join(f"{'abcdefgh'[depth]}0" for depth in range(len(self.counts)))
        # One list is stopped above it; it has a name, limits and hosts of its own.
        return self.beside_checks(
            inputs, ["explain", scope], lambda output: output.count(b"\n") == self.keys - 1 + 5
        )

    def repeating(self, inputs):
        """A tree in which 6,000 scopes say once more what they inherit."""

        def make(write, chance):
            left = 6000

            def repeat(path, text):
                nonlocal left
                value = json.loads(text)
                if path == "properties.json" or path.count("/") == len(self.counts) and left > 0:
                    left -= path != "properties.json"
                    value["same"] = "as above"
                write(path, json.dumps(value, indent=2))

            configuration(self.keys, self.counts)(repeat, chance)

        return inputs.tree(f"{self.name}-to-tidy", make)

    def tidy_dry(self, inputs):
        root = self.repeating(inputs)

        def same(ours, theirs):
            return ours.count(b'\n-  "same"') == 6000 == theirs.count(b"[redundant]\n")

        check = ["{heir}", "check", "-q", "--root", root]
        ours = ["tidy", "--dry-run", "-q", "--root", root]
        return Comparison(ours, check, same, "its check", memory=True, statuses=(1, 0), prints=True)

    def tidy(self, inputs):
        """Each time of a tree that nobody has tidied."""
        root = self.repeating(inputs)
        written = f"{root}-written"

        def run_anew(command, **more):
            shutil.rmtree(written, ignore_errors=True)
            shutil.copytree(root, written)
            return run(command, **more)

        def is_tidy(_):
            found = subprocess.run(["grep", "-rl", '"same"', written], stdout=subprocess.PIPE)
            return found.stdout == f"{written}/properties.json\n".encode()

        check = ["{heir}", "check", "-q", "--root", root]
        ours = ["tidy", "-q", "--root", written]
        return Comparison(ours, check, lambda ours, _: is_tidy(ours), "its check", run_ours=run_anew)


    def render(self, inputs, *more, made=False):
        """A file for each scope, beside a check and two copies of all that is made; where all is there already,
        beside a check and two readings of it."""
        root = self.root(inputs)
        out, copy = f"{root}-out", f"{root}-copy"

        def command(directory):
            return ["resolve", "/", "--below", "-q", "--root", root, "-o", directory + "/{scope}.json"]

        if not os.path.exists(out):
            subprocess.run([inputs.heir, *command(out)], check=True)
        again = "cat" if made else "cp"
        work = f'"$1" check -q --root "$2" && for i in 1 2; do {again} "$3" "$4$i" || exit; done'
        if made:
            work = work.replace('cat "$3" "$4$i"', 'find "$3" -type f -exec cat {} + >"$4"')
        else:
            work = work.replace('cp "$3"', 'cp -r "$3"')

        def run_anew(command, **more):
            for path in [f"{root}-new", copy, f"{copy}1", f"{copy}2"]:
                shutil.rmtree(path, ignore_errors=True)
            return run(command, **more)

        def is_right(ours, _):
            new = out if made else f"{root}-new"
            there = subprocess.run(["find", new, "-name", "*.json"], stdout=subprocess.PIPE).stdout
            same = subprocess.run(["diff", "-rq", out, new], stdout=subprocess.PIPE)
            return ours == b"" and there.count(b"\n") == self.scopes and same.stdout == b""

        theirs = ["sh", "-c", work, "sh", "{heir}", root, out, "/dev/null" if made else copy]
        name = f"check and two {'readings' if made else 'copies'} of what it makes"
        ours = command(out if made else f"{root}-new") + list(more)
        runs = {} if made else {"run_ours": run_anew, "run_theirs": run_anew}
        return Comparison(ours, theirs, is_right, name, memory=made, **runs)

    def render_again(self, inputs):
        return self.render(inputs, made=True)

    def verify(self, inputs):
        return self.render(inputs, "--verify", made=True)


class Fleet:
    """A root of many keys over scopes that each have 20 of their own; each seventh of those without scopes
    below changes one of the root's. An edit is one key of the root and one of each hundredth of the last."""

    def __init__(self, keys, counts):
        self.keys, self.counts = keys, counts
        self.paths = directories(counts)
        self.first_leaf = len(self.paths) - math.prod(counts)
        leaves = range(self.first_leaf, len(self.paths))
        self.holders = [number for number in leaves if number % 7 == 0]
        self.edited = [number for number in leaves if number % 100 == 0]
        # How many scopes have another value: of the root's key, and of their own.
        self.hits = len(self.paths) - sum(number % keys == 3 for number in self.holders) + len(self.edited)
        self.name = f"fleet-{keys}-{len(self.paths)}"

    def make(self, large, edit):
        def make(write, _):
            chance = random.Random(f"{SEED} {self.name}")
            length = 215 if large else 8
            holders, edited = set(self.holders), set(self.edited) if edit else set()

            def value():
                return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=length))

            root = {f"key{number}": value() for number in range(self.keys)}
            if edit:
                root["key3"] = "edited"
            write("properties.json", root)
            for number, path in enumerate(self.paths[1:], 1):
                own = {f"o{number}x{key}": value() for key in range(20)}
                if number in holders:
                    own[f"key{number % self.keys}"] = f"held {number}"
                if number in edited:
                    own[f"o{number}x0"] = "edited"
                write(path + "properties.json", json.dumps(own, separators=(",", ":")))

        return make

    def now(self, inputs):
        return inputs.tree(self.name, self.make(inputs.large, True))

    def before(self, inputs):
        return inputs.tree(f"{self.name}-before", self.make(inputs.large, False))

    def committed(self, inputs):
        return inputs.repository(f"{self.name}-git", self.make(inputs.large, False), self.make(inputs.large, True))

    def where(self, inputs):
        root = self.now(inputs)
        ours = ["where", "/", "key3", "--json", "-c", "-q", "--root", root]
        return beside_loop(inputs, ours, [root], lambda output: scopes_of(output) == len(self.paths))

    def impact(self, inputs, root, *arguments):
        ours = ["impact", "--json", "-c", "-q", "--exit-zero", "--root", root, *arguments]
        roots = [self.now(inputs), self.before(inputs)]
        return beside_loop(inputs, ours, roots, lambda output: changes_of(output) == self.hits)

    def impact_against(self, inputs):
        return self.impact(inputs, self.now(inputs), "--against", self.before(inputs))

    def impact_since(self, inputs):
        return self.impact(inputs, self.committed(inputs), "--since", "HEAD")

    def check(self, inputs):
        root = self.now(inputs)
        return checking(inputs, root, [root], len(self.paths))

    def check_since(self, inputs):
        roots = [self.now(inputs), self.before(inputs)]
        return checking(inputs, self.committed(inputs), roots, len(self.paths), "--since", "HEAD")


def fleets():
    """Every question over scopes that have much of their own, and as the root and the scopes grow."""
    found = {}
    sizes = [("", 1000, [10] * 4, ""), ("-keys", 10000, [10] * 4, ", ten times the keys in the root")]
    sizes.append(("-scopes", 1000, [20, 10, 10, 10], ", twice the scopes"))
    for suffix, keys, counts, size in sizes:
        fleet = Fleet(keys, counts)
        number = f"{len(fleet.paths):,} directories"
        found[f"where-own{suffix}"] = (fleet.where, f"where of one key in {number} with 20 keys each{size}")
        found[f"impact-own{suffix}"] = (fleet.impact_against, f"impact of {len(fleet.edited) + 1} edits on {number}{size}")
        found[f"impact-since{suffix}"] = (fleet.impact_since, f"the same, the tree as it was read through git{size}")
        found[f"check-own{suffix}"] = (fleet.check, f"check -q of {number} with 20 keys each{size}")
        found[f"check-since{suffix}"] = (fleet.check_since, f"the same since a revision{size}")
    return found


def teams():
    found = {}
    team = Team("team", 100, [10] * 4)
    number = f"{team.scopes:,} directories"
    for suffix, one, title in [
        ("", team, f"check -q of {number}"),
        ("-keys", Team("team-keys", 1000, [10] * 4), "the same, ten times the keys in the root"),
        ("-scopes", Team("team-scopes", 100, [20, 10, 10, 10]), "the same, twice the scopes"),
    ]:
        found[f"check{suffix}"] = (one.check, title)
    found["where"] = (team.where, f"where of one key in {number}")
    found["impact"] = (team.impact, f"impact of an edit in the root of {number}")
    found["where-all"] = (team.where_all, f"where of all keys in {number}")
    found["explain-all"] = (team.explain_all, f"explain of all keys of one of {number}")
    found["render"] = (team.render, f"resolve --below of {number}, a file each")
    found["render-again"] = (team.render_again, "the same, of which nothing has changed")
    found["verify"] = (team.verify, "the same with --verify")
    found["tidy-dry-run"] = (team.tidy_dry, f"tidy --dry-run of {number}, 6,000 removals")
    found["tidy"] = (team.tidy, "the same, written and synced file by file")
    return found
