"""The logarithm of the uniform number has no minus sign.

Reported in lollcat/fab-jax, pull request 14; merged. The threshold of the log acceptance is an exponential number where
the negative of one is meant. So a step is taken only to a state that is far better, and the chain freezes at a mode.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
F = {"a": 5, "b": 3, "c": 2, "d": 1}
LOGF = {x: math.log(f) for x, f in F.items()}


def wrong(x, beta):
    y = random.choice("abcd")
    return y if beta * (LOGF[y] - LOGF[x]) > random.expovariate(1) else x


def right(x, beta):
    y = random.choice("abcd")
    return y if beta * (LOGF[y] - LOGF[x]) > -random.expovariate(1) else x
