"""A proposal from the prior, and the prior in the acceptance too.

Reported in TuringLang/JuliaBUGS.jl, issue 531; closed. IndependentMH proposes from the prior and omits the correction
for it: the prior counts twice. It mixes two spaces as well, which is left out here. The issue has a mean of 0.223
where the posterior has 0.143.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
PRIOR = {"a": 4, "b": 3, "c": 2, "d": 1}
LIKELIHOOD = {"a": 1, "b": 2, "c": 4, "d": 3}
LOGF = {x: math.log(PRIOR[x] * LIKELIHOOD[x]) for x in PRIOR}


def wrong(x):
    y = random.choices("abcd", PRIOR.values())[0]
    return y if random.random() < PRIOR[y] * LIKELIHOOD[y] / (PRIOR[x] * LIKELIHOOD[x]) else x


def right(x):
    y = random.choices("abcd", PRIOR.values())[0]
    return y if random.random() < LIKELIHOOD[y] / LIKELIHOOD[x] else x
