"""Stone Soup: resampling of particles."""
import collections
import itertools
import math

import numpy as np
from wild import kernels, source, weights

source("dstl/Stone-Soup", "ec032a9", "stonesoup")
from stonesoup.resampler import particle as rs
from stonesoup.types.array import StateVectors
from stonesoup.types.state import ParticleState
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

W, N = np.array([0.1, 0.15, 0.35, 0.4]), 4  # in order: so are their sums taken
C, draws = [0, *np.cumsum(W)], [*itertools.product(range(N), repeat=N)]


def drawn(resampler):
    def draw():
        state = ParticleState(StateVectors(np.arange(N)[None]), log_weight=np.log(W))
        return tuple(int(x) for x in np.asarray(resampler.resample(state).state_vector).ravel())
    return draw


kernel("MultinomialResampler", weights({a: math.prod(W[i] for i in a) for a in draws}),
       draw=drawn(rs.MultinomialResampler()))
strata = {a: math.prod(max(0, min((j + 1) / N, C[i + 1]) - max(j / N, C[i])) for j, i in enumerate(a)) for a in draws}
kernel("StratifiedResampler", weights(strata), draw=drawn(rs.StratifiedResampler()))
offsets = [np.searchsorted(C[1:], (np.arange(N) + (k + 0.5) / 5) / N) for k in range(5)]  # N W has fifths
kernel("SystematicResampler", weights(collections.Counter(tuple(map(int, a)) for a in offsets)),
       draw=drawn(rs.SystematicResampler()))
rest = (N * W - np.floor(N * W)) / 2
kernel("ResidualResampler", weights({(2, 3, i, j): rest[i] * rest[j] for i in range(N) for j in range(N)}),
       draw=drawn(rs.ResidualResampler()))
