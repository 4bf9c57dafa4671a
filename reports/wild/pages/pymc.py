"""PyMC: CategoricalGibbsMetropolis(proposal="proportional"). Argument: the checkout. Of PyMC, which needs PyTensor,
only the class is taken, by breadboard.lift; its bases stand empty."""
import collections
import pathlib
import sys
import tempfile

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "cmd/breadboard/clients/python"))
import breadboard
sys.modules["pymc"] = None  # this file has its name, and the class needs nothing of the package
RaveledVars = collections.namedtuple("RaveledVars", "data point_map_info")
given = {"ArrayStep": object, "StepMethodState": object, "dataclass_state": lambda c: c, "RaveledVars": RaveledVars}
path, cured = pathlib.Path(sys.argv[1], "pymc/step_methods/metropolis.py"), pathlib.Path(tempfile.mkdtemp(), "cured.py")
old = "1.0 - probs[proposed_cat]"
assert path.read_text(encoding="utf-8").count(old) == 1
cured.write_text(path.read_text(encoding="utf-8").replace(old, old + " * (1.0 - prob_curr)"), encoding="utf-8")


def chain(path, p, n=60000):
    """Return where sweeps of the class end: its own astep_prop, on log p."""
    me = object.__new__(breadboard.lift(path, "CategoricalGibbsMetropolis", given))
    me.rng, me.shuffle_dims, me.dimcats = np.random.default_rng(1), True, [*enumerate(p.shape)]
    q, seen = RaveledVars(np.zeros(p.ndim, int), None), np.zeros(p.shape)
    with np.errstate(divide="ignore"):
        for _ in range(n):
            q, _ = me.astep_prop(q, lambda r: np.log(p[tuple(r.data)]))
            seen[tuple(q.data)] += 1
    return seen / n


for p in map(np.array, [(.2, .3, .5), (.05, .05, .9), (.6, .2, .1, .05, .05), (.1, .2, .3, .4)]):
    for name, file, whole in ("as it is", path, False), ("cured", cured, True):
        r = p / (1 - p)[:, None]  # the proposal, and its acceptance
        P = r * np.minimum(1, (1 - p)[:, None] / (1 - (p if whole else r)))
        np.fill_diagonal(P, 0)
        np.fill_diagonal(P, 1 - P.sum(axis=1))
        end = np.linalg.matrix_power(P, 10000)[0]
        print(p, name, chain(file, p).round(4), "by the formula", end.round(4), f"off {abs(end - p).max():.0e}")
for p in map(np.array, [(.3, .7), (.5, .5), (.1, .9)]):
    print(p, chain(path, p, 20000))
p = np.array([[4, 1, 1], [1, 2, 3]]) / 12
print("two variables, TV", *(abs(chain(file, p) - p).sum() / 2 for file in (path, cured)))
