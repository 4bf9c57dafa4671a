"""PyMC: slice sampling of a density that is flat on cells, before and after its fix."""
import math
import random
from collections import namedtuple
from types import SimpleNamespace

import numpy as np
from wild import breadboard, kernels, source, weights
kernel = kernels(law="docstring: slice sampling of log f", true="right", called="stand-ins", kind="MCMC")

Raveled = namedtuple("Raveled", "data point_map_info")
target = weights({0: 1, 1: 6, 2: 2, 3: 4})
for commit, true, kind in ("de555439b", "wrong: museum/pymc_5815", "control"), ("f28f9cf56", "right", "MCMC"):
    file = source("ricardoV94/pymc", commit, "pymc/step_methods") / "pymc/step_methods/slicer.py"
    astep = breadboard.lift(file, "Slice.astep", {"RaveledVars": Raveled, "ArrayStep": object})

    def step(x):
        slicer = SimpleNamespace(w=np.array([1.5]), tune=False, iter_limit=1000)
        new = astep(slicer, Raveled(np.array([x + random.random()]), None),
                    lambda q: target.get(math.floor(q.data[0]), -math.inf))
        return math.floor(getattr(new, "data", new)[0])
    kernel("Slice.astep", target, step, true=true, kind=kind)
