"""The energy of one site, where two are swapped.

Reported in spparks/spparks, pull request 29; merged. When two sites of the multiphase diffusion app are swapped the
change in energy is to be computed from both. Before, it was that of one particle where it came to, less where it was.
"""
import itertools
import math
import random

KIND = "proposal"
FROM = "code"
BOND = {"AA": -1.0, "AB": 0.2, "AC": -0.4, "BC": -0.7}


def energy(s, i):
    return sum(BOND["".join(sorted(s[i] + s[k]))] for k in ((i - 1) % 4, (i + 1) % 4))


LOGF = {s: -sum(energy(s, i) for i in range(4)) / 2 for s in sorted({*itertools.permutations("AABC")})}  # on a ring


def step(x, change):
    i = random.randrange(4)
    j = (i + 1) % 4
    y = tuple(x[{i: j, j: i}.get(k, k)] for k in range(4))
    return y if math.log(random.random()) < -change(x, y, i, j) else x


wrong = lambda x: step(x, lambda x, y, i, j: energy(y, j) - energy(x, i))
right = lambda x: step(x, lambda x, y, i, j: energy(y, i) + energy(y, j) - energy(x, i) - energy(x, j))
