"""bctpy: random graphs, and rewiring that keeps the degrees, of matchings, which are all alike."""
import itertools
from types import SimpleNamespace

import numpy as np
from wild import alike, breadboard, kernels, source
kernel = kernels(law="docstring: a random network of N vertices and K edges", true="right", called="lift", kind="draws")

folder = source("aestrivex/bctpy", "75823f140", "bct") / "bct"
names = {"due": SimpleNamespace(dcite=lambda *_, **__: lambda f: f), "BibTeX": str,
         "get_rng": breadboard.lift(folder / "utils/miscellaneous_utilities.py", "get_rng")}
file = folder / "algorithms/reference.py"


def edges(R):
    return tuple((int(a), int(b)) for a, b in zip(*np.nonzero(R)))


pairs = [*itertools.combinations(range(4), 2)]
und, directed = (breadboard.lift(file, f"makerandCIJ_{kind}", names) for kind in ("und", "dir"))
kernel("makerandCIJ_und", alike(itertools.combinations(pairs, 3)), draw=lambda: edges(und(4, 3)))
kernel("makerandCIJ_dir", alike(itertools.combinations(itertools.permutations(range(4), 2), 2)),
       draw=lambda: edges(directed(4, 2)))


def rewire(function):
    def step(x):
        R = np.zeros((6, 6))
        for a, b in x:
            R[a, b] = 1
        R = function(R + R.T, 1 / 3)[0]
        return edges(np.triu(R))
    return step


matchings = [m for m in itertools.combinations(itertools.combinations(range(6), 2), 3) if len({*sum(m, ())}) == 6]
for name in "randmio_und", "randmio_und_signed":
    kernel(name, alike(matchings), rewire(breadboard.lift(file, name, names)), kind="MCMC",
           law="the kernel's own: swaps are as likely there and back")
