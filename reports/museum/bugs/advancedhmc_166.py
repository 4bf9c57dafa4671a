"""All chains share one uniform number.

Reported in TuringLang/AdvancedHMC.jl, pull request 166; merged. The acceptance of vectorised chains draws one uniform
number for all, where a vector of them is meant: the chains are coupled. Each chain by itself is right.
"""
import itertools
import math
import random

KIND = "bookkeeping"
FROM = "code"
F = {"a": 5, "b": 3, "c": 2, "d": 1}
LOGF = {(x, y): math.log(F[x] * F[y]) for x, y in itertools.product(F, repeat=2)}


def wrong(pair, beta):
    proposed = [random.choice("abcd") for _ in pair]
    u = random.random()
    return tuple(y if u < (F[y] / F[x]) ** beta else x for x, y in zip(pair, proposed))


def right(pair, beta):
    proposed = [random.choice("abcd") for _ in pair]
    return tuple(y if random.random() < (F[y] / F[x]) ** beta else x for x, y in zip(pair, proposed))
