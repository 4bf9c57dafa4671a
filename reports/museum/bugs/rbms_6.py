"""Annealing moves at the next level, and weighs then.

Reported in DsysDML/rbms, issue 6; fixed in 0.1.1. The update of weights samples with the current parameters in place of
the previous ones. The estimate of the log partition function is then wrong.
"""
import math
import random

KIND = "weight"
FROM = "code"
F = {"a": 1, "b": 3, "c": 6}
LOGF = {x: math.log(f) for x, f in F.items()}


def move(x, beta):
    y = random.choice("abc")
    return y if random.random() < (F[y] / F[x]) ** beta else x


def forward(weighed):
    start = random.choice("abc")
    first = move(start, 0.5)
    last = move(first, 1)
    return last, sum(LOGF[x] / 2 for x in weighed(start, first, last))


wrong_forward = lambda: forward(lambda start, first, last: (first, last))
right_forward = lambda: forward(lambda start, first, last: (start, first))
reverse = lambda x: LOGF[first := move(x, 1)] / 2 + LOGF[move(first, 0.5)] / 2
