"""Log odds are taken for odds.

Reported in Julia-Tempering/Pigeons.jl, issue 62; fixed in 0.2.0. A line of the slice sampler needs an exp. It draws a
binary coordinate from l / (1 + l), where l is the logarithm of the odds.
"""
import math
import random

KIND = "conditional"
FROM = "code"
F = {(0, 0): 4, (0, 1): 2, (1, 0): 1, (1, 1): 3}
LOGF = {x: math.log(f) for x, f in F.items()}


def step(x, beta, odds):
    site = random.randrange(2)
    zero, one = ((0, x[1]), (1, x[1])) if site == 0 else ((x[0], 0), (x[0], 1))
    r = odds(beta * (LOGF[zero] - LOGF[one]))
    return zero if random.random() < r / (1 + r) else one


def wrong(x, beta):
    return step(x, beta, lambda log_odds: log_odds)


def right(x, beta):
    return step(x, beta, math.exp)
