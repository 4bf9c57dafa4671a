"""QuCumber: Gibbs sampling of a restricted Boltzmann machine."""
import itertools

import torch
from wild import kernels, source

source("PIQuIL/QuCumber", "b295931", "qucumber")
from qucumber.rbm import BinaryRBM
kernel = kernels(law="docstring: block Gibbs sampling of the machine", true="right", called="as a user", kind="MCMC")

torch.manual_seed(1)
m = BinaryRBM(3, 2, gpu=False)
V = [*itertools.product((0, 1), repeat=3)]
W, b, c = (p.data.clone() for p in (m.weights, m.visible_bias, m.hidden_bias))


def logf(v):
    v = torch.tensor(v, dtype=torch.double)
    return float(v @ b + torch.log1p(torch.exp(W @ v + c)).sum())


def step(v):
    return tuple(map(int, m.gibbs_steps(1, torch.tensor([v], dtype=torch.double))[0]))


kernel("BinaryRBM.gibbs_steps", {v: logf(v) for v in V}, step)
