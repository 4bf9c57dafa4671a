"""nestle: weighted samples made equal, by systematic resampling."""
import collections

import numpy as np
from wild import kernel, source, weights

from breadboard import lift

path = "nestle.py"
resample_equal = lift(source("kbarbary/nestle", "30e3aa4", path) / path, "resample_equal")
W, N = np.array([0.4, 0.35, 0.15, 0.1]), 4
rng = np.random.RandomState(3)
offsets = [np.searchsorted(np.cumsum(W), (np.arange(N) + (k + 0.5) / 5) / N) for k in range(5)]  # N W has fifths
kernel("resample_equal", weights(collections.Counter(tuple(map(int, a)) for a in offsets)),
       draw=lambda: tuple(map(int, resample_equal(np.arange(N), W, rng))))
