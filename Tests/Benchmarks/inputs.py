"""Trees that are generated from a seed."""

import json
import os
import random
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
SEED = 20260314


class Inputs:
    """Trees by name, each generated once."""

    def __init__(self, directory):
        self.directory = directory

    def tree(self, name, make):
        """The directory of a tree; `make(write, random)` writes its files."""
        root = os.path.join(self.directory, name)
        if not os.path.isdir(root):
            os.makedirs(root)

            def write(path, text):
                file = os.path.join(root, path)
                os.makedirs(os.path.dirname(file), exist_ok=True)
                with open(file, "w") as stream:
                    stream.write(text if isinstance(text, str) else json.dumps(text))

            write(".heir", "")
            make(write, random.Random(f"{SEED} {name}"))
        return root

    def repository(self, name, before, after, message="before"):
        """The directory of a tree in a work tree of git: `before` is committed, and `after` is in the directory."""
        root = self.tree(name, before)
        if not os.path.isdir(f"{root}/.git"):
            self.git(root, "init -q", "add -A", "commit -q -F -", "repack -adq", message=message)
            shutil.copytree(self.tree(f"{name}-after", after), root, dirs_exist_ok=True)
        return root

    def git(self, root, *lines, message=""):
        environment = dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1")
        for line in lines:
            command = ["git", "-c", "user.name=a", "-c", "user.email=a@example", *line.split()]
            subprocess.run(command, cwd=root, env=environment, check=True, input=message.encode())


def word(chance):
    return "".join(chance.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(chance.randint(3, 10)))


def directories(counts):
    """All paths of a tree of directories in which each level has the next count of children."""
    paths = [""]
    level = [""]
    for depth, count in enumerate(counts):
        level = [f"{above}{'abcdefgh'[depth]}{number}/" for above in level for number in range(count)]
        paths += level
    return paths


def configuration(keys, counts, edits={}):
    """A root with groups of settings, and scopes that each have some of their own and change nine of the root;
    `edits` are values of the root."""

    def make(write, chance):
        groups = keys // 10
        root = {
            f"group{group}": {f"key{key}": f"{word(chance)} {group}.{key}" for key in range(9)} for group in range(groups)
        }
        for group in root.values():
            group["list"] = [word(chance) for _ in range(3)]
        for name, values in edits.items():
            root[name].update(values)
        write("properties.json", json.dumps(root, indent=2))
        for number, path in enumerate(directories(counts)[1:]):
            own = {
                "name": f"{word(chance)}-{number}",
                "limits": {"cpu": number, "memory": f"{number}M", "files": -number},
                "hosts": [f"{word(chance)}.{number}.example" for _ in range(4)],
            }
            for group in sorted(chance.sample(range(10), 3)):
                own[f"group{group}"] = {f"key{key}": f"own {number}.{key}" for key in sorted(chance.sample(range(9), 3))}
            if path.count("/") == 1:
                own["$stop"] = [f"group{chance.randrange(10)}.list"]
            write(path + "properties.json", json.dumps(own, indent=2))

    return make


def levels(count, keys):
    """A tree of `count` scopes, each in the one before, that each write `keys` keys."""

    def make(write, chance):
        path = ""
        for depth in range(count):
            own = {}
            for _ in range(keys):
                name = f"key{chance.randrange(keys * 2)}"
                own[name] = {"a": f"{word(chance)} {depth}", word(chance)[:2]: depth} if int(name[3:]) % 4 == 0 else depth
            write(path + "properties.json", own)
            path += "s/"

    return make


def deepest(count):
    return "/" + "/".join(["s"] * (count - 1))
