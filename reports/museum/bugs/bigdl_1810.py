"""One is twice as likely, and the last never comes.

Reported in intel/BigDL, pull request 1810; merged. An item is drawn as the larger of 1 and a random number below the
number of items, so that the first has the share of two, and the last has none.
"""
import random

KIND = "draw"
FROM = "code"
ITEMS = 5
LOGF = dict.fromkeys(range(1, ITEMS + 1), 0.0)


def wrong(_):
    return max(random.randrange(ITEMS), 1)


def right(_):
    return random.randrange(ITEMS) + 1
