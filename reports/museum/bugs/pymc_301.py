"""Tuning never stops.

Reported in pymc-devs/pymc, pull request 301; merged. Step methods that tune kept tuning throughout sampling, with no
opportunity to stop. Here the width of the next step is 2 after one that was accepted, and 1 after a rejection.
"""
import math
import random

KIND = "bookkeeping"
FROM = "re-enactment"
F = {0: 4, 1: 1, 2: 3, 3: 1, 4: 4}
LOGF = {(x, width): math.log(f) for x, f in F.items() for width in (1, 2)}


def step(state, beta, tuned):
    x, width = state
    y = x + random.choice((-width, width))
    accepted = y in F and random.random() < (F[y] / F[x]) ** beta
    return y if accepted else x, tuned(accepted)


def wrong(state, beta):
    return step(state, beta, lambda accepted: 2 if accepted else 1)


def right(state, beta):
    return step(state, beta, lambda accepted: random.choice((1, 2)))
