"""Elliptical slices of the joint density.

Reported in STOR-i/GaussianProcesses.jl, pull request 180; fixed in 0.12.4. The transition is to use the likelihood, and
used the joint probability. So the prior was stronger than expected. Here draws of the prior stand for the ellipse.
"""
import math
import random

KIND = "slice"
FROM = "re-enactment"
PRIOR = {"a": 4, "b": 3, "c": 2, "d": 1}
LIKELIHOOD = {"a": 1, "b": 2, "c": 4, "d": 3}
LOGF = {x: math.log(PRIOR[x] * LIKELIHOOD[x]) for x in PRIOR}


def step(x, height):
    u = random.random()  # of the height
    inside = [y for y in PRIOR if u < height(y) / height(x)]
    return random.choices(inside, [PRIOR[y] for y in inside])[0]


def wrong(x):
    return step(x, lambda x: PRIOR[x] * LIKELIHOOD[x])


def right(x):
    return step(x, lambda x: LIKELIHOOD[x])
