"""Every node starts from the same seed.

Reported in pgmpy/pgmpy, pull request 1388; merged. A seed that is given is used again for each node of a Bayesian
network, which leads to a large bias. Here the two nodes are independent of one another.
"""
import itertools
import math
import random

KIND = "draw"
FROM = "code"
A, B = 0.5, 0.3  # of one
LOGF = {(a, b): math.log((A if a else 1 - A) * (B if b else 1 - B)) for a, b in itertools.product((0, 1), repeat=2)}


def wrong(_):
    u = random.random()
    return int(u < A), int(u < B)


def right(_):
    return int(random.random() < A), int(random.random() < B)
