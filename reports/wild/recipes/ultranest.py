"""ultranest: weighted samples made equal, by systematic resampling."""
import collections
import itertools

import numpy as np
from wild import kernel, source, weights

from breadboard import lift

path = "ultranest/utils.py"
resample_equal = lift(source("JohannesBuchner/UltraNest", "c8a441c", path) / path, "resample_equal")
W, N = np.array([0.4, 0.35, 0.15, 0.1]), 4
rng = np.random.RandomState(3)
offsets = [np.searchsorted(np.cumsum(W), (np.arange(N) + (k + 0.5) / 5) / N) for k in range(5)]  # N W has fifths
shuffled = collections.Counter(a for u in offsets for a in itertools.permutations(map(int, u)))
kernel("resample_equal", weights(shuffled), draw=lambda: tuple(map(int, resample_equal(np.arange(N), W, rng))))
