"""pfilter: resampling of weights."""
import collections
import itertools
import math

import numpy as np
from wild import kernels, source, weights

source("johnhw/pfilter", "c428e51", "pfilter")
from pfilter import pfilter as rs
kernel = kernels(law="the scheme's name", true="right", called="as a user", kind="draws")

W, N = np.array([0.4, 0.35, 0.15, 0.1]), 4
C, draws = [0, *np.cumsum(W)], [*itertools.product(range(N), repeat=N)]


def drawn(scheme):
    return lambda: tuple(map(int, scheme(W)))


kernel("multinomial_resample", weights({a: math.prod(W[i] for i in a) for a in draws}),
       draw=drawn(rs.multinomial_resample))
strata = {a: math.prod(max(0, min((j + 1) / N, C[i + 1]) - max(j / N, C[i])) for j, i in enumerate(a)) for a in draws}
kernel("stratified_resample", weights(strata), draw=drawn(rs.stratified_resample))
offsets = [np.searchsorted(C[1:], (np.arange(N) + (k + 0.5) / 5) / N) for k in range(5)]  # N W has fifths
systematic = weights(collections.Counter(tuple(map(int, a)) for a in offsets))
kernel("systematic_resample", systematic, draw=drawn(rs.systematic_resample))
kernel("resample", systematic, law="the kernel's own: systematic", draw=drawn(rs.resample))
rest = (N * W - np.floor(N * W)) / 2
kernel("residual_resample", weights({(0, 1, i, j): rest[i] * rest[j] for i in range(N) for j in range(N)}),
       draw=drawn(rs.residual_resample),
       true="wrong: pages/minor.md")
