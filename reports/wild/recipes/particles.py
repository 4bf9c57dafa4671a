"""particles: resampling of weights, and conditional sequential Monte Carlo on a hidden Markov model."""
import itertools
import math

import numpy as np
from wild import kernels, source, weights

source("nchopin/particles", "8f2c4bf", "particles")
from particles import hmm, mcmc, state_space_models
from particles import resampling as rs
from particles.distributions import Categorical
kernel = kernels(law="documentation, and the scheme's name", true="right", called="as a user", kind="draws")

W, N = np.array([0.4, 0.35, 0.15, 0.1]), 4
draws = [*itertools.product(range(N), repeat=N)]


def law(of):
    p = {}
    for a, weight in of:
        a = tuple(sorted(a))
        p[a] = p.get(a, 0) + weight
    return weights(p)


def drawn(scheme):
    return lambda: tuple(sorted(map(int, scheme(W))))


def overlap(j, i):
    """The part of the jth fourth that lies in the interval of i."""
    return max(0, min((j + 1) / N, sum(W[:i + 1])) - max(j / N, sum(W[:i])))


iid = [(a, math.prod(W[i] for i in a)) for a in draws]
kernel("multinomial", law(iid), draw=drawn(rs.multinomial))
kernel("multinomial_iid", weights(dict(iid)), draw=lambda: tuple(map(int, rs.multinomial_iid(W))))
kernel("multinomial_once", weights(dict(enumerate(W))), draw=lambda: int(rs.multinomial_once(W)))
kernel("stratified", law((a, math.prod(overlap(j, i) for j, i in enumerate(a))) for a in draws),
       draw=drawn(rs.stratified))
at = [((np.arange(N) + (k + 0.5) / 5) / N) for k in range(5)]  # N W has fifths
kernel("systematic", law((np.searchsorted(np.cumsum(W), u).tolist(), 1) for u in at), draw=drawn(rs.systematic))
rest = (N * W - np.floor(N * W)) / 2
kernel("residual", law(((0, 1, i, j), rest[i] * rest[j]) for i in range(N) for j in range(N)), draw=drawn(rs.residual))
kernel("killing", law((a, math.prod((i == n) * W[n] / max(W) + (1 - W[n] / max(W)) * W[i] for n, i in enumerate(a)))
                      for a in draws), draw=drawn(rs.killing))
V = np.array([0.3, 0.7])  # which leaves a choice of two
rs.ssp(V, M=3)  # compiles it
kernel("ssp", weights({(0, 1, 1): 0.9, (1, 1, 1): 0.1}), draw=lambda: tuple(map(int, rs.ssp(V, M=3))))


class Noisy(hmm.HMM):
    def PY(self, t, xp, x):
        return Categorical(p=E[x, :])


E = np.array([[0.4, 0.6], [0.9, 0.1]])
model = Noisy(init_dist=np.array([0.4, 0.6]), trans_mat=np.array([[0.2, 0.8], [0.9, 0.1]]))
y = [np.array([v]) for v in (1, 0, 0)]
paths = {x: model.init_dist[x[0]] * math.prod(model.trans_mat[a, b] for a, b in itertools.pairwise(x))
         * math.prod(E[a, b[0]] for a, b in zip(x, y)) for x in itertools.product((0, 1), repeat=3)}


def gibbs(x, backward=False):
    pf = mcmc.CSMC(fk=state_space_models.Bootstrap(ssm=model, data=y), N=2, ESSrmin=1.0, xstar=np.array(x))
    pf.run()
    return tuple(int(v) for v in (pf.hist.backward_sampling_ON2(1) if backward else pf.hist.extract_one_trajectory()))


csmc = {"kind": "MCMC", "law": "paper: Andrieu, Doucet and Holenstein 2010", "true": "wrong: pages/particles.md"}
kernel("CSMC", weights(paths), gibbs, **csmc)
kernel("CSMC, backward_sampling_ON2", weights(paths), lambda x: gibbs(x, True), **csmc)
