"""Both densities of the proposal are taken at the current state.

Reported in scalanlp/breeze, pull request 614; fixed in 0.13. The acceptance probability of kernels that are not
symmetric was wrong. The code before the fix weighs by the density of the new state over that of the old one, both under
the proposal from the old one.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
F = {"a": 5, "b": 3, "c": 2, "d": 1}
LOGF = {x: math.log(f) for x, f in F.items()}
Q = {"a": {"a": 2, "b": 3, "c": 4, "d": 1}, "b": {"a": 1, "b": 1, "c": 5, "d": 3},
     "c": {"a": 6, "b": 1, "c": 1, "d": 2}, "d": {"a": 3, "b": 3, "c": 2, "d": 2}}


def proposed(x):
    return random.choices("abcd", Q[x].values())[0]


def wrong(x, beta):
    y = proposed(x)
    return y if random.random() < (F[y] / F[x]) ** beta * Q[x][y] / Q[x][x] else x


def right(x, beta):
    y = proposed(x)
    return y if random.random() < (F[y] / F[x]) ** beta * Q[y][x] / Q[x][y] else x
