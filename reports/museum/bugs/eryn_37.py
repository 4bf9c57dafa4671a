"""A walker that meets NaN stays where it is for ever.

Reported in lisa-analysis-tools/Eryn, issue 37; open. A proposal with a prior of NaN is rejected, and yet its prior is
kept: NaN times False is NaN. No comparison with NaN holds, so that the walker is locked.
"""
import math
import random

KIND = "bookkeeping"
FROM = "code"
LOGF = {(x, prior): -x / 2 if prior == "kept" else -math.inf for x in range(4) for prior in ("kept", "NaN")}


def step(state, chosen):
    x, prior = state
    y = x + random.choice((-1, 1))
    new = -y / 2 if 0 <= y < 4 else math.nan
    old = -x / 2 if prior == "kept" else math.nan
    accepted = math.log(random.random()) < new - old
    return y if accepted else x, "NaN" if math.isnan(chosen(new, old, accepted)) else "kept"


def wrong(state):
    return step(state, lambda new, old, accepted: new * accepted + old * (not accepted))


def right(state):
    return step(state, lambda new, old, accepted: new if accepted else old)
