"""Sampler bugs that were published, each beside its right twin, and what finds them.

    python3 run.py netket_134           # a bug, and what breadboard says of it
    python3 run.py --check              # all of them: each wrong one is rejected, and each right one kept
    python3 run.py --calls              # how often validate calls each step
    python3 run.py --test mine.py       # what a test of your own finds: accuses(step, states, logf, rng)
    python3 run.py --table --seeds 100  # table.csv again, which takes 20 minutes

All but the first three need NumPy. BREADBOARD is the path of breadboard, if it is not in the PATH.
"""
import argparse
import csv
import importlib.util
import math
import pathlib
import random
import re
import statistics
import sys
import tempfile
import time
import warnings
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "cmd/breadboard/clients/python"))
import breadboard

BETAS = (0.25, 0.5, 0.75, 1)
MOVES = {"10^4 moves": 10_000, "10^5 moves": 100_000, "10^6 moves": 1_000_000}
PART = {"10^4 moves": 2, "10^5 moves": 10, "10^6 moves": 30}  # one seed in this number
DEAR = 4  # and of programs one in this number of those


def load(path):
    """Return the module in a file."""
    spec = importlib.util.spec_from_file_location(pathlib.Path(path).stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Bug:
    """A file of bugs: what it says, its states, and its two steps, or forward runs with a reverse."""

    def __init__(self, path):
        self.module, self.name = load(path), path.stem
        self.kind, self.logf = self.module.KIND, self.module.LOGF
        self.title, self.story = self.module.__doc__.strip().split("\n\n", 1)
        named = re.match(r"Reported in ([\w./-]+), (issue|pull request) (\d+)", self.story)
        self.project, self.thread = named[1], f"{named[2]} {named[3]}"
        self.program = hasattr(self.module, "reverse")
        self.tempered = not self.program and self.module.wrong.__code__.co_argcount == 2

    def step(self, which):
        return getattr(self.module, which)

    def at_target(self, which):
        """Return the step at the target, of a state alone."""
        step = self.step(which)
        return (lambda x: step(x, 1)) if self.tempered else step

    def judged(self, which):
        """Return what breadboard says of the code, followed."""
        if self.program:
            return breadboard.aide(self.logf, forward=self.step(which + "_forward"), reverse=self.module.reverse)
        return breadboard.validate(self.logf, step=self.step(which))


def collection():
    """Return all bugs."""
    return [Bug(path) for path in sorted((HERE / "bugs").glob("*.py"))]


def matrix(bug, which, beta=1):
    """Return the rows of a step as a matrix, by its ways."""
    step = bug.step(which) if bug.tempered else bug.at_target(which)
    return breadboard.validate(bug.logf, step=step, beta=beta, full=True).rows[0]["rows"][-1]


def exactly(bug, which):
    """Return whether the code is right, the largest relative error of pT, and that of the stationary distribution."""
    if bug.program:
        return bug.judged(which).ok, None, None
    run = breadboard.validate(bug.logf, step=bug.at_target(which))
    laws = {law["name"]: law["value"] for law in run.rows[0]["laws"]}
    if "pT = p, relative to p" not in laws:  # moves have decided
        run = breadboard.validate(bug.logf, matrix=matrix(bug, which))
        laws = {law["name"]: law["value"] for law in run.rows[0]["laws"]}
    stationary = run.rows[0]["stationary"]
    p = [math.exp(value) for value in bug.logf.values()]
    distance = stationary and sum(abs(a - b / sum(p)) for a, b in zip(stationary, p)) / 2
    return run.ok, laws["pT = p, relative to p"], distance


def check(bugs):
    """Print what following finds, and return the number of surprises. table.csv has the same numbers of the bugs."""
    wrong = 0
    with open(HERE / "table.csv", encoding="utf-8") as file:
        known = {row["bug"]: row for row in csv.DictReader(file)}
    for bug in bugs:
        rejected, defect, distance = exactly(bug, "wrong")
        kept, *_ = exactly(bug, "right")
        said = known.get(bug.name, {})
        same = [shown(defect), shown(distance)] == [said.get("defect"), said.get("TV")]
        surprise = rejected or not kept or not same
        wrong += surprise
        print(f"{bug.name:24}{'rejected' if not rejected else 'KEPT':10}{'kept' if kept else 'REJECTED':10}"
              f"{shown(defect):>10}{shown(distance):>10}{'' if same else '  table.csv has others'}")
    print(f"{len(bugs)} bugs, {wrong} surprises")
    return wrong


def calls(bugs):
    """Print how often validate calls each wrong step and its twin: to follow it, and as it stands."""
    counts = []
    for bug in bugs:
        if not bug.program:
            counts += [bug.judged(which).rows[0]["calls"] for which in ("wrong", "right")]
            print(f"{bug.name:24}{counts[-2]:10,}{counts[-1]:10,}", flush=True)
    for kind, some in ("right", counts[1::2]), ("wrong", counts[::2]):
        print(f"{len(some)} {kind} steps are called {statistics.median(some):,.0f} times (median; {min(some):,} to "
              f"{max(some):,})")


def shown(value):
    """Return a number as table.csv has it."""
    return "" if value is None else "inf" if value > 1e100 else f"{value if abs(value) > 1e-12 else 0:.4g}"


def moved(bug, chain, moves, rng):
    """Report whether breadboard accuses moves from exact draws that are drawn by the rows: by a p-value below 1e-3."""
    law = (chain.p[-1][:, None] * chain.rows[-1]).ravel()
    lines = [f"{x},{y}\n" for x in range(chain.cells) for y in range(chain.cells)]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "moves.csv")
        drawn = rng.choice(len(lines), moves, p=law / law.sum())
        path.write_text("from,to\n" + "".join(map(lines.__getitem__, drawn)), encoding="utf-8")
        run = breadboard.validate(bug.logf, moves=str(path))
    return not run.ok or any(law["value"] is not None and law["value"] < 1e-3 for law in run.rows[0]["laws"])


