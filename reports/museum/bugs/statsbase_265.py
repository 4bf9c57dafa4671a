"""A weight of zero is drawn, and always.

Reported in JuliaStats/StatsBase.jl, issue 265; closed. If the first weight is 0 the threshold of a weighted sample
without replacement is 0, and a comparison with NaN follows. With the weights 0, 0 and 1 the second item comes.
"""
import math
import random

KIND = "draw"
WEIGHTS = (0, 1, 2, 3)
LOGF = {i: math.log(w) if w else -math.inf for i, w in enumerate(WEIGHTS)}


def sample(items):
    best, total = None, 0
    for i in items:
        if best is not None and total == 0:
            return i  # the threshold is NaN from here on
        if best is None or random.random() < WEIGHTS[i] / (total + WEIGHTS[i]):
            best = i
        total += WEIGHTS[i]
    return best


wrong = lambda _: sample(range(4))
right = lambda _: sample([i for i, w in enumerate(WEIGHTS) if w])
