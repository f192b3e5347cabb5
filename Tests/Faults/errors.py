"""Every call that can fail does, with every error that it is to survive."""

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
        for at, (call, count, line) in enumerate(calls):
            for number, error in enumerate(errors):
                if subject.short and (at + number) % len(errors):
                    continue
                root = subject.tree(start)
                status, output = subject.traced(
                    root, "one", f"{call}:error={error}:when={count}{on}")
                # Where nothing can be taken away, something stays.
                stays = on != "" and call == "unlinkat"
                verdict, problem = subject.judge(root, status, old, new, litter_allowed=stays)
                if not problem and on == "" and status == 0 and error == "EINTR":
                    verdict += ", again"
                if not problem:
                    problem = subject.judge_next(root)
                if problem:
                    problem = f"{call} {count} {error}{on}: {problem}: {line[:80]} {output}"
                table.count(check, f"{start}: {error}", verdict, problem)
