"""Learnergy: Gibbs sampling of a restricted Boltzmann machine."""
import itertools

import numpy as np
import torch
from wild import breadboard, kernel, source

path = "learnergy/models/bernoulli/rbm.py"
given = {"Model": object} | dict.fromkeys(["learnergy", "l", "log", "c", "e", "ex", "logger"])
m = object.__new__(breadboard.lift(source("gugarosa/learnergy", "5ae666d", path) / path, "RBM", given))
r = np.random.RandomState(1)
W, a, b = r.randn(3, 2), r.randn(3), r.randn(2)
m._W, m._a, m._b = (torch.tensor(x, dtype=torch.float) for x in (W, a, b))
m._steps, m._T = 1, 1.0


def step(v):
    return tuple(map(int, m.gibbs_sampling(torch.tensor([v], dtype=torch.float))[-1][0]))


kernel("RBM.gibbs_sampling", {v: float(a @ v + np.log1p(np.exp(np.array(v) @ W + b)).sum())
                              for v in itertools.product((0, 1), repeat=3)}, step)
