"""dimod: simulated annealing of Ising spins, at one temperature."""
import itertools
import random
from types import SimpleNamespace as Stand

from wild import breadboard, kernels, source
kernel = kernels(law="the kernel's own: at one temperature, exp(-beta energy)",
                 true="right", called="stand-ins", kind="MCMC")

path = "dimod/reference/samplers/simulated_annealing.py"
begin = []
given = dict.fromkeys(["Sampler", "SampleSet", "Vartype"]) | {
    "random": Stand(choice=lambda _: begin.pop(0), uniform=random.uniform), "ising_energy": lambda *_: 0}
anneal = breadboard.lift(source("dwavesystems/dimod", "aca7cc3d", path) / path, "ising_simulated_annealing", given)
h, J = {0: 0.3, 1: -0.5, 2: 0.2}, {(0, 1): 0.7, (1, 2): -0.4}


def step(s):  # of two sweeps
    begin[:] = s
    return tuple(anneal(h, J, (0.8, 0.8), 2)[0].values())


kernel("ising_simulated_annealing", {s: -0.8 * (sum(h[v] * s[v] for v in h) + sum(J[u, v] * s[u] * s[v] for u, v in J))
                                     for s in itertools.product((-1, 1), repeat=3)}, step)