def runs_refuted(bug, which, runs, seed):
    """Report whether breadboard accuses forward and reverse runs that are drawn, and not followed."""
    forward, reverse = bug.step(which + "_forward"), bug.module.reverse

    def drawn_forward():
        random.gauss(0, 1)  # which cannot be followed
        return forward()

    def drawn_reverse(x):
        random.gauss(0, 1)
        return reverse(x)
    return not breadboard.aide(bug.logf, forward=drawn_forward, reverse=drawn_reverse, runs=runs, mc_seed=seed).ok


def table(bugs, seeds):
    """Write table.csv: what each bug does to p, and on which share of seeds each test accuses it and its twin."""
    import numpy

    tests = load(HERE / "tests.py")
    lines = []
    for bug in bugs:
        begun = time.time()
        _, defect, distance = exactly(bug, "wrong")
        line = {"bug": bug.name, "kind": bug.kind, "project": bug.project, "thread": bug.thread,
                "states": len(bug.logf), "defect": shown(defect), "TV": shown(distance)}
        line |= annealed(bug)
        row = bug.judged("wrong").rows[0]
        cause = row.get("cause")
        line["cause"] = cause["name"] if cause else ""
        for which in ("wrong", "right"):
            line["exact" if which == "wrong" else "exact, twin"] = int(not exactly(bug, which)[0])
            found = {}
            if not bug.program:
                betas = BETAS if bug.tempered else (1,)
                chain = tests.Chain(bug.logf, {beta: matrix(bug, which, beta) for beta in betas})
                for name, test in tests.TESTS.items():
                    own = zlib.crc32(f"{bug.name} {which} {name}".encode())
                    found[name] = test(chain, numpy.random.default_rng(own), seeds).mean()
            for name, moves in MOVES.items():
                of = max(1, seeds // PART[name] // (DEAR if bug.program else 1))
                if not bug.program:
                    found[name] = sum(moved(bug, chain, moves, numpy.random.default_rng(s)) for s in range(of)) / of
                elif moves < 10 ** 6:
                    found[name] = sum(runs_refuted(bug, which, moves, s + 1) for s in range(of)) / of
            for name in [*MOVES, *tests.TESTS]:
                share = found.get(name)
                line[name if which == "wrong" else name + ", twin"] = "" if share is None else f"{share:.4g}"
        lines.append(line)
        print(f"{bug.name}: {time.time() - begun:.1f} seconds", flush=True)
    with open(HERE / "table.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, lines[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def annealed(bug):
    """Return J and B of an annealing of 100 levels by the wrong step and by its twin, or of a program. Only a step that
    leaves its levels invariant has a B."""
    found = dict.fromkeys(("J", "B", "J, twin", "B, twin"), "")
    if not bug.program and not bug.tempered:
        return found
    for which in ("wrong", "right"):
        if bug.program:
            given = {"forward": bug.step(which + "_forward"), "reverse": bug.module.reverse}
        else:
            given = {"matrix": {k / 99: matrix(bug, which, k / 99) for k in range(1, 100)}}
        run = breadboard.exact(bug.logf, **given).rows[0]
        found |= {name + (", twin" if which == "right" else ""): shown(run[name]) for name in ("J", "B")}
    return found


def own_test(bugs, path, seeds):
    """Print on how many seeds a test accuses each bug and its twin."""
    import numpy

    accuses = load(path).accuses
    bugs = [bug for bug in bugs if not bug.program]
    found, alarms, surely = 0, 0, []
    for bug in bugs:
        shares = []
        for which in ("wrong", "right"):
            times = 0
            for seed in range(seeds):
                random.seed(seed)  # of the step
                rng = numpy.random.default_rng(seed)
                times += bool(accuses(bug.at_target(which), [*bug.logf], dict(bug.logf), rng))
            shares.append(times / seeds)
        print(f"{bug.name:24}{shares[0]:6.0%}   its twin{shares[1]:6.0%}", flush=True)
        found, alarms = found + shares[0], alarms + shares[1]
        surely += [bug.name] * (shares[0] > 0.9)
    print(f"It finds {found:.1f} of {len(bugs)} bugs on average over {seeds} seeds, {len(surely)} of them on more than "
          f"nine seeds of ten, and accuses {alarms:.1f} of {len(bugs)} right steps.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bug", nargs="*", help="names of bugs; without them all")
    parser.add_argument("--check", action="store_true", help="reject and keep all of them by following")
    parser.add_argument("--calls", action="store_true", help="count the calls of all wrong steps by validate")
    parser.add_argument("--test", metavar="FILE", help="a file with accuses(step, states, logf, rng)")
    parser.add_argument("--table", action="store_true", help="write table.csv again")
    parser.add_argument("--seeds", type=int, default=10, help="for --test and --table")
    given = parser.parse_args()
    warnings.simplefilter("ignore")  # that log f may be probabilities, and that runs are drawn
    bugs = [bug for bug in collection() if not given.bug or bug.name in given.bug]
    if not bugs:
        sys.exit(f"no bug {given.bug[0]}; use one of {', '.join(bug.name for bug in collection())}")
    if given.check:
        sys.exit(check(bugs) > 0)
    if given.calls:
        calls(bugs)
    elif given.table:
        table(bugs, given.seeds)
    elif given.test:
        own_test(bugs, given.test, given.seeds)
    else:
        for bug in bugs:
            print(f"{bug.name}: {bug.title}\n\n{bug.story}\n\n{bug.judged('wrong').words}\n\nThe right twin: "
                  f"{bug.judged('right').words}\n")


if __name__ == "__main__":
    main()
