"""The last feature is drawn too seldom.

Reported in lightgbm-org/LightGBM, issue 4371; fixed by pull request 4450. Floyd's sample of K of N things asks for a
number below r, where one up to r is meant. The fix calls it the real problem of features that were always ignored.
"""
import itertools
import random

KIND = "draw"
FROM = "code"
N, K = 4, 2
LOGF = dict.fromkeys(itertools.combinations(range(N), K), 0.0)


def sample(more):
    found = set()
    for r in range(N - K, N):
        v = random.randrange(r + more)
        found.add(r if v in found else v)
    return tuple(sorted(found))


def wrong(_):
    return sample(0)


def right(_):
    return sample(1)
