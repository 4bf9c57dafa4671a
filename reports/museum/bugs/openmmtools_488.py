"""All replicas are too cold.

Reported in choderalab/openmmtools, issue 488; fixed in 0.20.1. The exponents of automatic temperatures are i/n - 1
where i/(n - 1) is meant, so that all are below the least that was asked for. Replicas move and swap rightly, at these.
Here two are asked for, at 300 and 600, and are at 190 and 231.
"""
import itertools
import math
import random

KIND = "swap"
FROM = "code"
ENERGY = {"a": 0.0, "b": 0.5, "c": 1.0, "d": 1.8}  # in units of 300 K
LOGF = {(x, y): -ENERGY[x] - ENERGY[y] / 2 for x, y in itertools.product(ENERGY, repeat=2)}


def step(x, exponent):
    kelvin = [300 + (600 - 300) * (math.exp(exponent(i)) - 1) / (math.e - 1) for i in range(2)]
    first, second = [moved(s, 300 / t) for s, t in zip(x, kelvin)]
    log_odds = (300 / kelvin[0] - 300 / kelvin[1]) * (ENERGY[first] - ENERGY[second])
    return (second, first) if math.log(random.random()) < log_odds else (first, second)


def moved(s, beta):
    y = random.choice([*ENERGY])
    return y if math.log(random.random()) < beta * (ENERGY[s] - ENERGY[y]) else s

wrong = lambda x: step(x, lambda i: i / 2 - 1)
right = lambda x: step(x, lambda i: i / (2 - 1))
