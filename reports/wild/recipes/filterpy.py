"""filterpy: resampling of particles by their weights."""
import collections
import itertools
import math

import numpy as np
from wild import breadboard, kernels, source, weights
kernel = kernels(law="docstring", true="right", called="lift", kind="draws")

path = source("rlabbe/filterpy", "3b51149eb", "filterpy/monte_carlo") / "filterpy/monte_carlo/resampling.py"
W = [0.55, 0.3, 0.1, 0.05]


def law(fixed, p):
    """Return the law of counts if some are fixed and the others are independent draws of p."""
    out = collections.Counter()
    for drawn in itertools.product(range(4), repeat=4 - sum(fixed)):
        out[tuple(k + drawn.count(i) for i, k in enumerate(fixed))] += math.prod(p[i] for i in drawn)
    return weights(out)


def counts(name):
    resample = breadboard.lift(path, name)
    return lambda: tuple(map(int, np.bincount(resample(np.array(W)), minlength=4)))


kernel("multinomial_resample", law([0] * 4, W), draw=counts("multinomial_resample"))
left = [4 * w - int(4 * w) for w in W]
kernel("residual_resample", law([2, 1, 0, 0], [w / sum(left) for w in left]), draw=counts("residual_resample"),
       kind="control",
       true="wrong: the rest is weights - num_copies, not N * weights - num_copies; reported to the project in 2023")
for name in ("stratified_resample", "systematic_resample"):
    resample = breadboard.lift(path, name)
    kernel(f"{name}, one of the particles", weights(dict(enumerate(W))),
           draw=lambda: int(resample(np.array(W))[np.random.randint(4)]))
