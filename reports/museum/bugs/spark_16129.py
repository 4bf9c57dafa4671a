"""A reservoir that replaces too often.

Reported in apache/spark, pull request 16129; closed. An element that comes as the l-th replaces one of the k in the
reservoir with probability k / (l - 1), where k / l is meant. It matters for small k.
"""
import itertools
import random

KIND = "draw"
FROM = "code"
N, K = 4, 2
LOGF = dict.fromkeys(itertools.combinations(range(N), K), 0.0)


def sample(seen):
    reservoir = [*range(K)]
    for l in range(K + 1, N + 1):
        place = random.randrange(seen(l))
        if place < K:
            reservoir[place] = l - 1
    return tuple(sorted(reservoir))


def wrong(_):
    return sample(lambda l: l - 1)


def right(_):
    return sample(lambda l: l)
