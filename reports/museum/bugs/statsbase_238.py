"""A weight of zero is drawn, and always.

Reported in JuliaStats/StatsBase.jl, issue 238; fixed in 0.15.0 by pull request 239. A weighted sample without
replacement keeps the largest key, and jumps over what has none larger. If the first two weights are 0 their quotient
is NaN, and no comparison with it holds: the second item stays. Issue 265 reports it again.
"""
import math
import random

KIND = "draw"
FROM = "re-enactment"
WEIGHTS = (0, 0, 1, 2)
LOGF = {i: math.log(w) if w else -math.inf for i, w in enumerate(WEIGHTS)}


def sample(items):
    best, total = None, 0
    for i in items:
        if best is not None and total == WEIGHTS[i] == 0:
            return i  # its key is NaN, and stays
        if best is None or random.random() < WEIGHTS[i] / (total + WEIGHTS[i]):
            best = i
        total += WEIGHTS[i]
    return best


wrong = lambda _: sample(range(4))
right = lambda _: sample([i for i, w in enumerate(WEIGHTS) if w])
