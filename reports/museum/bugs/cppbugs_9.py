"""A jump is truncated towards zero.

Reported in armstrtw/CppBugs, pull request 9; closed, and in the code as 2420e37. The jump of discrete variables was not
symmetric: an integer plus a real number is cut to an integer. The jump alone is to be rounded.
"""
import math
import random

KIND = "proposal"
FROM = "code"
F = {-3: 1, -2: 2, -1: 4, 0: 3, 1: 4, 2: 2, 3: 1}
LOGF = {x: math.log(f) for x, f in F.items()}


def step(x, beta, y):
    return y if y in F and random.random() < (F[y] / F[x]) ** beta else x


def wrong(x, beta):
    return step(x, beta, int(x + random.choice((-1.6, -0.7, 0.7, 1.6))))


def right(x, beta):
    return step(x, beta, x + round(random.choice((-1.6, -0.7, 0.7, 1.6))))
