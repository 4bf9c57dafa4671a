"""Log likelihoods are divided, and the uniform number is never small.

Reported in thouska/spotpy, issue 156; open. The acceptance compares the quotient of the absolute values of two
likelihoods, the current one above, with a uniform number between 0.3 and 1. With log likelihoods a difference is meant,
and all of 0 to 1.
"""
import math
import random

KIND = "acceptance"
FROM = "code"
LOGF = {"a": -1.0, "b": -1.5, "c": -2.0, "d": -4.0}


def wrong(x):
    y = random.choice("abcd")
    return y if abs(LOGF[x]) / abs(LOGF[y]) > random.uniform(0.3, 1) else x


def right(x):
    y = random.choice("abcd")
    return y if LOGF[y] - LOGF[x] > math.log(random.random()) else x
