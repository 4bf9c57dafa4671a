"""Parentheses are missing around a denominator.

Reported in tweag/monad-bayes, pull request 53; fixed in 0.1.0.0. The ratio is q n / p m, which a program reads as (q n
/ p) m, so that acceptance is too high. Here p and q are likelihoods, n and m the numbers of random choices.
"""
import math
import random

KIND = "acceptance"
LIKELIHOOD = {(0, 0): 1, (0, 1): 0.6, (1, 0): 0.2, (1, 1): 0.1}
LOGF = {x: math.log(f) for x, f in LIKELIHOOD.items()}


def proposed(x):
    site, value = random.randrange(2), random.randrange(2)
    return (value, x[1]) if site == 0 else (x[0], value)


def wrong(x):
    y = proposed(x)
    return y if random.random() < LIKELIHOOD[y] * len(y) / LIKELIHOOD[x] * len(x) else x


def right(x):
    y = proposed(x)
    return y if random.random() < LIKELIHOOD[y] * len(y) / (LIKELIHOOD[x] * len(x)) else x
