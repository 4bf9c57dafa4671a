"""A prior is drawn from by a fixed range.

Reported in nanograv/enterprise_extensions, issue 154; open. Some draws from priors have a hardcoded range, and claim to
be symmetric. If the prior's range is another one the proposal breaks detailed balance.
"""
import math
import random

KIND = "proposal"
FROM = "code"
F = {-18: 1, -17: 2, -16: 4, -15: 3, -14: 3, -13: 3, -12: 2}
LOGF = {x: math.log(f) for x, f in F.items()}


def step(x, beta, drawn):
    y = random.choice((x - 1, x + 1)) if random.random() < 0.5 else random.choice(drawn)
    return y if y in F and random.random() < (F[y] / F[x]) ** beta else x


def wrong(x, beta):
    return step(x, beta, [-18, -17, -16, -15, -14])


def right(x, beta):
    return step(x, beta, [*F])
