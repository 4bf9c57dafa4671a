"""pyfilter: resampling of log weights, with torch."""
import collections
import itertools
import math

import numpy as np
import torch
from wild import kernels, source, weights

from breadboard import lift
kernel = kernels(law="docstring, and the scheme's name", true="right", called="lift", kind="draws")

path = source("tingiskhan/pyfilter", "374afe0", "pyfilter") / "pyfilter/resampling.py"
W, N = torch.tensor([7, 5, 3, 1]) / 16, 4


def drawn(name):
    scheme = lift(path, name, {"normalize": None})
    return lambda: tuple(scheme(W.clone(), normalized=True).tolist())


kernel("multinomial", weights({a: math.prod(W[i].item() for i in a) for a in itertools.product(range(N), repeat=N)}),
       draw=drawn("multinomial"))
offsets = [np.searchsorted(np.cumsum(W.numpy()), (np.arange(N) + (k + 0.5) / 4) / N) for k in range(4)]
kernel("systematic", weights(collections.Counter(tuple(map(int, a)) for a in offsets)), draw=drawn("systematic"))
rest = ((N * W - (N * W).floor()) / 2).tolist()
kernel("residual", weights({(0, 1, i, j): rest[i] * rest[j] for i in range(N) for j in range(N)}),
       draw=drawn("residual"))
