"""Weights after a resampling by priorities.

Reported in probcomp/GenParticleFilters.jl, issue 8; open. The update of weights is right for the normalizing constant
alone, and not for other functions. Right are the sum of the priorities over N, times the old weight over its priority.
"""
import math
import random

KIND = "weight"
FROM = "code"
W = {"a": 1, "b": 4, "c": 9}  # after a flat prior
LOGF = {x: math.log(w) for x, w in W.items()}


def resampled(drawn, kept, mean):
    alpha = [math.sqrt(W[x]) for x in drawn]
    again = [*kept, *random.choices(drawn, alpha, k=2 - len(kept))]
    left = [math.sqrt(W[x]) for x in again]
    return again, left, math.log(mean(sum(W[x] for x in drawn) / 2, sum(alpha) / 2 * sum(left) / 2))


def forward(mean):
    again, left, log_w = resampled(random.choices("abc", k=2), [], mean)
    return random.choices(again, left)[0], log_w


wrong_forward = lambda: forward(lambda before, after: before)
right_forward = lambda: forward(lambda before, after: after)
reverse = lambda x: resampled([x, random.choice("abc")], [x], lambda before, after: after)[2]
