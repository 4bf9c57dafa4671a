"""Weights are forgotten where nothing is resampled.

Reported in nimble-dev/nimble, pull request 765; merged. The weights of the bootstrap filter were calculated incorrectly
if particles were not resampled at the previous time. Here it never resamples, and there are two times.
"""
import math
import random

KIND = "weight"
G = {"a": (1, 2), "b": (3, 1), "c": (2, 5)}  # the likelihoods of two observations, after a flat prior
LOGF = {x: math.log(first * second) for x, (first, second) in G.items()}


def forward(before):
    particles = random.choices("abc", k=2)
    weights = [before(G[x][0]) * G[x][1] for x in particles]
    return random.choices(particles, weights)[0], math.log(sum(weights) / 2)


def wrong_forward():
    return forward(lambda weight: 1)


def right_forward():
    return forward(lambda weight: weight)


def reverse(x):
    return math.log((math.prod(G[x]) + math.prod(G[random.choice("abc")])) / 2)
