"""hamiltorch: the second sample of Hamiltonian Monte Carlo, flat on cells, before and after its fix."""
import contextlib
import io
import math
import random

import torch
from wild import absent, kernels, source, weights
kernel = kernels(law="documentation: log_prob_func is the log density", true="right", called="stand-ins", kind="MCMC")

absent("termcolor", colored=lambda text, *_: text)
target = weights({0: 1, 1: 4, 2: 2, 3: 3})


def log_p(x):
    return x.sum() * 0 + target.get(math.floor(float(x)), -1e9)  # its gradient is 0


for commit, true, kind in ("74e190bad", "wrong: museum/hamiltorch_5", "control"), ("9e5c6728f", "right", "MCMC"):
    source("AdamCobb/hamiltorch", commit, "hamiltorch")
    from hamiltorch import sample

    def step(x):
        with contextlib.redirect_stdout(io.StringIO()):
            chain = sample(log_p, torch.tensor([x + random.random()]), 6, 1, 1.0, burn=-1)
        return math.floor(float(chain[min(1, len(chain) - 1)]))
    kernel("sample", target, step, true=true, kind=kind)
