"""bayes_gmm: labels of Gaussian mixtures, finite and of a Dirichlet process, by collapsed Gibbs sampling."""
import itertools
from math import lgamma, log

import numpy as np
from wild import kernels, source

source("kamperh/bayes_gmm", "252b37c", "bayes_gmm")
from bayes_gmm.fbgmm import FBGMM
from bayes_gmm.gaussian_components_fixedvar import FixedVarPrior
from bayes_gmm.igmm import IGMM
from bayes_gmm.niw import NIW
kernel = kernels(law="book: Murphy 2012, Section 24.2.4, which the code cites",
                 true="right", called="as a user", kind="MCMC")

x, alpha, mean, K = np.array([0.1, 1.2, -0.8, 0.5]), 0.7, 0.2, 3
var, var0 = 0.5, 2.0
k0, v0, S0 = 0.5, 3, 1.2


def first(z):  # labels in the order in which they come
    order = [*dict.fromkeys(z)]
    return tuple(order.index(k) for k in z)


def normal(x):  # the log density of the values of one component
    C = var * np.eye(len(x)) + var0
    return -(np.linalg.slogdet(2 * np.pi * C)[1] + (x - mean) @ np.linalg.solve(C, x - mean)) / 2


def student(x):  # where its variance is not known
    n, S = len(x), S0 + ((x - x.mean()) ** 2).sum() + k0 * len(x) / (k0 + len(x)) * (x.mean() - mean) ** 2
    return (lgamma((v0 + n) / 2) - lgamma(v0 / 2) + v0 / 2 * log(S0) - (v0 + n) / 2 * log(S)
            + log(k0 / (k0 + n)) / 2 - n / 2 * log(np.pi))


def judge(cls, kind, prior, density, size, **more):
    def step(z):
        m = cls(x[:, None], prior, alpha, assignments=np.array(z), covariance_type=kind, **more)
        m.gibbs_sample(1)
        return first(m.components.assignments.tolist())
    known = {} if kind != "fixed" else {
        "true": "wrong: pages/bayes_gmm.md"}
    kernel(f"{cls.__name__}.gibbs_sample, {kind}",
           {z: sum(size(z.count(k)) + density(x[np.array(z) == k]) for k in {*z})
            + (log([1, 3, 6, 6][len({*z})]) if more else 0)  # in so many ways its components have names
            for z in {first(z) for z in itertools.product(range(more.get("K", 4)), repeat=4)}}, step, **known)


fixed = FixedVarPrior(np.array([var]), np.array([mean]), np.array([var0]))
diag = NIW(np.array([mean]), k0, v0, np.array([S0]))
for kind, prior, density in (("diag", diag, student), ("fixed", fixed, normal)):
    judge(IGMM, kind, prior, density, lambda n: log(alpha) + lgamma(n))
    judge(FBGMM, kind, prior, density, lambda n: lgamma(n + alpha / K) - lgamma(alpha / K), K=K)
