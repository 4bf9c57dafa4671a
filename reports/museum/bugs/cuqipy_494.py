"""A proposal outside the support is accepted.

Reported in CUQI-DTU/CUQIpy, issue 494; fixed by pull request 518. With a bounded prior invalid proposals are accepted,
and the sampler gets stuck there. Proposals were not checked for NaN and infinity.
"""
import math
import random

KIND = "bookkeeping"
LOGF = {-1: -math.inf, 0: 0.0, 1: 0.7, 2: 0.3, 3: -0.4}


def logpdf(x):
    return LOGF[x] if x >= 0 else math.nan


def wrong(x):
    y = random.choice((-1, 0, 1, 2, 3))
    return x if logpdf(y) - logpdf(x) < math.log(random.random()) or x < 0 else y


def right(x):
    y = random.choice((-1, 0, 1, 2, 3))
    return y if logpdf(y) - logpdf(x) >= math.log(random.random()) else x
