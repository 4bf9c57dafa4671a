"""The first particle always stays.

Reported in at-wat/mcl_3dl, issue 232; fixed in 0.1.5 by pull request 233. The scan over the cumulative weights begins
at 0 with steps of 1/(N-1), so that the first particle is never lost. With the fix it ends at 1, and the last is never
lost; the right twin is pull request 313, in 0.2.4, which begins at random. Here one of two particles is returned.
"""
import bisect
import math
import random

KIND = "draw"
FROM = "code"
W = {"far away": 0.1, "near": 0.9}
LOGF = {x: math.log(w) for x, w in W.items()}
SUMS = [0.1, 1.0]


def scanned(places):
    return random.choice([[*W][bisect.bisect_left(SUMS, p)] for p in places])


def wrong(_):
    return scanned([0, 1])


def right(_):
    u = random.random() / 2
    return scanned([u, u + 1 / 2])
