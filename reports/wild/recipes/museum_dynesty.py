"""dynesty: the random walk above a likelihood, uniform on cells, before and after its fix."""
import math
import random

import numpy as np
from wild import alike, breadboard, kernels, source
kernel = kernels(law="documentation: uniform where the likelihood is above a bound",
                 true="right", called="lift", kind="MCMC")

above = (0, 1, 3, 4, 5)  # of eight cells
for commit, true, kind in ("e40a0686d", "wrong: museum/dynesty_320", "control"), ("c43ca8b19", "right", "MCMC"):
    file = source("joshspeagle/dynesty", commit, "py/dynesty") / "py/dynesty/sampling.py"
    parts = {name: breadboard.lift(file.with_name("utils.py"), name) for name in ("unitcheck", "apply_reflect")}
    walk = breadboard.lift(file, "generic_random_walk",
                           parts | {"randsphere": breadboard.lift(file.with_name("bounding.py"), "randsphere")})

    def step(x):
        u = np.array([(x + random.random()) / 8])
        u = walk(u, 0, np.eye(1), 0.2, lambda u: u, lambda v: 1 if int(8 * v[0]) in above else -1, np.random,
                 {"walks": 2})[0]
        return math.floor(8 * u[0])
    kernel("generic_random_walk", alike(above), step, true=true, kind=kind)
