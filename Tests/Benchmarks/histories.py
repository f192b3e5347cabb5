"""Questions to the history of a tree, beside what git needs to list the commits that touch the same files."""

import json
import os
import random
import subprocess
import time

from comparison import Comparison
from inputs import SEED
from measuring import run

LAST = "/a/p/h0"


def files():
    """Four hundred files: of the root, of 3 scopes, of 4 in each, and of 32 in each of those."""
    paths = [""]
    for outer in "abc":
        paths += [f"{outer}/"] + [f"{outer}/{inner}/" for inner in "pqrs"]
        paths += [f"{outer}/{inner}/h{number}/" for inner in "pqrs" for number in range(32)]
    return [path + "properties.json" for path in paths]


def text(chance, number):
    """A file of ten keys, of which 'db.port' is of one of the last few."""
    keys = {f"key{key}": f"value {chance.randrange(10**6)}" for key in range(9)}
    return json.dumps({"db": {"host": f"h{number % 50}.example", "port": 5000 + number // 20 % 100}, **keys}, indent=2)


def history(inputs, commits):
    """A repository in which each commit after the first writes one file anew."""
    root = os.path.join(inputs.directory, f"history-{commits}")
    if os.path.isdir(root):
        return root
    chance = random.Random(f"{SEED} history {commits}")
    paths = files()

    def stream(out):
        def put(line):
            out.write(line.encode())

        def file(path, content):
            put(f"M 644 inline {path}\ndata {len(content)}\n{content}\n")

        for number in range(commits):
            put(f"commit refs/heads/main\ncommitter a <a@example> {1_700_000_000 + number * 60} +0000\ndata 2\nc\n")
            if number == 0:
                file(".heir", "")
                for path in paths:
                    file(path, text(chance, 0))
            else:
                file(chance.choice(paths), text(chance, number))

    os.makedirs(root)
    environment = dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_NOSYSTEM="1")
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=root, env=environment, check=True)
    with subprocess.Popen(["git", "fast-import", "--quiet"], cwd=root, env=environment, stdin=subprocess.PIPE) as maker:
        stream(maker.stdin)
    for line in ["repack -adq", "reset -q --hard"]:
        subprocess.run(["git"] + line.split(), cwd=root, env=environment, check=True)
    return root


def first_line(command, keep=False):
    """Runs a command until its first line has come."""
    started = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        line = process.stdout.readline()
        wall = time.perf_counter() - started
        process.stdout.close()
        process.kill()
    one = run(["true"])
    one.wall, one.output, one.status = wall, line, 0 if line else 1
    return one


def log(commits, is_first=False):
    def case(inputs):
        root = history(inputs, commits)
        paths = ["properties.json", "a/properties.json", "a/p/properties.json", "a/p/h0/properties.json"]

        def same(ours, theirs):
            """Each line of heir's is of one of git's commits; the last is of the oldest, with which all began."""
            told = [line.split()[0] for line in ours.splitlines() if line[:1].isalnum() or line[:1] == b"c"]
            listed = theirs.split()
            known = {one[: len(told[0])] for one in listed} if told else set()
            return bool(told) and all(one in known for one in told) and (is_first or listed[-1].startswith(told[-1]))

        git = ["git", "-C", root, "log", "--format=%H", "--"] + paths
        ours = ["log", "-q", LAST, "db.port", "--root", root]
        more = {"run_ours": first_line} if is_first else {}
        return Comparison(ours, git, same, "git log of the same files" + (", to its end" if is_first else ""), **more)

    return case


def histories():
    return {
        "log": (log(5_000), "log of one key over 5,000 commits of 400 files"),
        "log-first": (log(5_000, is_first=True), "the first line of it"),
        "log-long": (log(100_000), "the same over 100,000 commits"),
    }
