"""PyMC: Gibbs steps of binary variables, before and after their fix."""
import itertools
from types import SimpleNamespace

import numpy as np
from wild import alike, breadboard, kernels, source
kernel = kernels(law="docstring: Metropolis within Gibbs of log f", true="right", called="stand-ins", kind="MCMC")

for commit, true, kind in ("8566a12d8", "wrong: museum/pymc_2866", "control"), ("28657600d", "right", "MCMC"):
    files = source("ricardoV94/pymc", commit, "pymc3/step_methods") / "pymc3/step_methods"
    select = breadboard.lift(files / "arraystep.py", "metrop_select")
    astep = breadboard.lift(files / "metropolis.py", "BinaryGibbsMetropolis.astep",
                 {"metrop_select": select, "ArrayStep": object, "floatX": None, "pm": None, "theano": None})

    def step(x):
        coins = SimpleNamespace(order=[0, 1], shuffle_dims=True)
        return tuple(map(int, astep(coins, np.array(x), lambda q: 0.0)))
    kernel("BinaryGibbsMetropolis.astep", alike(itertools.product((0, 1), repeat=2)), step, true=true, kind=kind)
