"""Weights are forgotten where nothing is resampled.

Reported in nimble-dev/nimble, pull request 765; merged. The weights of the bootstrap filter were calculated incorrectly
if particles were not resampled at the previous time: the likelihood had those of before, and the particles did not.
Here it never resamples, and there are two times.
"""
import math
import random

KIND = "weight"
FROM = "code"
G = {"a": (1, 2), "b": (3, 1), "c": (2, 5)}  # the likelihoods of two observations, after a flat prior
LOGF = {x: math.log(first * second) for x, (first, second) in G.items()}


def forward(weight):
    particles = random.choices("abc", k=2)
    both = sum(math.prod(G[x]) for x in particles)
    return random.choices(particles, [weight(*G[x]) for x in particles])[0], math.log(both / 2)


wrong_forward = lambda: forward(lambda before, now: now)
right_forward = lambda: forward(lambda before, now: before * now)
reverse = lambda x: math.log((math.prod(G[x]) + math.prod(G[random.choice("abc")])) / 2)
