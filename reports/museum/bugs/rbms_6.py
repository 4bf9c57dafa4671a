"""Annealing moves at the next level, and weighs then.

Reported in DsysDML/rbms, issue 6; fixed in 0.1.1. The update of weights samples with the current parameters in place of
the previous ones. The estimate of the log partition function is then wrong.
"""
import math
import random

KIND = "weight"
F = {"a": 1, "b": 3, "c": 6}
LOGF = {x: math.log(f) for x, f in F.items()}


def move(x, beta):
    y = random.choice("abc")
    return y if random.random() < (F[y] / F[x]) ** beta else x


def wrong_forward():
    first = move(random.choice("abc"), 0.5)
    last = move(first, 1)
    return last, LOGF[first] / 2 + LOGF[last] / 2


def right_forward():
    start = random.choice("abc")
    first = move(start, 0.5)
    return move(first, 1), LOGF[start] / 2 + LOGF[first] / 2

reverse = lambda x: LOGF[first := move(x, 1)] / 2 + LOGF[move(first, 0.5)] / 2
