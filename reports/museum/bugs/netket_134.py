"""The ratio of proposals is squared.

Reported in netket/netket, pull request 134; fixed in 1.0.5. The sampler that moves along the Hamiltonian multiplies the
ratio of wave functions by that of the numbers of moves, and then takes the square of the whole. Only the ratio of wave
functions is to be squared.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
F = {"a": 5, "b": 3, "c": 2, "d": 1}
LOGF = {x: math.log(f) for x, f in F.items()}
NEAR = {"a": "b", "b": "acd", "c": "bd", "d": "bc"}


def step(x, beta, power):
    y = random.choice(NEAR[x])
    odds = (F[y] / F[x]) ** beta * (len(NEAR[x]) / len(NEAR[y])) ** power
    return y if random.random() < odds else x


def wrong(x, beta):
    return step(x, beta, 2)


def right(x, beta):
    return step(x, beta, 1)
