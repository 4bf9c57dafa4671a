"""PythonRobotics: low variance resampling of the particle filter."""
import collections

import numpy as np
from wild import kernels, source, weights

from breadboard import lift
kernel = kernels(law="docstring: low variance, which is systematic, resampling",
                 true="right", called="lift", kind="draws")

path = "Localization/particle_filter/particle_filter.py"
W, N = np.array([0.4, 0.35, 0.15, 0.1]), 4
re_sampling = lift(source("AtsushiSakai/PythonRobotics", "b38c510", path) / path, "re_sampling", {"NP": N})
offsets = [np.searchsorted(np.cumsum(W), (np.arange(N) + (k + 0.5) / 5) / N) for k in range(5)]  # N W has fifths
kernel("re_sampling", weights(collections.Counter(tuple(map(int, a)) for a in offsets)),
       draw=lambda: tuple(map(int, re_sampling(np.arange(N)[None], W[None])[0][0])))
