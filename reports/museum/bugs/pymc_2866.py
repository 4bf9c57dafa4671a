"""Two fair coins are turned over, again and again.

Reported in pymc-devs/pymc, issue 2866; fixed by pull request 2867. BinaryGibbsMetropolis proposes the other value of
each variable, and with a probability of 1/2 for each it is always accepted. The sum of two such coins is 2, 0, 2, 0.
"""
import math
import random

KIND = "reach"
FROM = "code"
F = {(0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 1}
LOGF = {x: math.log(f) for x, f in F.items()}


def step(x, beta, often):
    for site in (0, 1):
        if random.random() < often:
            y = tuple(1 - v if k == site else v for k, v in enumerate(x))
            x = y if random.random() < (F[y] / F[x]) ** beta else x
    return x


def wrong(x, beta):
    return step(x, beta, 1)


def right(x, beta):
    return step(x, beta, 0.8)
