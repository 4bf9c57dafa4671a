"""Swaps by the energy of a spin.

Reported in PeaBrane/peapods, issue 2; closed. Binder cumulants were negative, and not without parallel tempering: it
took the energy averaged over spins for the total energy.
"""
import itertools
import math
import random

KIND = "swap"
FROM = "code"
ENERGY = {"--": -0.5, "-+": 1.5, "+-": 0.5, "++": -1.5}  # of two spins
COLD, HOT = 1.0, 0.2
LOGF = {(x, y): -COLD * ENERGY[x] - HOT * ENERGY[y] for x, y in itertools.product(ENERGY, repeat=2)}


def step(x, spins):
    new = []
    for s, beta in zip(x, (COLD, HOT)):
        y = random.choice([*ENERGY])
        new.append(y if random.random() < math.exp(beta * (ENERGY[s] - ENERGY[y])) else s)
    log_odds = (COLD - HOT) * (ENERGY[new[0]] - ENERGY[new[1]]) / spins
    return (new[1], new[0]) if math.log(random.random()) < log_odds else tuple(new)


wrong = lambda x: step(x, 2)
right = lambda x: step(x, 1)
