"""mcmc_statphys: spins of the Ising model."""
import itertools

import numpy as np
from wild import kernels, source

source("UynajGI/mcmc_statphys", "ee6cba4", "mcmc_statphys")
from mcmc_statphys import algorithm, model
kernel = kernels(law="documentation: the Ising model, with the kernel's own neighbours",
                 true="right", called="stand-ins", kind="MCMC")


def judge(algorithm, H, **settings):
    algorithm.model._save_date = lambda **_: None  # its table of all the steps so far
    name = f"{algorithm.name}.iter_sample" + ", bath" * ("ac_from" in settings)

    def logf(s):  # in two by two a neighbour to the left that is also the one to the right counts once
        return (s[0] * s[1] + s[2] * s[3] + s[0] * s[2] + s[1] * s[3] + H * sum(s)) / 1.5
    kernel(name, {s: logf(s) for s in itertools.product((-1, 1), repeat=4)},
           lambda: algorithm.iter_sample(1.5, **settings),
           get=lambda: tuple(map(int, algorithm.model.spin.ravel())),
           set=lambda s: algorithm.model.set_spin(np.array(s).reshape(2, 2)))


judge(algorithm.Metropolis(model.Ising(2, H=0.3)), 0.3)
judge(algorithm.Metropolis(model.Ising(2, H=0.3)), 0.3, ac_from="bath")
judge(algorithm.Wolff(model.Ising(2)), 0)
