"""One choice at a time, where two have to change.

Reported in tweag/monad-bayes, issue 121; closed. In the Monty Hall problem the default proposal changes one of the
variables at a time, and from one possible world to the other takes two. So the chain never leaves the first.
"""
import math
import random

KIND = "reach"
DOORS = "ABC"
F = {"CB": 2, "AC": 1}  # where the car is, and a second choice; no other worlds are possible
LOGF = {x: math.log(f) for x, f in F.items()}


def step(x, y):
    return y if y in F and random.random() < F[y] / F[x] else x


def wrong(x):
    site, door = random.randrange(2), random.choice(DOORS)
    return step(x, door + x[1] if site == 0 else x[0] + door)


def right(x):
    return step(x, random.choice(DOORS) + random.choice(DOORS))
