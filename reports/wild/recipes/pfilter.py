"""pfilter: resampling of weights."""
import numpy as np
from wild import kernels, resampled, source

source("johnhw/pfilter", "c428e51", "pfilter")
from pfilter import pfilter as rs
kernel = kernels(law="the scheme's name", true="right", called="as a user", kind="draws")

W = np.array([0.4, 0.35, 0.15, 0.1])
laws = resampled(W)


def drawn(scheme):
    return lambda: tuple(map(int, scheme(W)))


kernel("multinomial_resample", laws.independent, draw=drawn(rs.multinomial_resample))
kernel("stratified_resample", laws.strata, draw=drawn(rs.stratified_resample))
kernel("systematic_resample", laws.systematic, draw=drawn(rs.systematic_resample))
kernel("resample", laws.systematic, law="the kernel's own: systematic", draw=drawn(rs.resample))
kernel("residual_resample", laws.residual, draw=drawn(rs.residual_resample), true="wrong: pages/minor.md")
