"""particle-filter-tutorial: resampling of weighted samples."""
import numpy as np
from wild import kernels, resampled, source, weights

source("jelfring/particle-filter-tutorial", "e6014b7", "core")
from core.resampling.resampler import Resampler, ResamplingAlgorithms
from core.resampling.resampling_helpers import generate_sample_index
kernel = kernels(law="docstring, and the scheme's name", true="right", called="as a user", kind="draws")

W, N = np.array([0.4, 0.35, 0.15, 0.1]), 4
laws = resampled(W)


def drawn(scheme):
    return lambda: tuple(i for _, i in Resampler().resample([*zip(W, range(N))], N, ResamplingAlgorithms[scheme]))


for scheme, law in (("MULTINOMIAL", laws.independent), ("STRATIFIED", laws.strata), ("SYSTEMATIC", laws.systematic),
                    ("RESIDUAL", laws.residual)):
    kernel(scheme, law, draw=drawn(scheme), tolerance=1e-5)
kernel("generate_sample_index", weights(dict(enumerate(W))),
       draw=lambda: generate_sample_index([*zip(W, range(N))]), tolerance=1e-5)
