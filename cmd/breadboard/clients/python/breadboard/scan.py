"""A scan: updates in turn, as step=[update0, update1]. Each is followed and judged by itself, as a part of a sweep, and
the rows of the scan are the product of theirs: six updates of three ways each take 18 runs from a cell, where the scan
as one step takes 729."""
from .process import BadInput

COMMANDS = ("validate", "exact")


def scanned(command, given, call):
    """Return the result of a command on a scan: of the first update that is wrong, or of the product of all."""
    if command not in COMMANDS:
        raise BadInput(f"{command} takes no list of updates; validate and exact do, and for {command} one function may "
                       "make them in turn")
    updates = [*given["step"]]
    flags = {**given["flags"], "full": True}
    found = None
    for at, update in enumerate(updates):
        which = f"update {at + 1} of {len(updates)}, {getattr(update, '__name__', 'a step')}"
        options = {name: given.get(name) for name in VALIDATED}
        run = call("validate", {**options, "step": update, "partial": True, "flags": flags})
        rows = run.rows[0].get("rows")
        if not run.ok or not rows or run.doubts:
            if command == "exact" or run.ok and not run.doubts:
                raise BadInput(f"{which}: {run.words}")
            run.note(f"This is {which}.")
            return run
        found = rows if found is None else [product(*pair) for pair in zip(found, rows)]
    betas = [level["beta"] for level in run.rows[0]["levels"]]
    if len({*betas}) < len(found):
        raise BadInput("the schedule stands still, and matrices by beta cannot; use one that rises")
    matrix = dict(zip(betas, found)) if len(betas) > 1 else found[0]
    result = call(command, {**given, "step": None, "matrix": matrix, "T": None, "schedule": None})
    result.note(f"A scan of {len(updates)} updates in turn, each of which keeps p and was followed by itself.")
    return result


VALIDATED = ("logf", "shape", "step", "partial", "toy", "axes", "data", "seed", "get", "set", "beta", "T", "time",
             "patience", "reach", "tolerance", "mc_seed", "schedule", "initial", "bridge", "binary")


def product(first, second):
    """Return the rows of one step after another."""
    sparse = [[(y, p) for y, p in enumerate(row) if p] for row in second]
    after = []
    for row in first:
        made = [0.0] * len(row)
        for y, p in enumerate(row):
            if p:
                for z, q in sparse[y]:
                    made[z] += p * q
        after.append(made)
    return after
