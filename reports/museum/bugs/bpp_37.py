"""A rejected proposal leaves its scale behind.

Reported in bpp/bpp, issue 37; closed. Scalers of the likelihood are written over the old ones, and not put back when a
proposal is rejected: the likelihood is then wrong in the next move. No data set had needed scaling so far.
"""
import math
import random

KIND = "bookkeeping"
FROM = "re-enactment"
F = {"a": 5, "b": 3, "c": 2}
LOGF = {(x, kept): math.log(F[x]) if x == kept else -math.inf for x in F for kept in F}  # and whose scaler is kept


def step(state, left):
    x, kept = state
    y = random.choice("abc")
    return (y, y) if random.random() < F[y] / F[kept] else (x, left(x, y))


def wrong(state):
    return step(state, lambda x, y: y)


def right(state):
    return step(state, lambda x, y: x)
