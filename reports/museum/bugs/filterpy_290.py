"""The residual weight is a weight less a number of copies.

Reported in rlabbe/filterpy, issue 290; open. The rest of residual resampling is to be drawn by N w - copies, and is
drawn by w - copies. Here one of the particles after resampling is returned.
"""
import bisect
import itertools
import math
import random

KIND = "draw"
FROM = "code"
W = {"a": 0.55, "b": 0.3, "c": 0.1, "d": 0.05}
LOGF = {x: math.log(w) for x, w in W.items()}
COPIES = {x: math.floor(4 * w) for x, w in W.items()}
WHOLE = [x for x in W for _ in range(COPIES[x])]


def resampled(residual):
    total = sum(residual.values())
    sums = [*itertools.accumulate(r / total for r in residual.values())]
    sums[-1] = 1.0  # against rounding
    rest = [[*W][bisect.bisect(sums, random.random())] for _ in range(4 - len(WHOLE))]
    return random.choice(WHOLE + rest)


wrong = lambda _: resampled({x: w - COPIES[x] for x, w in W.items()})
right = lambda _: resampled({x: 4 * w - COPIES[x] for x, w in W.items()})
