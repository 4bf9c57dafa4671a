"""The log density is subtracted from itself.

Reported in bob-carpenter/walnuts, issue 27; closed. The Metropolis condition takes the difference of the new log
density and itself, where one of them is to be the old one. So every proposal is accepted.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
F = {"a": 5, "b": 3, "c": 2, "d": 1}
LOGF = {x: math.log(f) for x, f in F.items()}


def wrong(x, beta):
    y = random.choice("abcd")
    old = new = beta * LOGF[y]
    return y if math.log(random.random()) < new - old else x


def right(x, beta):
    y = random.choice("abcd")
    old, new = beta * LOGF[x], beta * LOGF[y]
    return y if math.log(random.random()) < new - old else x
