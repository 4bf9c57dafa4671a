"""Sampler bugs that were published, each beside its right twin, and what finds them.

    python3 run.py netket_134           # a bug, and what breadboard says of it
    python3 run.py --check              # all of them: each wrong one is rejected, and each right one kept
    python3 run.py --random 6           # the same on other targets, where a file has f as a table
    python3 run.py --test mine.py       # what a test of your own finds: accuses(step, states, logf, rng)
    python3 run.py --table --seeds 100  # table.csv again, which takes ten minutes of a processor

The last two need NumPy, and the table SciPy. BREADBOARD is the path of breadboard, if it is not in the PATH.
"""
import argparse
import ast
import csv
import math
import pathlib
import random
import re
import sys
import time
import types
import warnings
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "cmd/breadboard/clients/python"))
import breadboard

TABLES = re.compile(r"^(F|PRIOR|LIKELIHOOD|ENERGY|BOND) = (\{[^}]*\})", re.MULTILINE)


def load(path, seed=None):
    """Return the module in a file. A seed multiplies the numbers of its tables of f by random ones."""
    module = types.ModuleType(pathlib.Path(path).stem)
    source = pathlib.Path(path).read_text(encoding="utf-8")
    if seed is not None:
        rng = random.Random(seed)

        def other(table):
            of = {x: number * math.exp(rng.gauss(0, 0.7)) for x, number in ast.literal_eval(table[2]).items()}
            return f"{table[1]} = {of}"
        source = TABLES.sub(other, source)
    exec(compile(source, path, "exec"), module.__dict__)
    return module


class Bug:
    """A file of bugs: what it says, its states, and its two steps, or forward runs with a reverse."""

    def __init__(self, path, seed=None):
        self.module, self.name = load(path, seed), path.stem
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


def named(name, seed=None):
    return Bug(HERE / "bugs" / f"{name}.py", seed)


def collection():
    """Return all bugs."""
    return [Bug(path) for path in sorted((HERE / "bugs").glob("*.py"))]


def matrix(bug, which):
    """Return the rows of a step at the target as a matrix, by its ways."""
    return breadboard.validate(bug.logf, step=bug.at_target(which), full=True).rows[0]["rows"][-1]


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


def on_random_targets(bugs, seeds):
    """Print which wrong codes are rejected on other targets, and return the number of right ones that are."""
    tried = rejected = alarms = 0
    for bug in bugs:
        path = HERE / "bugs" / f"{bug.name}.py"
        if TABLES.search(path.read_text(encoding="utf-8")):
            others = [named(bug.name, seed) for seed in range(seeds)]
            found = sum(not exactly(other, "wrong")[0] for other in others)
            tried, rejected = tried + seeds, rejected + found
            alarms += sum(not exactly(other, "right")[0] for other in others)
            print(f"{bug.name:24}{found} of {seeds} rejected", flush=True)
    print(f"{rejected} of {tried} wrong ones and {alarms} of {tried} right ones are rejected")
    return alarms


def shown(value):
    """Return a number as table.csv has it."""
    return "" if value is None or math.isnan(value) else "inf" if value > 1e100 else f"{value if abs(value) > 1e-12 else 0:.4g}"


def table(bugs, seeds):
    """Write the lines of some bugs in table.csv: what each does to p, how many calls of the step each test takes to find
    it and to accuse its twin, and on which share of seeds rivals accuse both."""
    with open(HERE / "table.csv", encoding="utf-8") as file:
        lines = {line["bug"]: line for line in csv.DictReader(file)}
    lines = {bug.name: lines.get(bug.name, {}) for bug in collection()}
    for bug in bugs:
        begun = time.time()
        _, defect, distance = exactly(bug, "wrong")
        cause = bug.judged("wrong").rows[0].get("cause")
        line = {"bug": bug.name, "kind": bug.kind, "from": bug.module.FROM, "project": bug.project,
                "thread": bug.thread, "states": len(bug.logf), "defect": shown(defect), "TV": shown(distance)}
        line |= annealed(bug)
        line["cause"] = cause["name"] if cause else ""
        if not bug.program:
            line |= {name + ending: value for which, ending in (("wrong", ""), ("right", ", twin"))
                     for name, value in seen(bug, which, seeds).items()}
        lines[bug.name] = line
        with open(HERE / "table.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, max(lines.values(), key=len), lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines.values())
        print(f"{bug.name}: {time.time() - begun:.1f} seconds", flush=True)


def seen(bug, which, seeds):
    """Return what sees a step: the calls of validate and of each test, and of rivals the shares of seeds and the mean
    calls."""
    import numpy
    import power
    import tests

    rows, calls = power.rows_of(bug.logf, bug.step(which))
    chain = power.Chain(bug.logf, rows)
    found = {"rows": calls}
    for name, test in power.tests(chain).items():
        found[name] = test.needed * test.calls
        if name == "Geweke":
            found["Geweke 10^4"] = shown(float(test.power(10_000)))
    for name, rival in tests.RIVALS.items():
        own = zlib.crc32(f"{bug.name} {which} {name}".encode())
        some = [rival(chain, numpy.random.default_rng((own, seed))) for seed in range(seeds)]
        found[name], found[f"{name}, calls"] = (shown(sum(part) / seeds) for part in zip(*some))
    return found


def annealed(bug):
    """Return J and B of an annealing of 100 levels by the wrong step and by its twin, or of a program. Only a step that
    leaves its levels invariant has a B."""
    found = dict.fromkeys(("J", "B", "J, twin", "B, twin"), "")
    for which, ending in ("wrong", ""), ("right", ", twin"):
        if bug.program:
            run = breadboard.exact(bug.logf, forward=bug.step(which + "_forward"), reverse=bug.module.reverse)
        elif bug.tempered:
            run = breadboard.validate(bug.logf, step=bug.step(which), T=100)
        else:
            break
        found |= {name + ending: shown(run.rows[0][name]) for name in ("J", "B")}
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
    parser.add_argument("--random", type=int, metavar="N", help="the same on N other targets each")
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
    if given.random:
        sys.exit(on_random_targets(bugs, given.random) > 0)
    if given.table:
        table(bugs, given.seeds)
    elif given.test:
        own_test(bugs, given.test, given.seeds)
    else:
        for bug in bugs:
            print(f"{bug.name}: {bug.title}\n\n{bug.story}\n\n{bug.judged('wrong').words}\n\nThe right twin: "
                  f"{bug.judged('right').words}\n")


if __name__ == "__main__":
    main()
