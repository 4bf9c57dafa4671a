"""Stone Soup: resampling of particles."""
import numpy as np
from wild import kernels, resampled, source

source("dstl/Stone-Soup", "ec032a9", "stonesoup")
from stonesoup.resampler import particle as rs
from stonesoup.types.array import StateVectors
from stonesoup.types.state import ParticleState
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

W, N = np.array([0.1, 0.15, 0.35, 0.4]), 4  # in order: so are their sums taken
laws = resampled(W)


def drawn(resampler):
    def draw():
        state = ParticleState(StateVectors(np.arange(N)[None]), log_weight=np.log(W))
        return tuple(int(x) for x in np.asarray(resampler.resample(state).state_vector).ravel())
    return draw


kernel("MultinomialResampler", laws.independent, draw=drawn(rs.MultinomialResampler()))
kernel("StratifiedResampler", laws.strata, draw=drawn(rs.StratifiedResampler()))
kernel("SystematicResampler", laws.systematic, draw=drawn(rs.SystematicResampler()))
kernel("ResidualResampler", laws.residual, draw=drawn(rs.ResidualResampler()))
