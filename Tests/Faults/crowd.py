"""Many writers at once on one scope."""

import concurrent.futures
import os
import random
import signal
import subprocess
import time


def all_live(subject, table):
    crowd(subject, table, "crowd", deadly=False)


def some_die(subject, table):
    crowd(subject, table, "crowd-killed", deadly=True)


def crowd(subject, table, check, deadly):
    writers, times = (50, 2) if subject.short else (50, 20)
    for start in ("file", "link", "none"):
        if subject.short and start != "file":
            continue
        root = subject.tree(start)
        chance = random.Random(start)

        def write(writer, doomed):
            done = []
            for turn in range(times):
                word = f"w{writer}x{turn}w"
                process = subprocess.Popen(
                    subject.words(root, word), stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                if turn in doomed:
                    time.sleep(doomed[turn])
                    process.send_signal(signal.SIGKILL)
                output = process.communicate(timeout=600)[1]
                done.append((word, process.returncode, output.decode(errors="replace")))
            return done

        # One in twenty, at any time of its life.
        doomed = [
            {turn: chance.random() * 0.3 for turn in range(times) if chance.random() < 0.05}
            if deadly else {} for _ in range(writers)
        ]
        with concurrent.futures.ThreadPoolExecutor(writers) as pool:
            runs = [run for done in pool.map(write, range(writers), doomed) for run in done]
        with open(subject.target(root), encoding="utf-8") as file:
            content = file.read()
        for word, status, output in runs:
            there = word in content
            problem = None
            if status == 0 and not there:
                problem = f"{word} is lost"
            elif status not in (0, -signal.SIGKILL) or (status != 0 and not deadly):
                problem = f"{word} was refused with {status}: {output}"
            verdict = "new" if status == 0 else "killed, new" if there else "killed, old"
            table.count(check, start, verdict, problem)
        litter = subject.state(root)[1]
        if litter and not deadly:
            table.count(check, start, "litter", f"left {litter}")
        problem = subject.judge_next(root)
        table.count(check, f"{start}, next write", "clean", problem)
