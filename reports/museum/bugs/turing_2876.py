"""The density of a proposal that was not made.

Reported in TuringLang/Turing.jl, issue 2876; closed. A proposal for a whole vector is ignored, each entry is drawn from
its prior, and the density of the ignored proposal stays in the ratio. The chain then targets p L / q in place of p L.
"""
import math
import random

KIND = "acceptance"
FROM = "re-enactment"
PRIOR = {"a": 4, "b": 3, "c": 2, "d": 1}
LIKELIHOOD = {"a": 1, "b": 2, "c": 4, "d": 3}
IGNORED = {"a": 1, "b": 2, "c": 3, "d": 4}
LOGF = {x: math.log(PRIOR[x] * LIKELIHOOD[x]) for x in PRIOR}


def wrong(x):
    y = random.choices("abcd", PRIOR.values())[0]
    return y if random.random() < LIKELIHOOD[y] * IGNORED[x] / (LIKELIHOOD[x] * IGNORED[y]) else x


def right(x):
    y = random.choices("abcd", PRIOR.values())[0]
    return y if random.random() < LIKELIHOOD[y] / LIKELIHOOD[x] else x
