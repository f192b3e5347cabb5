"""Disks that are full, read-only or not one's own, and limits that the system sets."""

import contextlib
import os
import resource
import shutil
import subprocess

NOBODY = 65534


class NotPermitted(Exception):
    pass


def system(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        raise NotPermitted(f"{' '.join(command)}: {done.stdout.decode().strip()}")


@contextlib.contextmanager
def mounted(path, *how):
    os.makedirs(path, exist_ok=True)
    system("mount", *how, path)
    try:
        yield path
    finally:
        # What was mounted on it or is still being let go of does not keep it.
        system("umount", "-l", path)


def attempt(subject, table, check, case, body):
    """Runs one case; `body` makes the tree and says how the command is to be run."""
    try:
        with contextlib.ExitStack() as stack:
            root, more, release = body(stack)
            old, _ = subject.state(root)
            status, output = subject.run(root, "one", **more)
            problem = subject.judge_refused(root, status, old, output)
            if release:
                release(root)
                problem = problem or subject.judge_next(root)
            table.count(check, case, "old", problem)
    except NotPermitted as error:
        table.skip(f"{check}, {case}", str(error))


def full(subject, table):
    place = os.path.join(subject.folder, "disk")

    def blocks(stack):
        stack.enter_context(mounted(place, "-t", "tmpfs", "-o", "size=256k", "faults"))
        root = subject.tree(root=place)
        with contextlib.suppress(OSError), open(os.path.join(root, "filler"), "wb") as file:
            while True:
                file.write(b"x" * 4096)
                file.flush()
        return root, {}, lambda root: os.truncate(os.path.join(root, "filler"), 0)

    def part(stack):
        """Room for some of the file: the first write is short."""
        root, more, release = blocks(stack)
        size = os.stat(os.path.join(root, "filler")).st_size
        os.truncate(os.path.join(root, "filler"), size - 8192)
        return root, more, release

    def inodes(stack):
        how = f"size=1m,nr_inodes={subject.inodes}"
        stack.enter_context(mounted(place, "-t", "tmpfs", "-o", how, "faults"))
        root = subject.tree(root=place)
        with contextlib.suppress(OSError):
            for number in range(100):
                open(os.path.join(root, f"filler{number}"), "xb").close()

        def release(root):
            for name in os.listdir(root):
                if name.startswith("filler"):
                    os.unlink(os.path.join(root, name))

        return root, {}, release

    def one_inode(stack):
        """Room for the new file, none to keep the old one beside it."""
        root, more, release = inodes(stack)
        os.unlink(os.path.join(root, "filler0"))
        return root, more, release

    def read_only(stack):
        stack.enter_context(mounted(place, "-t", "tmpfs", "-o", "size=1m", "faults"))
        root = subject.tree(root=place)
        system("mount", "-o", "remount,ro", place)
        return root, {}, lambda root: system("mount", "-o", "remount,rw", place)

    def bound(stack):
        root = subject.tree()
        path = subject.target(root)
        other = os.path.join(subject.folder, "bound.json")
        shutil.copy(path, other)
        system("mount", "--bind", other, path)
        stack.callback(lambda: system("umount", "-l", path))
        return root, {}, None

    bodies = [blocks, part, inodes, one_inode, read_only, bound]
    if not subject.keeps:
        bodies.remove(part)
        table.skip("disk, part", "the file does not stay large")
    for body in bodies:
        attempt(subject, table, "disk", body.__name__, body)


def limits(subject, table):
    def limited(kind, value):
        return lambda: resource.setrlimit(kind, (value, value))

    for size in (0, 1000, 40_000) if subject.keeps else (0,):
        attempt(
            subject, table, "limits", f"file size {size}",
            lambda _: (
                subject.tree(), {"preexec_fn": limited(resource.RLIMIT_FSIZE, size)},
                lambda _: None))
    # How many are needed is the command's affair; what counts is that too few do no harm.
    # With three, Swift's runtime ends before the program begins.
    for count in range(4, 13):
        old, new = subject.expected("file")
        root = subject.tree()
        status, _ = subject.run(
            root, "one", preexec_fn=limited(resource.RLIMIT_NOFILE, count))
        # A program that is not static does not even start.
        verdict, problem = subject.judge(root, status, old, new, killed={127})
        table.count("limits", "descriptors", verdict, problem or subject.judge_next(root))


def refused(subject, table):
    def as_nobody(change, undo):
        def body(stack):
            if os.geteuid() != 0:
                raise NotPermitted("needs root, to be somebody else")
            root = subject.tree()
            change(root)
            how = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
            return root, {"before": how}, undo

        return body

    def folder_of_others(root):
        os.chmod(os.path.dirname(subject.target(root)), 0o755)
        os.chmod(subject.target(root), 0o666)

    def file_of_others(root):
        os.chmod(os.path.dirname(subject.target(root)), 0o777)
        os.chmod(subject.target(root), 0o644)

    def unreadable(root):
        os.chmod(os.path.dirname(subject.target(root)), 0o777)
        os.chmod(subject.target(root), 0o600)

    for change in (folder_of_others, file_of_others, unreadable):
        attempt(
            subject, table, "refused", change.__name__, as_nobody(change, lambda root: None))

    def immutable(path_of):
        def body(stack):
            root = subject.tree()
            path = path_of(subject.target(root))
            system("chattr", "+i", path)
            stack.callback(lambda: system("chattr", "-i", path))
            return root, {}, lambda _: system("chattr", "-i", path)

        return body

    attempt(subject, table, "refused", "immutable file", immutable(lambda path: path))
    attempt(subject, table, "refused", "immutable folder", immutable(os.path.dirname))


def owner(subject, table):
    """Who cannot give a file away replaces it by one of its own, which grants nobody more."""
    if os.geteuid() != 0:
        table.skip("owner", "needs root, to be somebody else")
        return
    how = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    for mode, expected in ((0o666, 0o666), (0o646, 0o644), (0o4667, 0o666)):
        root = subject.tree()
        path = subject.target(root)
        os.chmod(os.path.dirname(path), 0o777)
        os.chmod(path, mode)
        status, output = subject.run(root, "one", before=how)
        told = os.stat(path)
        with open(path, "rb") as file:
            content = file.read()
        problem = None
        if status != 0 or b"one" not in content or told.st_uid != NOBODY:
            problem = f"status {status}: {output}"
        elif told.st_mode & 0o7777 != expected:
            problem = f"mode {told.st_mode & 0o7777:o}"
        table.count("owner", f"{mode:o}", "new" if status == 0 else "old", problem)
