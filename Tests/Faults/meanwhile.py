"""What somebody else does to the file, or has put beside it, while it is being written."""

import os
import shutil
import subprocess
import time

EDITED = b"edited by somebody else\n"


def in_place(path):
    with open(path, "r+b") as file:
        file.write(EDITED)


def renamed(path):
    with open(path + "~new", "wb") as file:
        file.write(EDITED)
    os.rename(path + "~new", path)


def made(path):
    with open(path, "xb") as file:
        file.write(EDITED)


def editors(subject, table):
    # The new file waits for the disk; the old one has been read. ReplacingTests has more edits.
    cases = [("file", in_place, "fsync"), ("link", renamed, "fsync"), ("none", made, "fsync")]
    # The old file has been compared, and is about to be kept under another name.
    if any(call == "linkat" for call, _, _ in subject.calls("file")):
        cases.append(("file", renamed, "linkat"))
    for start, edit, call in cases:
        root = subject.tree(start)
        path = subject.target(root)
        strace = ["strace", "-f", "-qq", "-o", "/dev/null"]
        strace += ["-e", f"inject={call}:delay_enter=1500000:when=1"]
        writer = subprocess.Popen(
            [*strace, *subject.words(root, "one")], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        until = time.time() + 30
        while not subject.state(root)[1] and writer.poll() is None and time.time() < until:
            time.sleep(0.02)
        if call != "fsync":
            # What comes between is over in no time.
            time.sleep(0.7)
        edit(path)
        edited, _ = subject.state(root)
        output = writer.communicate()[0].decode(errors="replace")
        state, litter = subject.state(root)
        problem = None
        if state != edited:
            problem = "the change of somebody else is lost"
        elif writer.returncode != 2:
            problem = f"status {writer.returncode}: {output}"
        elif litter:
            problem = f"left {litter}"
        moment = "" if call == "fsync" else f", at {call}"
        table.count("meanwhile", f"{start}: {edit.__name__}{moment}", "kept", problem)


def planted(subject, table):
    """Names of the kind that writers use, with something under them that is not theirs."""
    outside = os.path.join(subject.folder, "outside")
    for kind in ("link", "dangling", "fifo", "folder", "hard link"):
        with open(outside, "wb") as file:
            file.write(b"precious")
        root = subject.tree()
        name = os.path.join(os.path.dirname(subject.target(root)), ".heir-0123456789abcdef.tmp")
        if kind == "link":
            os.symlink(outside, name)
        elif kind == "dangling":
            os.symlink(outside + "-new", name)
        elif kind == "fifo":
            os.mkfifo(name)
        elif kind == "folder":
            os.mkdir(name)
        else:
            os.link(outside, name)
        problem = subject.judge_next(root)
        with open(outside, "rb") as file:
            if file.read() != b"precious" or os.path.lexists(outside + "-new"):
                problem = "it was written through"
        table.count("planted", kind, "passed", problem)
        shutil.rmtree(root)
