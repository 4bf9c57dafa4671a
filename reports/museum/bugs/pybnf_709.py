"""A proposal is drawn again until it is inside the box.

Reported in lanl/PyBNF, issue 709; fixed by pull request 766. The redrawn proposal has the density phi / Z(x), where Z
is the mass inside the box, and the acceptance forgets Z. In 2014 issue 14 of armstrtw/CppBugs has the same bug.
"""
import math
import random

KIND = "proposal"
FROM = "code"
F = {0: 4, 1: 1, 2: 3, 3: 1, 4: 4}
LOGF = {x: math.log(f) for x, f in F.items()}


def wrong(x, beta):
    y = None
    while y not in F:
        y = x + random.choice((-2, -1, 1, 2))
    return y if random.random() < (F[y] / F[x]) ** beta else x


def right(x, beta):
    y = x + random.choice((-2, -1, 1, 2))
    return y if y in F and random.random() < (F[y] / F[x]) ** beta else x
