"""Running commands, and what they take."""

import ctypes
import itertools
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

LIMIT = 30


class Run:
    def __init__(self, status, wall, usage, memory, output):
        self.status, self.wall, self.memory, self.output = status, wall, memory, output
        self.user, self.cpu = usage.ru_utime, usage.ru_utime + usage.ru_stime


TURNS = itertools.count(1)


def run(command, keep=False, stdin=None):
    """Runs one command to its end, or kills its process group after LIMIT seconds (then there is no status).

    What writes has to write something new each time: {turn} is another number in every run.
    """
    turn = str(next(TURNS))
    command = [part.replace("{turn}", turn) for part in command]
    out = tempfile.TemporaryFile() if keep else open(os.devnull, "wb")
    given = open(stdin or os.devnull, "rb")
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=given, stdout=out, stderr=subprocess.DEVNULL, start_new_session=True
    )
    signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    _, status, usage = os.wait4(process.pid, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    output = b""
    if keep:
        out.seek(0)
        output = out.read()
    given.close()
    out.close()
    late = process.returncode == -signal.SIGKILL and wall >= LIMIT * 0.99
    return Run(
        None if late else process.returncode, wall, usage, usage.ru_maxrss, output
    )


def alone(command):
    """Runs one command as `run` does, but from a small shell, so that its peak memory in MB is its own.

    A process that forks passes its peak on to the child, and Python's is larger than that of heir.
    """
    if not sys.platform.startswith("linux"):
        one = run(command)
        one.memory /= 1e6
        return one
    command = [part.replace("{turn}", str(next(TURNS))) for part in command]
    # Orphans become children of this process. The command waits until the shell has exited, which
    # would otherwise reap it.
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    waits, begin = os.pipe()
    script = f'{{ read -r _ <&{waits}; exec "$@"; }} </dev/null >/dev/null 2>&1 & echo $!'
    shell = subprocess.run(["sh", "-c", script, "sh"] + command, stdout=subprocess.PIPE, pass_fds=[waits])
    process = int(shell.stdout)
    os.close(waits)
    started = time.perf_counter()
    signal.signal(signal.SIGALRM, lambda *_: os.kill(process, signal.SIGKILL))
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    os.close(begin)
    _, status, usage = os.wait4(process, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    wall = time.perf_counter() - started
    code = os.waitstatus_to_exitcode(status)
    is_late = code == -signal.SIGKILL and wall >= LIMIT * 0.99
    return Run(None if is_late else code, wall, usage, usage.ru_maxrss / 1024, b"")


def peak(command):
    return alone(command).memory


def paired(left, right):
    """The medians over pairs of the ratios of wall and of processor time, and the medians of the wall times."""
    started = time.perf_counter()
    first = run(left), run(right)
    if any(one.status is None for one in first):
        return None
    seconds = time.perf_counter() - started
    count = max(5 if seconds < 8 else 3, min(101, int(8 / seconds))) | 1
    pairs = []
    for number in range(count):
        # Who goes first alternates, so that neither always finds what the other left in the caches.
        if number % 2:
            b, a = run(right), run(left)
        else:
            a, b = run(left), run(right)
        if a.status is None or b.status is None:
            return None
        pairs.append((a, b))
    median = statistics.median
    return (
        median(a.wall / b.wall for a, b in pairs),
        median(a.cpu / max(b.cpu, 1e-6) for a, b in pairs),
        median(a.wall for a, _ in pairs),
        median(b.wall for _, b in pairs),
    )
