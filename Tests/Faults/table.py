"""Counts what was tried, and keeps what went wrong."""


class Table:
    def __init__(self):
        self.rows = {}
        self.skipped = []
        self.failures = []

    def count(self, check, case, verdict, problem=None):
        """Counts one run; `verdict` is what became of it, `problem` what should not have."""
        row = self.rows.setdefault((check, case), {})
        row[verdict] = row.get(verdict, 0) + 1
        if problem:
            row["WRONG"] = row.get("WRONG", 0) + 1
            self.failures.append(f"{check}, {case}: {problem}")

    def skip(self, check, reason):
        self.skipped.append(f"{check}: {reason}")

    def report(self):
        """Prints everything; says with which status to end."""
        for (check, case), row in self.rows.items():
            cells = "  ".join(f"{verdict} {count}" for verdict, count in sorted(row.items()))
            print(f"{check:13} {case:34} {sum(row.values()) - row.get('WRONG', 0):5}  {cells}")
        for skipped in self.skipped:
            print(f"SKIPPED {skipped}")
        for failure in self.failures:
            print(f"WRONG   {failure}")
        total = sum(sum(row.values()) - row.get("WRONG", 0) for row in self.rows.values())
        print(f"{total} runs, {len(self.failures)} wrong, {len(self.skipped)} skipped")
        return 1 if self.failures or not total else 0
