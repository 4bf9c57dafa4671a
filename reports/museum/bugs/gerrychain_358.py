"""A rejection forgets how many cuts there were.

Reported in mggg/GerryChain, pull request 358; fixed in 0.2.18. Reversible ReCom draws a spanning tree and one of the
edges that cut it into halves, and accepts with the number of such edges over M times the seam. That number was missing.
"""
import itertools
import math
import random

KIND = "proposal"
FROM = "code"
EDGES = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]  # a grid of 2 x 3

def part(edges, found=frozenset([0])):
    for _ in edges:
        found |= {x for e in edges for x in e if found & {*e}}
    return "".join(map(str, sorted(found)))

TREES = [t for t in itertools.combinations(EDGES, 5) if len(part(t)) == 6]
CUTS = [[s for e in t if 2 <= len(s := part([d for d in t if d != e])) <= 4] for t in TREES]
SEAM = {s: sum((str(a) in s) != (str(b) in s) for a, b in EDGES) for c in CUTS for s in c}
LOGF = {s: math.log(sum(s in c for c in CUTS) / SEAM[s]) for s in SEAM}  # pairs of trees, one of each part

def step(x, number):
    cuts = random.choice([c for c in CUTS if c])
    y = random.choice(cuts)
    return y if random.random() < number(cuts) / (5 * SEAM[y]) else x

wrong = lambda x: step(x, lambda cuts: 1)
right = lambda x: step(x, len)
