"""The way back is computed for a wrong state.

Reported in nimble-dev/nimble, pull request 1341; merged. RW_multinomial moves a binomial number of units from one
category to another, each with probability min(1, 1 / units). In the probability of the way back the units that came
are counted twice. The merge took the sampler out of 1.1.0; the one in 1.2.1 is another.
"""
import math
import random

KIND = "proposal"
FROM = "code"
STATES = [(a, b, 4 - a - b) for a in range(5) for b in range(5 - a)]
LOGF = {s: sum(n * math.log(p) - math.lgamma(n + 1) for n, p in zip(s, (5 / 9, 3 / 9, 1 / 9))) for s in STATES}


def step(x, twice):
    a, b = random.choice([(a, b) for a in range(3) for b in range(3) if a != b])
    there = [binomial(k, x[a], x[a]) for k in range(x[a] + 1)]
    k = random.choices(range(x[a] + 1), there)[0]
    y = tuple(n - k if c == a else n + k if c == b else n for c, n in enumerate(x))
    back = binomial(k, y[b], y[b] + k if twice else y[b])
    return y if random.random() < math.exp(LOGF[y] - LOGF[x]) * back / there[k] else x


def binomial(k, n, units):
    p = 1 / max(units, 1)
    return math.comb(n, k) * p ** k * (1 - p) ** (n - k)

wrong = lambda x: step(x, True)
right = lambda x: step(x, False)
