"""A reflection that keeps the parity.

Reported in yomichi/SpinMonteCarlo.jl, issue 1; fixed in 0.1.0. Swendsen-Wang for the clock model is not ergodic if the
number Q of directions is even. The spin s becomes Q - s, which for even Q leaves odd and even numbers apart.
"""
import itertools
import math
import random

KIND = "reach"
FROM = "code"
Q = 4
STATES = [*itertools.product(range(1, Q + 1), repeat=2)]  # two spins with one bond
LOGF = {s: 0.8 * math.cos(2 * math.pi * (s[0] - s[1]) / Q) for s in STATES}


def step(x, beta, sine, flipped):
    m = random.randint(1, Q)
    turned = [(s - m - 1) % Q + 1 for s in x]
    bond = random.random() < -math.expm1(-1.6 * beta * sine(turned[0]) * sine(turned[1]))
    first = random.random() < 0.5
    flips = first, first if bond else random.random() < 0.5
    return tuple(((flipped(s) if f else s) + m - 1) % Q + 1 for s, f in zip(turned, flips))


wrong = lambda x, beta: step(x, beta, lambda s: math.sin(2 * math.pi * s / Q), lambda s: Q - s)
right = lambda x, beta: step(x, beta, lambda s: math.sin(math.pi * (2 * s - 1) / Q), lambda s: Q + 1 - s)
