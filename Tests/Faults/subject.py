"""The command, the trees that it writes in, and what may be found there afterwards."""

import os
import re
import shutil
import stat
import subprocess
import sys

# Something long that stays, so that limits of a file's size bite.
OLD = b'{\n  "padding": "' + b"x" * 60 * 1024 + b'"\n}\n'
LITTER = re.compile(r"\.heir-[0-9a-f]{16}\.(tmp|out)$")
MEMORY = {"brk", "mmap", "munmap", "mprotect", "madvise", "mremap"}


class Subject:
    # A disk with so many has room for a tree and little else.
    inodes = 8
    # A short run tries every one in so many calls.
    stride = 1

    def __init__(self, options, folder):
        self.command = options.command
        self.short = options.short
        self.file = options.file
        # Whether the old content is part of the new one.
        self.keeps = True
        self.folder = folder
        self.number = 0
        program = shutil.which(self.command[0])
        if not program:
            sys.exit(f"run: there is no program '{self.command[0]}'")
        # The command may be run as another user, from another directory.
        self.command[0] = os.path.abspath(program)

    def demand_strace(self):
        probe = ["strace", "-qq", "-o", "/dev/null", "true"]
        if not shutil.which("strace") or subprocess.run(probe).returncode:
            sys.exit("run: strace is needed, and permission to trace; install it")

    # Trees

    def tree(self, start="file", root=None):
        """A fresh tree, in which the file is there, a link to it, or nothing; and in a scope below it
        another one, for commands that write several."""
        if root is None:
            self.number += 1
            root = os.path.join(self.folder, f"tree{self.number % 4}")
            shutil.rmtree(root, ignore_errors=True)
            os.mkdir(root)
        path = os.path.join(root, self.file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if start == "link":
            os.mkdir(os.path.join(root, "far"))
            os.symlink("far/real.json", path)
            path = os.path.join(root, "far/real.json")
        second = os.path.join(root, "second", self.file)
        os.makedirs(os.path.dirname(second))
        for path in [path, second] if start != "none" else []:
            with open(path, "wb") as file:
                file.write(OLD)
            os.chmod(path, 0o640)
        return root

    def target(self, root):
        return os.path.realpath(os.path.join(root, self.file))

    def state(self, root):
        """All that is in a tree, and apart from it what writers left."""
        state, litter = {}, []
        for folder, _, files in os.walk(root):
            for name in files:
                path = os.path.join(folder, name)
                if LITTER.match(name):
                    litter.append(name)
                    continue
                told = os.lstat(path)
                if stat.S_ISLNK(told.st_mode):
                    content = os.readlink(path)
                elif stat.S_ISREG(told.st_mode):
                    with open(path, "rb") as file:
                        content = file.read()
                else:
                    content = None
                key = os.path.relpath(path, root)
                state[key] = (oct(told.st_mode), told.st_uid, told.st_gid, content)
        return state, litter

    # Runs

    def words(self, root, word):
        return [
            part.replace("{root}", root).replace("{word}", word) for part in self.command
        ]

    def run(self, root, word, before=(), **more):
        """Runs the command behind others (strace, setpriv); its status, signals negative."""
        done = subprocess.run(
            [*before, *self.words(root, word)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, **more)
        # A shell or strace reports a signal as 128 and more.
        status = done.returncode
        return (128 - status if status > 128 else status), done.stdout.decode(errors="replace")

    def traced(self, root, word, *injections, log="/dev/null", **more):
        strace = ["strace", "-f", "-qq", "-o", log]
        for injection in injections:
            strace += ["-e", f"inject={injection}"]
        return self.run(root, word, before=strace, **more)

    def expected(self, start):
        """The tree before and after an undisturbed run."""
        root = self.tree(start)
        old, _ = self.state(root)
        status, output = self.run(root, "one")
        new, litter = self.state(root)
        if status != 0 or litter or new == old:
            sys.exit(f"run: the command does not write (status {status}): {output}")
        return old, new

    def calls(self, start):
        """The command's calls that can matter, from the first that names the tree: name, how many of it
        there were by then, the line of the trace."""
        root = self.tree(start)
        log = os.path.join(self.folder, "log")
        self.traced(root, "one", log=log)
        with open(log, errors="replace") as file:
            lines = [line.split(None, 1)[1] for line in file if " " in line]
        counts, calls, begun = {}, [], False
        for line in lines:
            name = re.match(r"(\w+)\(", line)
            if not name or "resumed>" in line:
                continue
            name = name.group(1)
            counts[name] = counts.get(name, 0) + 1
            begun = begun or (root in line and name != "execve")
            if begun and name not in MEMORY:
                calls.append((name, counts[name], line.strip()))
        return calls

    # Judgement

    def judge(self, root, status, old, new, litter_allowed=False, killed=()):
        """What became of a run, and what is wrong with it."""
        state, litter = self.state(root)
        verdict = "new" if state == new else "old" if state == old else "some of both"
        whole = all(told in (old.get(key), new.get(key)) for key, told in state.items())
        if not whole or (verdict == "some of both" and status not in killed):
            return verdict, f"neither the old files nor the new ones (status {status})"
        if litter and not litter_allowed:
            return verdict, f"left {litter} (status {status})"
        if status in killed:
            return verdict + ("+litter" if litter else ""), None
        if status == 0 and verdict != "new":
            return verdict, "status 0, but the file is the old one"
        if status == 2 and verdict != "old":
            return verdict, "status 2, but the file is the new one"
        if status not in (0, 2):
            return verdict, f"status {status}"
        return verdict, None

    def judge_refused(self, root, status, old, output):
        """What is wrong where nothing can be written."""
        state, litter = self.state(root)
        if status != 2:
            return f"status {status}: {output}"
        if state != old:
            return "the file is not the old one"
        if litter:
            return f"left {litter}"
        return None if output.strip() else "nothing is said"

    def judge_next(self, root):
        """Another write has to work, and leaves nothing of what was left."""
        status, output = self.run(root, "two")
        _, litter = self.state(root)
        if status != 0:
            return f"the next write failed with {status}: {output}"
        with open(self.target(root), "rb") as file:
            content = file.read()
        if b"two" not in content:
            return "the next write is not there"
        return f"after the next write there is {litter}" if litter else None
