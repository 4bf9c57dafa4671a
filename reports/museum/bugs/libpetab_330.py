"""Draws outside the bounds are put on the bounds.

Reported in PEtab-dev/libpetab-python, issue 330; open. Sampled start points outside the bounds become the bound, which
may have too much mass then. The truncated distribution is to be sampled.
"""
import math
import random

KIND = "draw"
PRIOR = {-2: 1, -1: 4, 0: 6, 1: 4, 2: 1}
LOW, HIGH = -1, 1
LOGF = {x: math.log(PRIOR[x]) for x in range(LOW, HIGH + 1)}


def wrong(_):
    return min(max(random.choices([*PRIOR], PRIOR.values())[0], LOW), HIGH)


def right(_):
    return random.choices([-1, 0, 1], [PRIOR[-1], PRIOR[0], PRIOR[1]])[0]
