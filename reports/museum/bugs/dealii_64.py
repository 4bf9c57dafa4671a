"""Steps in log space, accepted as if they were symmetric.

Reported in dealii/code-gallery, pull request 64; merged. Each component is multiplied by a log-normal number, and the
ratio y / x of the densities there and back was missing. The description says that 10^11 samples went into the trash.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
F = {1: 2, 2: 4, 4: 3, 8: 1}  # f of the cell [x, 2x)
LOGF = {x: math.log(f * x) for x, f in F.items()}  # and its mass: the cell is x wide


def step(x, factor):
    y = x * random.choice((0.5, 2))
    return y if y in F and random.random() < F[y] / F[x] * factor(x, y) else x


def wrong(x):
    return step(x, lambda x, y: 1)


def right(x):
    return step(x, lambda x, y: y / x)
