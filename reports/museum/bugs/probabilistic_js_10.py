"""The likelihood is taken for a part of the proposal.

Reported in dritchie/probabilistic-js, issue 10; fixed in af8358d. The probabilities of proposing there and back include
the scores of variables that are conditioned on. They cancel the likelihood, and the chain has the prior.
"""
import math
import random

KIND = "acceptance"
FROM = "re-enactment"
PRIOR = {"left": 3, "middle": 2, "right": 4}
LIKELIHOOD = {"left": 9, "middle": 3, "right": 1}
LOGF = {x: math.log(PRIOR[x] * LIKELIHOOD[x]) for x in PRIOR}


def step(x, there, back):
    y = random.choice([z for z in PRIOR if z != x])
    odds = PRIOR[y] * LIKELIHOOD[y] * back(x) / (PRIOR[x] * LIKELIHOOD[x] * there(y))
    return y if random.random() < odds else x


def wrong(x):
    return step(x, there=lambda y: LIKELIHOOD[y] / 2, back=lambda y: LIKELIHOOD[y] / 2)


def right(x):
    return step(x, there=lambda y: 1 / 2, back=lambda y: 1 / 2)
