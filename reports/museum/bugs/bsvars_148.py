"""A truncated proposal is corrected the wrong way.

Reported in bsvars/bsvars, pull request 148; merged. The acceptance divides the forward and the reverse probability of a
truncated normal proposal in the wrong order. Here the proposals are one or two cells to each side, cut at the ends.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
F = {0: 4, 1: 1, 2: 3, 3: 1, 4: 4}
LOGF = {x: math.log(f) for x, f in F.items()}


def inside(x):
    return [y for y in (x - 2, x - 1, x + 1, x + 2) if y in F]


def step(x, beta, sign):
    y = random.choice(inside(x))
    there, back = 1 / len(inside(x)), 1 / len(inside(y))
    return y if random.random() < (F[y] / F[x]) ** beta * (back / there) ** sign else x


def wrong(x, beta):
    return step(x, beta, -1)


def right(x, beta):
    return step(x, beta, 1)
