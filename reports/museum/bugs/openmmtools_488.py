"""The coldest replica is too cold.

Reported in choderalab/openmmtools, issue 488; fixed in 0.20.1. The exponents of automatic temperatures are i/n - 1
where i/(n - 1) is meant, so that the first is far below the least that was asked for. Here 300 and 600 are asked for.
"""
import math
import random

KIND = "swap"
ENERGY = {"a": 0.0, "b": 0.4, "c": 1.0, "d": 1.5, "e": 1.8, "f": 0.7}
LOGF = {x: -e for x, e in ENERGY.items()}  # in units of 300 K


def step(x, beta, exponent):
    coldest = 300 + (600 - 300) * (math.exp(exponent) - 1) / (math.e - 1)
    y = random.choice("abcdef")
    return y if math.log(random.random()) < beta * (ENERGY[x] - ENERGY[y]) * 300 / coldest else x


def wrong(x, beta):
    return step(x, beta, 0 / 3 - 1)


def right(x, beta):
    return step(x, beta, 0 / (3 - 1))
