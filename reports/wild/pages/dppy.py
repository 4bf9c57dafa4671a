"""DPPy: the sampler that adds, exchanges and deletes. Argument: the checkout."""
import collections
import contextlib
import io
import itertools
import sys

import numpy as np
from measure import distance, load, mean

sys.path.insert(0, sys.argv[1])
import dppy.finite_dpps
from dppy import mcmc_sampling as as_it_is
cured = load(as_it_is.__file__, "dppy.cured", ("size_S0 / (N - (size_S0 - 1))", "(N - (size_S0 - 1)) / size_S0"))


def chain(L, mode, module):
    dppy.finite_dpps.dpp_sampler_mcmc = module.dpp_sampler_mcmc
    D = dppy.finite_dpps.FiniteDPP("likelihood", L=L)
    with contextlib.redirect_stdout(io.StringIO()):
        D.sample_mcmc(mode, random_state=0, nb_iter=100000)
    return [tuple(sorted(map(int, s))) for s in D.list_of_samples[0]]


rng = np.random.RandomState(0)
A, B, C = rng.randn(2, 4), .6 * rng.randn(3, 5), np.random.RandomState(413121).randn(4, 10)
for L in np.diag([1., 1, 1, 0]), A.T @ A, B.T @ B, C.T @ C:
    sets = [s for k in range(len(L) + 1) for s in itertools.combinations(range(len(L)), k)]
    det = {s: max(0, np.linalg.det(L[np.ix_(s, s)])) if s else 1 for s in sets}
    law = {s: v / sum(det.values()) for s, v in det.items()}
    print(f"rank {np.linalg.matrix_rank(L)} of {len(L)}: mean size {sum(len(s) * v for s, v in law.items()):.4f}")
    for how, mode, module in ("AD", "AD", as_it_is), ("AED", "AED", as_it_is), ("AED, cured", "AED", cured):
        s = chain(L, mode, module)
        sizes = np.bincount([*map(len, s)], minlength=4)[:4] / len(s)
        print(f"  {how}: {mean([*map(len, s)])}, TV {distance(collections.Counter(s), law)}", sizes.round(3))
