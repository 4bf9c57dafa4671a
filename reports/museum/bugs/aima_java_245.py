"""The children of a variable do not change with it.

Reported in aimacode/aima-java, issue 245; fixed by pull request 305. Gibbs sampling ignored the evidence of children:
the event stayed as it was while the values of a variable were tried. So each value got the same factor of the children.
"""
import itertools
import math
import random

KIND = "conditional"
FROM = "code"
A, B_OF_A, C_OF_B = (0.7, 0.3), ((0.8, 0.2), (0.3, 0.7)), (0.1, 0.9)  # a chain, whose last variable is observed
LOGF = {(a, b): math.log(A[a] * B_OF_A[a][b] * C_OF_B[b]) for a, b in itertools.product((0, 1), repeat=2)}


def step(x, child_of_a, child_of_b):
    a, b = x
    if random.random() < 0.5:
        return random.choices((0, 1), [A[v] * child_of_a(v, x) for v in (0, 1)])[0], b
    return a, random.choices((0, 1), [B_OF_A[a][v] * child_of_b(v, x) for v in (0, 1)])[0]


def wrong(x):
    return step(x, lambda v, x: B_OF_A[x[0]][x[1]], lambda v, x: C_OF_B[x[1]])


def right(x):
    return step(x, lambda v, x: B_OF_A[v][x[1]], lambda v, x: C_OF_B[v])
