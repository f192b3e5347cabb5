"""Every call that can fail does, with every error that it is to survive."""

import os
import re

ERRORS = ["ENOSPC", "EIO", "EDQUOT", "EACCES", "EROFS", "EINTR", "EMFILE", "EPERM"]
# They are no file's, or cannot fail.
NEVER = {
    "exit_group", "exit", "getrandom", "futex", "gettid", "getpid", "getuid", "geteuid", "umask",
    "rt_sigprocmask", "rt_sigpending", "rt_sigaction", "rt_sigtimedwait", "sigaltstack",
    "sched_getaffinity", "clock_gettime", "execve",
}


def once(subject, table):
    each(subject, table, "errors", ERRORS, "")


def lasting(subject, table):
    """The call fails from then on, for those who try again."""
    each(subject, table, "errors-on", [error for error in ERRORS if error != "EINTR"], "+")


def each(subject, table, check, errors, on):
    for start in ("file", "none") if subject.short else ("file", "link", "none"):
        old, new = subject.expected(start)
        calls = [call for call in subject.calls(start) if call[0] not in NEVER]
        vital = vital_calls(subject.calls(start))
        for at, (call, count, line) in enumerate(calls):
            for number, error in enumerate(errors):
                if subject.short and (at + number) % (len(errors) * subject.stride):
                    continue
                root = subject.tree(start)
                status, output = subject.traced(
                    root, "one", f"{call}:error={error}:when={count}{on}")
                # Where nothing can be taken away, something stays.
                stays = on != "" and call == "unlinkat"
                verdict, problem = subject.judge(root, status, old, new, litter_allowed=stays)
                if on and call.startswith("rename") and verdict == "some of both":
                    # What is in place can only be put back by the call that fails: it is told.
                    told = all(name in output for name in subject.state(root)[1])
                    problem = None if status == 2 and told else "it is not told what is left"
                if not problem and status == 0 and error != "EINTR" and (call, count) in vital:
                    problem = "status 0, though the disk may not have it"
                if not problem and on == "" and status == 0 and error == "EINTR":
                    verdict += ", again"
                if not problem:
                    problem = subject.judge_next(root)
                if problem:
                    problem = f"{call} {count} {error}{on}: {problem}: {line[:80]} {output}"
                table.count(check, f"{start}: {error}", verdict, problem)


def vital_calls(calls):
    """Those whose failure means that the new file may not be on the disk."""
    drafts, vital = set(), set()
    for call, count, line in calls:
        made = re.search(r"^openat\(.*O_CREAT.*\) = (\d+)", line)
        if made:
            drafts.add(made.group(1))
        number = re.match(r"\w+\((\d+)", line)
        if call in ("fsync", "fdatasync"):
            vital.add((call, count))
        elif number and number.group(1) in drafts and call in ("write", "pwrite64", "close"):
            vital.add((call, count))
            if call == "close":
                drafts.discard(number.group(1))
    return vital


def undoing(subject, table):
    """The old file cannot be put back, either: that is said, and where it is."""
    calls = subject.calls("file")
    syncs = [call for call in calls if call[0] in ("fsync", "fdatasync")]
    moves = [call for call in calls if call[0].startswith("rename")]
    if len(moves) != 1:
        table.skip("undoing", "the command renames more than one file")
        return
    sync, move = syncs[-1], moves[-1]
    root = subject.tree()
    old, _ = subject.state(root)
    status, output = subject.traced(
        root, "one", f"{sync[0]}:error=EIO:when={sync[1]}",
        f"{move[0]}:error=EIO:when={move[1] + 1}+")
    _, litter = subject.state(root)
    problem = None
    if status != 2 or len(litter) != 1 or litter[0] not in output:
        problem = f"status {status}, {litter} is not told: {output}"
    else:
        kept = os.path.join(os.path.dirname(subject.target(root)), litter[0])
        with open(kept, "rb") as file:
            if file.read() != old[subject.file][3]:
                problem = "what is kept is not the old file"
    table.count("undoing", "fsync and rename", "told", problem or subject.judge_next(root))
