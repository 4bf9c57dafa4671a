"""A walk goes on until one of its steps is accepted.

Reported in joshspeagle/dynesty, issue 320; fixed in 1.2.0 by pull request 324. The random walk of rwalk had a bias. The
fix makes Metropolis-Hastings steps a fixed number of times, with no adjustment and no run until acceptance.
"""
import random

KIND = "bookkeeping"
FROM = "code"
LOGF = dict.fromkeys((0, 1, 2, 3, 5, 6), 0.0)  # above the likelihood that is asked for


def walk(x, ends):
    steps = accepted = 0
    while not ends(steps, accepted):
        y = x + random.choice((-2, -1, 1, 2))
        if y in LOGF:
            x, accepted = y, 1
        steps = min(steps + 1, 2)
    return x


def wrong(x):
    return walk(x, lambda steps, accepted: steps == 2 and accepted)


def right(x):
    return walk(x, lambda steps, accepted: steps == 2)
