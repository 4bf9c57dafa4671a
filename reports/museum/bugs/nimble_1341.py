"""The way back is computed for a wrong state.

Reported in nimble-dev/nimble, pull request 1341; merged. RW_multinomial moves a binomial number of units from one
category to another, and its reverse proposal probability was wrong. In the code before the fix the units that came are
counted twice.
"""
import math
import random

KIND = "proposal"
STATES = [(a, b, 4 - a - b) for a in range(5) for b in range(5 - a)]
P = (5 / 9, 3 / 9, 1 / 9)
LOGF = {s: sum(n * math.log(p) - math.lgamma(n + 1) for n, p in zip(s, P)) for s in STATES}


def step(x, twice):
    a, b = random.choice([(a, b) for a in range(3) for b in range(3) if a != b])
    k = random.choices(range(x[a] + 1), [binomial(k, x[a], x[a]) for k in range(x[a] + 1)])[0]
    y = tuple(n - k if c == a else n + k if c == b else n for c, n in enumerate(x))
    log_back = math.log(binomial(k, y[b], y[b] + k if twice else y[b])) - math.log(binomial(k, x[a], x[a]))
    return y if math.log(random.random()) < LOGF[y] - LOGF[x] + log_back else x


def binomial(k, n, units):
    p = 1 / max(units, 2)
    return math.comb(n, k) * p ** k * (1 - p) ** (n - k)


wrong = lambda x: step(x, True)
right = lambda x: step(x, False)
