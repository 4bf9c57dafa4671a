"""PythonRobotics: low variance resampling of the particle filter."""
import numpy as np
from wild import kernels, resampled, source

from breadboard import lift
kernel = kernels(law="docstring: low variance, which is systematic, resampling",
                 true="right", called="lift", kind="draws")

path = "Localization/particle_filter/particle_filter.py"
W, N = np.array([0.4, 0.35, 0.15, 0.1]), 4
re_sampling = lift(source("AtsushiSakai/PythonRobotics", "b38c510", path) / path, "re_sampling", {"NP": N})
kernel("re_sampling", resampled(W).systematic,
       draw=lambda: tuple(map(int, re_sampling(np.arange(N)[None], W[None])[0][0])))
