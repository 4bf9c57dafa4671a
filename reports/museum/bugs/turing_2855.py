"""The children of the kept particle repeat what it did.

Reported in TuringLang/Turing.jl, pull request 2855; merged. Particle Gibbs was biased since 0.41.0: offspring of the
reference replayed its values in place of drawing new ones. The description has marginals 7.0 standard errors off.
"""
import math
import random

KIND = "conditional"
FROM = "re-enactment"
G = ({"a": 1, "b": 3}, {"a": 1, "b": 4})  # the weight of each state at each of two times
LOGF = {x + y: math.log(G[0][x] * G[1][y] * (3 if x == y else 1)) for x in "ab" for y in "ab"}


def moved(x):
    return x if random.random() < 3 / 4 else "ab"[x == "a"]


def step(kept, child):
    first = [kept[0], random.choice("ab"), random.choice("ab")]
    parents = random.choices(range(3), [G[0][x] for x in first], k=2)
    paths = [kept] + [first[i] + child(i, first[i], kept) for i in parents]
    return random.choices(paths, [G[1][path[1]] for path in paths])[0]


wrong = lambda x: step(x, lambda i, before, kept: kept[1] if i == 0 else moved(before))
right = lambda x: step(x, lambda i, before, kept: moved(before))
