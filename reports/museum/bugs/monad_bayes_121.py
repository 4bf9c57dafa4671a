"""One choice at a time, where two have to change.

Reported in tweag/monad-bayes, issue 121; closed. The guest has door A, and Monty opens B. All draws are coins in one
list, and whoever comes later takes the next: if the prize is moved to A, the coin that kept it out of B is Monty's, who
then opens C. From either of the two possible worlds to the other takes two coins, and one is drawn again.
"""
import itertools
import math
import random

KIND = "reach"
FROM = "code"
LOGF = {(1, 1): math.log(1 / 6)}  # the prize is in A, and Monty opens B
LOGF |= {(0, 0, *rest): math.log(1 / 12) for rest in itertools.product((0, 1), repeat=2)}  # in C, not A or B


def coin(place):
    return int(random.random() < (1 / 3 if place == 0 else 1 / 2))


def wrong(x):
    site = random.randrange(-1, len(x))  # -1 is the guest's, without which nothing is possible
    y = tuple(coin(k) if k == site else c for k, c in enumerate(x))
    return y if y in LOGF else x


def right(x):
    prize = coin(0)
    y = (prize, *(coin(k) for k in range(1, 2 if prize else 4)))
    return y if y in LOGF else x
