"""appmetrics, scales, and the conventions of Potts. Arguments: the checkouts of avalente/appmetrics, Cue/scales and
mktj2685/Potts."""
import collections
import itertools
import math
import random
import sys
from types import SimpleNamespace

import numpy as np
from measure import distance, load, mean

sys.path[:0] = [sys.argv[1], sys.argv[2] + "/src", sys.argv[3]]
pairs = dict.fromkeys(itertools.combinations(range(1, 5), 2), 1 / 6)


def law(name, draw, n=60000):
    c = collections.Counter(draw() for _ in range(n))
    print(name, {x: round(v / n, 4) for x, v in sorted(c.items())}, "TV", distance(c, pairs))


def appmetrics():
    r = histogram.UniformReservoir(2)
    for i in range(1, 5):
        r.add(i)
    return tuple(sorted(map(int, r.values)))


def scales(module):
    u = module.UniformSample()
    u.sample = [0.0] * 2
    for i in range(1, 5):
        u.update(float(i))
    return tuple(sorted(map(int, u.samples())))


from appmetrics import histogram
law("appmetrics", appmetrics)
histogram.random = SimpleNamespace(uniform=lambda a, b: random.uniform(a, b + 1))
law("appmetrics, cured", appmetrics)
path = sys.argv[2] + "/src/greplin/scales/samplestats.py"
first, second = ("if c < len(", "if c <= len("), ("random.randint(0, c)", "random.randint(0, c - 1)")
for name, cures in ("", []), (", bound", [first]), (", index", [second]), (", cured", [first, second]):
    module = load(path, "greplin.scales.cured", *cures)
    law("scales" + name, lambda: scales(module))
from samplers.metropolis import Metropolis
from samplers.swendsen_wang import SwendsenWang
random.seed(1)
np.random.seed(1)
for q, nx, ny, T in (3, 2, 2, 2.), (2, 3, 2, 3.), (3, 2, 2, 4.):
    for C in Metropolis, SwendsenWang:
        m, alike = C(q, nx, ny, 1., T), []
        energy = lambda s: sum(s[x, y] == s[to] for x in range(nx) for y in range(ny) for to in m.nbrs(x, y))
        for _ in range(20000):
            m.mcstep()
            alike.append(energy(m.spins))
        states = itertools.product(range(q), repeat=nx * ny)
        weights = collections.Counter(energy(np.reshape(s, (nx, ny))) for s in states)
        exact = [sum(e * n * math.exp(j * e / T) for e, n in weights.items())
                 / sum(n * math.exp(j * e / T) for e, n in weights.items()) for j in (1, 2)]
        print(f"q {q}, {nx} x {ny}, T {T}:", C.__name__, mean(alike), "exact for J and 2J", np.round(exact, 3))
