"""PyMC: Metropolis steps of discrete variables."""
import collections
import itertools
import math

import numpy as np
from wild import breadboard, kernels, source, weights
kernel = kernels(law="docstring: Metropolis-Hastings, or Metropolis within Gibbs, of log f",
                 true="right", called="__new__", kind="MCMC")

steps = source("pymc-devs/pymc", "100f3c3f7", "pymc/step_methods") / "pymc/step_methods"
Raveled = collections.namedtuple("Raveled", "data point_map_info")
given = {"dataclass_state": lambda c: c, "StepMethodState": object, "ArrayStep": object, "ArrayStepShared": object,
         "RaveledVars": Raveled, "metrop_select": breadboard.lift(steps / "arraystep.py", "metrop_select")}
r, pairs, triples = np.random.RandomState(1), itertools.product(range(3), repeat=2), itertools.product((0, 1), repeat=3)


def step(logf, name, method="astep", **settings):
    """Return a step of a sampler, which needs no model but log f."""
    sampler = object.__new__(breadboard.lift(steps / "metropolis.py", name, given))
    vars(sampler).update(settings, rng=np.random.default_rng(3))
    log = lambda q: logf.get(tuple(map(int, getattr(q, "data", q))), -np.inf)
    sampler.delta_logp = lambda q, q0: log(q) - log(q0)
    more = () if name == "Metropolis" else (log,)
    return lambda s: tuple(map(int, getattr(sampler, method)(Raveled(np.array(s), None), *more)[0].data))


four = weights({(k,): k + 1 for k in range(4)})
binary, three = ({s: float(r.normal()) for s in states} for states in (triples, pairs))
kernel("BinaryMetropolis.astep", binary, step(binary, "BinaryMetropolis", scaling=1.0, accepted=0))
for shuffle, order in ((False, "given"), (True, "random")):
    kernel(f"BinaryGibbsMetropolis.astep, order {order}", binary, step(
        binary, "BinaryGibbsMetropolis", order=[0, 1, 2], shuffle_dims=shuffle, transit_p=0.8))
    kernel(f"CategoricalGibbsMetropolis.astep_unif, order {order}", three, step(
        three, "CategoricalGibbsMetropolis", "astep_unif", shuffle_dims=shuffle, dimcats=[(0, 3), (1, 3)]))
for logf, cats in ((four, [4]), (three, [3, 3]), (binary, [2, 2, 2])):
    kernel(f"CategoricalGibbsMetropolis.astep_prop, {cats} categories", logf, true="wrong: pages/pymc.md", step=step(
        logf, "CategoricalGibbsMetropolis", "astep_prop", shuffle_dims=False, dimcats=[*enumerate(cats)]))
for proposal, s in (("UniformProposal", 1.5), ("LaplaceProposal", 1.0), ("PoissonProposal", 1.0)):
    kernel(f"Metropolis.astep with {proposal}", four, step(
        four, "Metropolis", tune=False, steps_until_tune=0, scaling=1.0, elemwise_update=False, accepted_sum=0,
        accepted_iter=np.zeros(1), any_discrete=True, all_discrete=True,
        proposal_dist=breadboard.lift(steps / "metropolis.py", proposal)(np.array([s]))),
        true="wrong: pages/pymc_poisson.md" if proposal == "PoissonProposal" else "right")
