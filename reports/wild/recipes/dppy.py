"""DPPy: subsets by determinants of a kernel."""
import itertools

import numpy as np
from wild import absent, cured_by, kernels, source

absent("cvxopt")
source("guilgautier/DPPy", "0d34dd6", "dppy")
from dppy import mcmc_sampling as m
kernel = kernels(law="documentation: a chain with det L_S as its stationary law",
                 true="right", called="as a user", kind="MCMC")

rng = np.random.RandomState(3)
A = rng.randn(5, 5)
L = A @ A.T / 3 + 0.1 * np.eye(5)


def step(sampler, L):
    return lambda s: tuple(sorted(map(int, sampler(L, [*s], nb_iter=2, random_state=rng)[1])))


def subsets(L, sizes):
    all_of = [s for k in sizes for s in itertools.combinations(range(5), k)]
    return {s: float(np.linalg.slogdet(L[np.ix_(s, s)])[1]) if s else 0.0 for s in all_of}


kernel("add_delete_sampler", subsets(L, range(6)), step(m.add_delete_sampler, L))
kernel("basis_exchange_sampler", subsets(L, [2]), step(m.basis_exchange_sampler, L))
K = np.zeros((5, 5))  # the sampler ends in an error where it has all elements
K[:4, :4] = L[:4, :4]
cured = cured_by(m.__file__, "dppy.cured", ("size_S0 / (N - (size_S0 - 1))", "(N - (size_S0 - 1)) / size_S0"))
kernel("add_exchange_delete_sampler", subsets(K, range(6)), step(m.add_exchange_delete_sampler, K),
       true="wrong: pages/dppy.md", compare=step(cured.add_exchange_delete_sampler, K))
