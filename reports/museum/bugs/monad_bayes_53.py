"""Parentheses are missing around a denominator.

Reported in tweag/monad-bayes, pull request 53; merged. The ratio is q n / p m, which a program reads as (q n / p) m,
where p and q are likelihoods, and m and n the numbers of random choices before and after. The pull request sets the
parentheses and has the lengths upside down still; f55d9fa turns them over. Both are in 0.1.0.0.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
LIKELIHOOD = {(0,): 1, (1, 0): 0.6, (1, 1): 0.1}  # traces of coins: only a one has another after it
LOGF = {x: math.log(f / 2 ** len(x)) for x, f in LIKELIHOOD.items()}


def proposed(x):
    site = random.randrange(len(x))
    y = x[:site] + (random.randrange(2),) + x[site + 1:]
    return (y + (random.randrange(2),))[:1 + y[0]] if len(y) == 1 else y[:1 + y[0]]


def wrong(x):
    y = proposed(x)
    return y if random.random() < LIKELIHOOD[y] * len(y) / LIKELIHOOD[x] * len(x) else x


def right(x):
    y = proposed(x)
    return y if random.random() < LIKELIHOOD[y] * len(x) / (LIKELIHOOD[x] * len(y)) else x
