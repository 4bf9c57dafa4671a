"""PyMC: Metropolis(proposal_dist=PoissonProposal). Argument: the checkout. Of PyMC, which needs PyTensor, only the
classes are taken, by breadboard.lift; their bases stand empty."""
import collections
import math
import pathlib
import sys

import numpy as np
from measure import distance, mean

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "cmd/breadboard/clients/python"))
import breadboard
sys.modules["pymc"] = None  # the classes need nothing of the package
path, Raveled = pathlib.Path(sys.argv[1], "pymc/step_methods"), collections.namedtuple("Raveled", "data point_map_info")
given = {"dataclass_state": lambda c: c, "StepMethodState": object, "ArrayStepShared": object, "RaveledVars": Raveled,
         "metrop_select": breadboard.lift(path / "arraystep.py", "metrop_select")}
as_it_is = breadboard.lift(path / "metropolis.py", "PoissonProposal")(np.ones(1))
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
        me = object.__new__(breadboard.lift(path / "metropolis.py", "Metropolis", given))
        vars(me).update(rng=np.random.default_rng(2), tune=False, steps_until_tune=0, scaling=1., elemwise_update=False,
                        any_discrete=True, all_discrete=True, accepted_iter=np.zeros(1), accepted_sum=0,
                        proposal_dist=proposal, delta_logp=lambda q, q0: logs[q.item()] - logs[q0.item()])
        q = Raveled(np.zeros(1, int), None)
        seen = [(q := me.astep(q)[0]).data.item() for _ in range(100000)]
        print(f"  {how}: {mean(seen)}, TV {distance(collections.Counter(seen), dict(enumerate(p)))}")
