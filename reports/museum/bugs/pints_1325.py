"""The stretch move counts chains for dimensions.

Reported in pints-team/pints, issue 1325; fixed in 0.4.0. The acceptance of the emcee hammer is z^(N-1) p(y)/p(x), where
N is the number of dimensions and not of chains. Here one walker of three stretches by 2 or 1/2 in one dimension.
"""
import math
import random

KIND = "proposal"
FROM = "re-enactment"
F = {1: 1, 2: 3, 4: 4, 8: 3, 16: 1}  # distance from the other walker
LOGF = {x: math.log(f) for x, f in F.items()}


def step(x, beta, n):
    z = random.choice((0.5, 2))  # with the density 1/z along log x, as cells grow with x
    y = x * z
    return y if y in F and random.random() < z ** (n - 1) * (F[y] / F[x]) ** beta else x


def wrong(x, beta):
    return step(x, beta, 3)


def right(x, beta):
    return step(x, beta, 1)
