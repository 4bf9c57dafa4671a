"""PyMC: Metropolis(proposal_dist=PoissonProposal). Argument: the checkout. Of PyMC, which needs PyTensor, only the
classes are taken; their bases stand empty."""
import collections
import math
import pathlib
import sys

import numpy as np
import scipy.special
from measure import distance, mean, take

path, Raveled = pathlib.Path(sys.argv[1], "pymc/step_methods"), collections.namedtuple("Raveled", "data point_map_info")
metrop_select, = take(path / "arraystep.py", {"np": np, "nr": np.random}, "metrop_select")
given = {"np": np, "nr": np.random, "scipy": scipy, "RaveledVars": Raveled,
         "ArrayStepShared": object, "MetropolisState": None, "metrop_select": metrop_select}
_, PoissonProposal, Metropolis = take(path / "metropolis.py", given, "Proposal", "PoissonProposal", "Metropolis")
as_it_is = PoissonProposal(np.ones(1))
cured = lambda rng: rng.poisson(as_it_is.s) - rng.poisson(as_it_is.s)
jump = [math.exp(-1) / math.factorial(d + 1) for d in range(-1, 60)]  # the law of the proposal, from -1 on
for name, n, log in ("1, 2, 3, 4", 4, lambda k: math.log(k + 1)), ("uniform", 10, lambda k: 0.), (
        "Poisson(4)", 40, lambda k: k * math.log(4) - math.lgamma(k + 1)):
    p = np.exp([log(k) for k in range(n)])
    p, logs = p / p.sum(), collections.defaultdict(lambda: -np.inf, {k: log(k) for k in range(n)})
    P = np.array([[(y >= x - 1 and y != x) * jump[y - x + 1] * min(1, p[y] / p[x]) for y in range(n)]
                  for x in range(n)])
    end = np.linalg.matrix_power(P + np.diag(1 - P.sum(axis=1)), 10**6)[0]
    print(f"{name}: mean {p @ range(n):.4f}, by the formula {end @ range(n):.4f}, TV {abs(end - p).sum() / 2:.4f}")
    for how, proposal in ("as it is", as_it_is), ("cured", cured):
        me = object.__new__(Metropolis)
        vars(me).update(rng=np.random.default_rng(2), tune=False, steps_until_tune=0, scaling=1., elemwise_update=False,
                        any_discrete=True, all_discrete=True, accepted_iter=np.zeros(1), accepted_sum=0,
                        accept_rate_iter=np.zeros(1), proposal_dist=proposal,
                        delta_logp=lambda q, q0: logs[q.item()] - logs[q0.item()])
        q = Raveled(np.zeros(1, int), None)
        seen = [(q := me.astep(q)[0]).data.item() for _ in range(100000)]
        print(f"  {how}: {mean(seen)}, TV {distance(collections.Counter(seen), dict(enumerate(p)))}")
