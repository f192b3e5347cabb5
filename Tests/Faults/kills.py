"""Killed before every call, and so after every call, too: the last one is that which ends it."""

import signal


def kill(subject, table):
    each(subject, table, "kill", "SIGKILL", litter=True)


def term(subject, table):
    """A signal that can wait does so until the write is over: nothing at all is left."""
    each(subject, table, "term", "SIGTERM", litter=False)


def each(subject, table, check, name, litter):
    number = -getattr(signal, name)
    for start in ("file", "link", "none"):
        old, new = subject.expected(start)
        calls = subject.calls(start)
        for call, count, _ in calls[:: 5 * subject.stride if subject.short else 1]:
            root = subject.tree(start)
            status, _ = subject.traced(root, "one", f"{call}:signal={name}:when={count}")
            verdict, problem = subject.judge(root, status, old, new, litter, {number})
            if not problem:
                problem = subject.judge_next(root)
            if problem:
                problem = f"{call} {count}: {problem}"
            table.count(check, start, verdict, problem)
