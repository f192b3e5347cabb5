"""One question to heir and to another program."""

from measuring import run


class Comparison:
    """One question to heir and to a peer; in the peer's command, {heir} is the program that is measured.

    A peer that is not here has no command. `statuses` are heir's and the peer's; `proof` is a command of heir,
    and how many lines it has to print.
    """

    def __init__(
        self, ours, theirs, same, their_name, memory=False, statuses=(0, 0), proof=None, run_ours=run,
        run_theirs=run, prints=False
    ):
        self.ours, self.theirs, self.same, self.their_name = ours, theirs, same, their_name
        self.memory, self.statuses, self.proof = memory, statuses, proof
        self.run_ours, self.run_theirs, self.prints = run_ours, run_theirs, prints

    def commands(self, program):
        return [program] + self.ours, [part.replace("{heir}", program) for part in self.theirs]


class Repeated(Comparison):
    """The same question so many times, each to a process of its own that a shell starts."""

    def __init__(self, once, times):
        super().__init__(once.ours, once.theirs, once.same, f"{once.their_name}, {times:,} times each")
        self.times = times

    def commands(self, program):
        loop = f'i=1; while [ $i -lt {self.times} ]; do "$@" >/dev/null; i=$((i+1)); done; exec "$@"'
        return [["sh", "-c", loop, "sh"] + command for command in super().commands(program)]
