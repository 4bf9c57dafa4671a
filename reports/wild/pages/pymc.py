"""PyMC: CategoricalGibbsMetropolis(proposal="proportional"). Argument: the checkout. Of PyMC, which needs PyTensor,
only the class is taken; its bases stand empty."""
import collections
import pathlib
import sys

import numpy as np
import scipy.special
from measure import take

path, old = pathlib.Path(sys.argv[1], "pymc/step_methods/metropolis.py"), "1.0 - probs[proposed_cat]"
RaveledVars = collections.namedtuple("RaveledVars", "data point_map_info")
as_it_is, cured = (take(path, {
    "np": np, "scipy": scipy, "special": scipy.special, "ArrayStep": object, "CategoricalGibbsMetropolisState": None,
    "RaveledVars": RaveledVars}, "CategoricalGibbsMetropolis", cures=cures)[0]
    for cures in ((), [(old, old + " * (1.0 - prob_curr)")]))


def chain(sampler, p, n=60000):
    """Return where sweeps of the class end: its own astep_prop, on log p."""
    me = object.__new__(sampler)
    me.rng, me.shuffle_dims, me.dimcats = np.random.default_rng(1), True, [*enumerate(p.shape)]
    q, seen = RaveledVars(np.zeros(p.ndim, int), None), np.zeros(p.shape)
    with np.errstate(divide="ignore"):
        for _ in range(n):
            q, _ = me.astep_prop(q, lambda r: np.log(p[tuple(r.data)]))
            seen[tuple(q.data)] += 1
    return seen / n


for p in map(np.array, [(.2, .3, .5), (.05, .05, .9), (.6, .2, .1, .05, .05), (.1, .2, .3, .4)]):
    for name, sampler, whole in ("as it is", as_it_is, False), ("cured", cured, True):
        r = p / (1 - p)[:, None]  # the proposal, and its acceptance
        P = r * np.minimum(1, (1 - p)[:, None] / (1 - (p if whole else r)))
        np.fill_diagonal(P, 0)
        np.fill_diagonal(P, 1 - P.sum(axis=1))
        end = np.linalg.matrix_power(P, 10000)[0]
        print(p, name, chain(sampler, p).round(4), "by the formula", end.round(4), f"off {abs(end - p).max():.0e}")
for p in map(np.array, [(.3, .7), (.5, .5), (.1, .9)]):
    print(p, chain(as_it_is, p, 20000))
p = np.array([[4, 1, 1], [1, 2, 3]]) / 12
print("two variables, TV", *(abs(chain(sampler, p) - p).sum() / 2 for sampler in (as_it_is, cured)))
