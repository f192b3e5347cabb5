"""What an undisturbed run does, read from its trace."""

import re


def order(subject, table):
    for start in ("file", "link", "none"):
        calls = subject.calls(start)
        names = [name for name, _, _ in calls]
        made = [line for name, _, line in calls if name == "openat" and "O_CREAT" in line]
        wrong = None
        # What is to look like an old file is nobody else's until it does.
        mode = "0666" if start == "none" else "0600"
        for line in made:
            if not re.search(rf"\.heir-\w{{16}}\.\w+\".*O_EXCL.*{mode}\) = ", line):
                wrong = f"a file is made in another way: {line}"
            if "O_NOFOLLOW" not in line:
                wrong = f"a link would be followed: {line}"
        place = [at for at, name in enumerate(names) if name.startswith(("rename", "link"))]
        syncs = [at for at, name in enumerate(names) if name in ("fsync", "fdatasync")]
        if not made or not place:
            wrong = "no file is made and put in place"
        elif not any(at < place[0] for at in syncs):
            wrong = "the file is not synced before it is in place"
        elif not any(at > place[-1] for at in syncs):
            wrong = "the directory is not synced after"
        table.count("order", start, "seen", wrong)
