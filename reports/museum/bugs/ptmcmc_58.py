"""A swap that overwrites.

Reported in nanograv/PTMCMCSampler, pull request 58; fixed in 2.1.4. A loop assigns each chain the state of its partner
in the array that it reads from. After a swap two neighbours have the same state, and one is lost.
"""
import itertools
import math
import random

KIND = "swap"
FROM = "code"
F = {"a": 6, "b": 3, "c": 1}
LOGF = {(x, y): math.log(F[x]) + 0.3 * math.log(F[y]) for x, y in itertools.product(F, repeat=2)}


def step(x, swap):
    moved = [random.choice("abc") for _ in x]
    pair = [z if random.random() < (F[z] / F[s]) ** power else s for s, z, power in zip(x, moved, (1, 0.3))]
    return swap(pair) if random.random() < (F[pair[1]] / F[pair[0]]) ** 0.7 else tuple(pair)


def overwritten(pair):
    for i, j in ((0, 1), (1, 0)):
        pair[i] = pair[j]
    return tuple(pair)


wrong = lambda x: step(x, overwritten)
right = lambda x: step(x, lambda pair: (pair[1], pair[0]))
