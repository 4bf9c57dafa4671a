"""dynesty, nestle and ultranest: weighted samples made equal, by systematic resampling."""
import collections
import itertools

import numpy as np
from wild import kernels, source, weights

from breadboard import lift
kernel = kernels(law="docstring: floor or ceil of N w copies", true="right", called="lift", kind="draws")

W, N = np.array([0.4, 0.35, 0.15, 0.1]), 4
offsets = [np.searchsorted(np.cumsum(W), (np.arange(N) + (k + 0.5) / 5) / N) for k in range(5)]  # N W has fifths
in_order = weights(collections.Counter(tuple(map(int, u)) for u in offsets))
shuffled = weights(collections.Counter(a for u in offsets for a in itertools.permutations(map(int, u))))
for repository, commit, path, rng, law in (
        ("joshspeagle/dynesty", "9945161", "py/dynesty/utils.py", np.random.default_rng(3), shuffled),
        ("kbarbary/nestle", "30e3aa4", "nestle.py", np.random.RandomState(3), in_order),
        ("JohannesBuchner/UltraNest", "c8a441c", "ultranest/utils.py", np.random.RandomState(3), shuffled)):
    resample_equal = lift(source(repository, commit, path) / path, "resample_equal")
    kernel("resample_equal", law, draw=lambda: tuple(map(int, resample_equal(np.arange(N), W, rng))))
