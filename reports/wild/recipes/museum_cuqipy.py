"""CUQIpy: Metropolis steps that meet an invalid density, before and after their fix."""
import math
from types import SimpleNamespace

import numpy as np
from wild import breadboard, kernels, source, weights
kernel = kernels(law="docstring: a target distribution", true="right", called="stand-ins", kind="MCMC")

target = {-1: -math.inf} | weights({0: 1, 1: 4, 2: 2, 3: 3})


class Base:
    _STATE_KEYS = set()


class Jump:
    """A symmetric proposal, as cuqi.distribution has them: any of the states, less what is to be added."""
    def __init__(self, less):
        self.less = less

    def __call__(self, location, scale):
        return self

    def sample(self, *_):
        return np.array([np.random.choice([*target]) - self.less])


def logd(x):
    return target.get(int(x[0]), math.nan) if x[0] >= 0 else math.nan


for commit, true, kind in ("22a43b19a", "wrong: museum/cuqipy_494", "control"), ("59ae0d0a6", "right", "MCMC"):
    files = source("CUQI-DTU/CUQIpy", commit, "cuqi/experimental/mcmc") / "cuqi/experimental/mcmc"
    given = {"cuqi": SimpleNamespace(distribution=SimpleNamespace(Distribution=Jump)), "ProposalBasedSampler": Base}
    for name, file in ("MH", "_mh.py"), ("CWMH", "_cwmh.py"):
        move = breadboard.lift(files / file, name + ".step", given)

        def step(x):
            chain = SimpleNamespace(current_point=np.array([x]), current_target_logd=logd([x]), scale=1, dim=1,
                                    target=SimpleNamespace(logd=logd), proposal=Jump(x if name == "MH" else 0))
            move(chain)
            return int(chain.current_point[0])
        kernel(name + ".step", target, step, true=true, kind=kind)
