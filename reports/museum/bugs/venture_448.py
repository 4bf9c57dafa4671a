"""A slice step is accepted or rejected once more.

Reported in probcomp/Venturecxx, issue 448; fixed by pull request 449. Slice sampling applies a Metropolis-Hastings step
after its draw, although the draw leaves the posterior invariant already.
"""
import math
import random

KIND = "slice"
FROM = "re-enactment"
F = {"a": 5, "b": 3, "c": 2, "d": 1}
LOGF = {x: math.log(f) for x, f in F.items()}


def right(x, beta):
    u = random.random()  # of the height
    return random.choice([y for y in F if u < (F[y] / F[x]) ** beta])


def wrong(x, beta):
    y = right(x, beta)
    return y if random.random() < (F[y] / F[x]) ** beta else x
