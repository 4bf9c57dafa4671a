"""The first interval of a slice reaches too far on one side.

Reported in pymc-devs/pymc, issue 5815; fixed by pull request 5816. The interval begins a random part of the width below
the state and ends all of it above. The author thinks that this biased proposals to higher values.
"""
import math
import random

KIND = "slice"
FROM = "code"
F = {0: 3, 1: 1, 2: 4, 3: 2, 4: 1, 5: 2}
LOGF = {x: math.log(f) for x, f in F.items()}

def step(x, beta, end):
    u = random.random()  # of the height
    inside = {y for y in F if u < (F[y] / F[x]) ** beta}
    low = x - random.randrange(2)
    high = end(x, low)
    while low in inside:
        low -= 2
    while high in inside:
        high += 2
    while True:
        y = random.randrange(low, high)
        if y in inside:
            return y
        low, high = (y + 1, high) if y < x else (low, y)

wrong = lambda x, beta: step(x, beta, lambda x, low: x + 2)
right = lambda x, beta: step(x, beta, lambda x, low: low + 2)
