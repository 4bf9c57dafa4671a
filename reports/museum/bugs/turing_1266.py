"""An evidence that is right if every step resamples.

Reported in TuringLang/Turing.jl, pull request 1266; merged. The formula of the log evidence is valid only if resampling
is performed in every step, which is not the default. Weights that accumulate are counted at every step here.
"""
import math
import random

KIND = "weight"
FROM = "code"
G = {"a": (1, 2), "b": (3, 1), "c": (2, 5)}  # the likelihoods of two observations, after a flat prior
LOGF = {x: math.log(first * second) for x, (first, second) in G.items()}


def forward(evidence):
    particles = random.choices("abc", k=2)
    first = [G[x][0] for x in particles]
    both = [math.prod(G[x]) for x in particles]
    return random.choices(particles, both)[0], math.log(evidence(sum(first) / 2, sum(both) / 2))


wrong_forward = lambda: forward(lambda first, both: first * both)
right_forward = lambda: forward(lambda first, both: first * (both / first))
reverse = lambda x: math.log((math.prod(G[x]) + math.prod(G[random.choice("abc")])) / 2)
