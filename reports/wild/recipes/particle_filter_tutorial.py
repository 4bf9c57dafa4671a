"""particle-filter-tutorial: resampling of weighted samples."""
import collections
import itertools
import math

import numpy as np
from wild import kernels, source, weights

source("jelfring/particle-filter-tutorial", "e6014b7", "core")
from core.resampling.resampler import Resampler, ResamplingAlgorithms
from core.resampling.resampling_helpers import generate_sample_index
kernel = kernels(law="docstring, and the scheme's name", true="right", called="as a user", kind="draws")

W, N = np.array([0.4, 0.35, 0.15, 0.1]), 4
C, draws = [0, *np.cumsum(W)], [*itertools.product(range(N), repeat=N)]


def drawn(scheme):
    return lambda: tuple(i for _, i in Resampler().resample([*zip(W, range(N))], N, ResamplingAlgorithms[scheme]))


kernel("MULTINOMIAL", weights({a: math.prod(W[i] for i in a) for a in draws}), draw=drawn("MULTINOMIAL"),
       tolerance=1e-5)
strata = {a: math.prod(max(0, min((j + 1) / N, C[i + 1]) - max(j / N, C[i])) for j, i in enumerate(a)) for a in draws}
kernel("STRATIFIED", weights(strata), draw=drawn("STRATIFIED"), tolerance=1e-5)
offsets = [np.searchsorted(C[1:], (np.arange(N) + (k + 0.5) / 5) / N) for k in range(5)]  # N W has fifths
kernel("SYSTEMATIC", weights(collections.Counter(tuple(map(int, a)) for a in offsets)), draw=drawn("SYSTEMATIC"),
       tolerance=1e-5)
rest = (N * W - np.floor(N * W)) / 2
kernel("RESIDUAL", weights({(0, 1, i, j): rest[i] * rest[j] for i in range(N) for j in range(N)}),
       draw=drawn("RESIDUAL"), tolerance=1e-5)
kernel("generate_sample_index", weights(dict(enumerate(W))),
       draw=lambda: generate_sample_index([*zip(W, range(N))]), tolerance=1e-5)
