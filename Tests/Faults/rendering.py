"""Commands that make many files, each of its own: one scope's may be new while another's is old."""

import json
import os
import shutil
import signal
import subprocess
import time

from subject import Subject

FILE = "out/_root.json"
LIST = "out/.heir-rendered"
FOREIGN = "out/base.json"
PADDING = "x" * 12 * 1024
SECRET = b"meant for a closed directory"


class Rendered(Subject):
    """`{root}/tree` is rendered into `{root}/out/{scope}.json`, where an earlier run made what is stale: two files
    differ, one is right, two are missing, and two belong to scopes that are gone. A missing one is secret, and its
    directory closed to others. Where the file of a scope without one would be somebody else has put a file."""

    inodes = 50
    stride = 5

    def __init__(self, options, folder):
        super().__init__(options, folder)
        self.file = FILE
        self.keeps = False
        self.made = {}
        self.has_foreign = False

    def tree(self, start="file", root=None):
        if root is None:
            self.number += 1
            root = os.path.join(self.folder, f"tree{self.number % 4}")
            shutil.rmtree(root, ignore_errors=True)
            os.mkdir(root)

        def write(path, value):
            path = os.path.join(root, "tree", path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                json.dump(value, file)

        out = os.path.join(root, "out")
        if start == "link":
            os.mkdir(os.path.join(root, "far"))
            os.symlink("far", out)
        write("a.json", {"padding": PADDING, "port": 1})
        write("prod/a.json", {"port": 2})
        write("own/a.json", {"port": 5, "padding": "short"})
        write("gone/deep/a.json", {"port": 3})
        write("base/a.json", {"$abstract": True})
        self.has_foreign = start != "none"
        if start != "none":
            # One run makes them for all trees.
            if not self.made:
                status, output = self.run(root, "old")
                if status:
                    raise SystemExit(f"run: the command does not render (status {status}): {output}")
                for folder, _, names in os.walk(out):
                    for name in names:
                        path = os.path.join(folder, name)
                        with open(path, "rb") as file:
                            self.made[os.path.relpath(path, out)] = file.read()
            for name, content in self.made.items():
                path = os.path.join(out, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(content)
                os.chmod(path, 0o640)
            with open(os.path.join(out, "base.json"), "w") as file:
                file.write("mine")
            os.mkdir(os.path.join(out, "prod"), 0o700)
        write("a.json", {"padding": PADDING, "port": 4, "new": True})
        write("own/a.json", {"port": 5, "padding": "short", "$stop": ["new"]})
        write("prod/eu/a.json", {"secret": SECRET.decode()})
        write("prod/us/a.json", {})
        shutil.rmtree(os.path.join(root, "tree/gone"))
        return root

    def judge(self, root, status, old, new, litter_allowed=False, killed=()):
        state, litter = self.state(root)
        verdict = "new" if state == new else "old" if state == old else "some of both"
        problem = self.broken(state, old, new) or self.readable(root)
        if not problem and litter and not litter_allowed:
            problem = f"left {litter} (status {status})"
        if not problem and status not in killed:
            if status == 0 and state != new:
                problem = "status 0, but files are old ones"
            elif status not in (0, 2):
                problem = f"status {status}"
        return verdict + ("+litter" if litter and status in killed else ""), problem

    def judge_refused(self, root, status, old, output):
        """What is wrong where not all can be made."""
        _, new = self.expected_once()
        problem = self.judge(root, status, old, new)[1]
        if not problem and status != 2:
            problem = f"status {status}: {output}"
        return problem or (None if output.strip() else "nothing is said")

    def judge_next(self, root):
        """Another run makes all that is missing, and leaves nothing of what was left."""
        status, output = self.run(root, "two")
        state, litter = self.state(root)
        if status != 0:
            return f"the next run failed with {status}: {output}"
        _, new = self.expected_once()
        wanted = {key: told[3] for key, told in new.items() if key.startswith("out/")}
        if not self.has_foreign:
            del wanted[FOREIGN]
        there = {
            # What a link leads to stands for what is behind it.
            key.replace("far/", "out/", 1): told[3] for key, told in state.items()
            if key.startswith(("out/", "far/"))
        }
        # Whether a killed run has written the foreign file nobody can know.
        lists = [json.loads(files[LIST]) for files in (wanted, there)]
        for entry in lists[1]["rendered"]:
            if set(entry.pop("begun", [])) - {"/base"}:
                return "the next run leaves files that it takes for begun"
        if lists[0] != lists[1] or wanted | {LIST: None} != there | {LIST: None}:
            return f"the next run leaves {sorted(there)}"
        return f"after the next run there is {litter}" if litter else None

    def expected_once(self):
        if not hasattr(self, "both"):
            number, self.number = self.number, -2
            has_foreign = self.has_foreign
            self.both = self.expected("file")
            shutil.rmtree(os.path.join(self.folder, "tree3"))
            self.number, self.has_foreign = number, has_foreign
        return self.both

    @staticmethod
    def readable(root):
        """Whether a secret is outside the directory that is closed, be it in a draft."""
        for folder, names, files in os.walk(os.path.join(root, "out"), followlinks=True):
            if "prod" in names:
                names.remove("prod")
            for name in files:
                path = os.path.join(folder, name)
                if os.path.isfile(path) and not os.path.islink(path):
                    with open(path, "rb") as file:
                        if SECRET in file.read():
                            return f"the secret is in {name}"
        return None

    @staticmethod
    def broken(state, old, new):
        for key, told in state.items():
            if key.endswith(".heir-rendered"):
                continue
            # Somebody else's files of no tree, such as what fills a disk, are not looked at.
            if key.startswith("filler"):
                continue
            if told not in (old.get(key), new.get(key)):
                return f"{key} is neither the old file nor the new one"
        for key in old.keys() & new.keys():
            if key not in state:
                return f"{key} is gone"
        listed = set()
        for key, told in state.items():
            if key.endswith(".heir-rendered"):
                for entry in json.loads(told[3])["rendered"]:
                    listed |= set(entry["scopes"]) | set(entry.get("begun", []))
                    if "/base" in entry["scopes"]:
                        return "a file that was never written is listed as written"
        for key in state:
            if os.path.basename(key) == "base.json":
                continue
            if key.startswith(("out/", "far/")) and key.endswith(".json"):
                scope = "/" if key.endswith("/_root.json") else key[3:-5]
                if scope not in listed:
                    return f"{key} is there, and nobody knows of it"
        return None


def replaced(subject, table):
    """What somebody else puts in the place of a file that is about to be replaced."""
    outside = os.path.join(subject.folder, "outside")

    def renamed(path):
        with open(path + "~", "wb") as file:
            file.write(b"{}")
        os.rename(path + "~", path)

    def linked(path):
        os.unlink(path)
        os.symlink(outside, path)

    def folder(path):
        os.unlink(path)
        os.mkdir(path)

    def way_linked(path):
        shutil.rmtree(os.path.join(os.path.dirname(path), "prod"), ignore_errors=True)
        os.symlink(subject.folder, os.path.join(os.path.dirname(path), "prod"))

    for edit in (renamed, os.unlink, linked, folder, way_linked):
        with open(outside, "wb") as file:
            file.write(b"precious")
        root = subject.tree()
        before = sorted(os.listdir(subject.folder))
        moves = [call for call in subject.calls("file") if call[0].startswith("rename")]
        root = subject.tree()
        path = os.path.join(root, FILE)
        # The first is the list's.
        name = moves[1][0]
        strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e"]
        strace += [f"inject={name}:delay_enter=1500000:when={moves[1][1]}"]
        writer = subprocess.Popen(
            [*strace, *subject.words(root, "one")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        time.sleep(0.8)
        edit(path)
        output = writer.communicate()[0].decode(errors="replace")
        problem = None
        with open(outside, "rb") as file:
            if file.read() != b"precious" or sorted(os.listdir(subject.folder)) > before:
                problem = "it was written through a link"
        if edit in (folder, way_linked):
            if writer.returncode != 2 or not output.strip():
                problem = f"status {writer.returncode}: {output}"
        else:
            problem = problem or (writer.returncode and f"status {writer.returncode}: {output}")
            problem = problem or subject.judge_next(root)
        if not problem and subject.state(root)[1]:
            problem = f"left {subject.state(root)[1]}"
        table.count("replaced", edit.__name__, "whole", problem)


def crowd(subject, table):
    """Many that render the same at once, some of which are killed."""
    for start in ("file", "none"):
        root = subject.tree(start)
        runs = []
        for number in range(8 if subject.short else 40):
            runs.append(subprocess.Popen(
                subject.words(root, "one"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE))
            if number % 4 == 3:
                time.sleep(0.001 * (number % 9))
                runs[-1].send_signal(signal.SIGKILL)
        for run in runs:
            output = run.communicate(timeout=600)[1].decode(errors="replace")
            problem = None
            if run.returncode not in (0, -signal.SIGKILL):
                problem = f"status {run.returncode}: {output}"
            table.count("crowd", start, "killed" if run.returncode else "whole", problem)
        table.count("crowd", f"{start}, next run", "clean", subject.judge_next(root))
