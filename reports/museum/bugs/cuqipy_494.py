"""A proposal outside the support is accepted.

Reported in CUQI-DTU/CUQIpy, issue 494; fixed by pull request 518. With a bounded prior invalid proposals are accepted,
and the sampler gets stuck there. Outside, the gradient is NaN, and so is MALA's ratio; min(0, nan) is 0 in Python, so
that such a proposal is always accepted. Whatever is proposed from there is NaN.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
LOGF = {-1: -math.inf, 0: 0.0, 1: 0.7, 2: 0.3, 3: -0.4}


def gradient(x):
    return 0.0 if x >= 0 else math.nan  # so that inside a proposal is as likely as the way back


def step(x, valid):
    y = random.choice((-1, 0, 1, 2, 3))
    log_alpha = min(0, LOGF[y] - LOGF[x] + gradient(y) - gradient(x))
    log_density = LOGF[y] if gradient(x) == 0 else math.nan
    return y if math.log(random.random()) <= log_alpha and valid(log_density) else x


wrong = lambda x: step(x, lambda value: not math.isnan(value))
right = lambda x: step(x, math.isfinite)
