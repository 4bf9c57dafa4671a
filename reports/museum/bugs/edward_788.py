"""The ratio of proposals is upside down.

Reported in blei-lab/edward, issue 788; fixed in 1.3.5. The docstring of the Metropolis-Hastings update, and its code,
add the density of the proposal there and subtract the one back. Examples with symmetric proposals did not show it.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
F = {"a": 5, "b": 3, "c": 2, "d": 1}
LOGF = {x: math.log(f) for x, f in F.items()}
Q = {"a": (2, 3, 4, 1), "b": (1, 1, 5, 3), "c": (6, 1, 1, 2), "d": (3, 3, 2, 2)}  # in tenths, by the cell proposed


def step(x, beta, sign):
    y = random.choices("abcd", Q[x])[0]
    there, back = Q[x]["abcd".index(y)], Q[y]["abcd".index(x)]
    log_ratio = beta * (LOGF[y] - LOGF[x]) + sign * (math.log(back) - math.log(there))
    return y if math.log(random.random()) < log_ratio else x


def wrong(x, beta):
    return step(x, beta, -1)


def right(x, beta):
    return step(x, beta, 1)
