"""The first of the distinct features are taken.

Reported in NVIDIA/cuml, pull request 7449; merged. A node of a tree draws its features with replacement, some more than
K, sorts them, and keeps the first K that differ: low numbers have the better chance. Threads that draw nothing hold the
last feature, which comes if there are too few others.
"""
import itertools
import random

KIND = "draw"
FROM = "re-enactment"
N, K, DRAWS = 3, 2, 3
LOGF = dict.fromkeys(itertools.combinations(range(N), K), 0.0)


def sample(found, kept):
    while len(found) < K:
        found = found | {random.randrange(N) for _ in range(DRAWS)}
    return tuple(sorted(kept(sorted(found))))


def wrong(_):
    return sample({N - 1}, lambda found: found[:K])


def right(_):
    return sample(set(), lambda found: random.choice([*itertools.combinations(found, K)]))
