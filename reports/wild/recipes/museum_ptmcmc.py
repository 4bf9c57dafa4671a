"""PTMCMCSampler: swaps of the states of three temperatures, before and after their fix."""
import itertools
from types import SimpleNamespace

import numpy as np
from wild import breadboard, kernels, source
kernel = kernels(law="the kernel's own: likelihoods to the power 1/T", true="right", called="stand-ins", kind="MCMC")

log_l, ladder = {0: 0.0, 1: 1.0, 2: 2.5}, [1, 2, 5]
target = {x: sum(log_l[v] / t for v, t in zip(x, ladder)) for x in itertools.product(log_l, repeat=3)}
for commit, true, kind in ("5e3bebf0a", "wrong: museum/ptmcmc_58", "control"), ("f3ea987f9", "right", "MCMC"):
    file = source("nanograv/PTMCMCSampler", commit, "PTMCMCSampler") / "PTMCMCSampler/PTMCMCSampler.py"
    swap = breadboard.lift(file, "PTSampler.PTswap", {"MPI": SimpleNamespace(COMM_WORLD=None)})

    def step(x):
        """Every process gathers and scatters; the root sees the states of all."""
        sent = iter([[log_l[v] for v in x], [np.array([float(v)]) for v in x]])
        scattered = []
        comm = SimpleNamespace(gather=lambda value, root: next(sent),
                               scatter=lambda values, root: scattered.append(values) or values[0])
        one = SimpleNamespace(ladder=ladder, comm=comm, nchain=3, MPIrank=0, stream=np.random, nswap_accepted=0,
                              swapProposed=0, temp=1, logp=lambda p: 0.0)
        swap(one, None, None, None, 0)
        return tuple(int(p[0]) for p in scattered[0])
    kernel("PTSampler.PTswap", target, step, true=true, kind=kind, partial=True)
