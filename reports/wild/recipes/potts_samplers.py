"""Potts of mktj2685: spins of the Potts model by Metropolis and by clusters."""
import itertools

import numpy as np
from wild import kernels, source

source("mktj2685/Potts", "a51dcb1", "samplers", "utils")
from samplers.metropolis import Metropolis
from samplers.swendsen_wang import SwendsenWang
from samplers.wolff import Wolff
kernel = kernels(law="the kernel's own: exp(-energy / T)", true="right", called="as a user", kind="MCMC")


def judge(sampler, **known):
    m = sampler(3, 3, 1, 1.0, 1.5)  # a ring of three: the row above is the row itself, and of no weight

    def put(s):
        m.spins = np.array([s]).T
        m.e = m.energy() if hasattr(m, "energy") else 0
    spins = [*itertools.product(range(3), repeat=3)]
    kernel(sampler.__name__, {s: sum(s[i] == s[i - 1] for i in range(3)) / 1.5 for s in spins}, m.mcstep,
           get=lambda: tuple(map(int, m.spins.ravel())), set=put, **known)


judge(Metropolis)
judge(SwendsenWang, kind="convention", true="wrong: a convention, pages/minor.md")
judge(Wolff, true="wrong: pages/minor.md")
