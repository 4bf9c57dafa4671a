"""Rejections are not written down.

Reported in AdamCobb/hamiltorch, issue 5; fixed in 9e5c672. A new sample is appended if it is accepted, and
nothing if it is rejected, where the previous sample is to be appended again.
"""
import math
import random

KIND = "bookkeeping"
FROM = "re-enactment"
F = {"a": 5, "b": 3, "c": 2, "d": 1}
LOGF = {x: math.log(f) for x, f in F.items()}


def wrong(x, beta):
    while True:
        y = random.choice("abcd")
        if random.random() < (F[y] / F[x]) ** beta:
            return y


def right(x, beta):
    y = random.choice("abcd")
    return y if random.random() < (F[y] / F[x]) ** beta else x
