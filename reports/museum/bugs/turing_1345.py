"""The rest is drawn by the weights as they were.

Reported in TuringLang/Turing.jl, pull request 1345; merged. Residual resampling uses unmodified weights for its random
part, which is an unwanted bias towards the mode. Here one of the particles after resampling is returned.
"""
import math
import random

KIND = "draw"
FROM = "code"
W = {"a": 0.55, "b": 0.3, "c": 0.1, "d": 0.05}
LOGF = {x: math.log(w) for x, w in W.items()}
COPIES = {x: math.floor(4 * w) for x, w in W.items()}
WHOLE = [x for x in W for _ in range(COPIES[x])]


def resampled(weights):
    return random.choice(WHOLE + random.choices("abcd", weights, k=4 - len(WHOLE)))


def wrong(_):
    return resampled([*W.values()])


def right(_):
    return resampled([4 * w - COPIES[x] for x, w in W.items()])
