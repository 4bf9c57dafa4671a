"""The last place of a reservoir is filled by chance.

Reported in open-telemetry/opentelemetry-python, pull request 5462; merged. The count of measurements is raised before
it is compared with the size, so that one measurement fewer fills the reservoir, and the next may be lost.
"""
import itertools
import math
import random

KIND = "draw"
FROM = "code"
N, K = 4, 2
LOGF = {s: 0.0 if len(s) == K else -math.inf for k in (1, K) for s in itertools.combinations(range(N), k)}


def sample(fills):
    reservoir = [None] * K
    for measurement in range(N):
        place = measurement if measurement < fills else random.randrange(measurement + 1)
        if place < K:
            reservoir[place] = measurement
    return tuple(sorted(m for m in reservoir if m is not None))


def wrong(_):
    return sample(K - 1)


def right(_):
    return sample(K)
