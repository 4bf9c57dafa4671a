"""Annealed importance sampling on a 7x7 grid: p_t is f^beta_t, from the even law to f, by Metropolis among neighbours.
The even law is normalised, so that the mean of w is Z of f.

    python3 ais.py FAULT SEED RUNS [RUNS ...]    # reads g.csv, log f by cell

Of each number of runs it writes forward-RUNS.npy and reverse-RUNS.npy, their log weights, and two files of cells:
last-RUNS.npy, where forward runs ended, and kept-RUNS.npy, those of them that are kept with probability w/max w. These
are draws of p if the sampler is right, for E[w; x] = Z p(x).
"""
import sys

import numpy as np

fault, seed, sizes = sys.argv[1], int(sys.argv[2]), [int(n) for n in sys.argv[3:]]
side, T = 7, 10
g = np.loadtxt("g.csv", delimiter=",").ravel()
cells = len(g)
p = np.exp(g - g.max())
p /= p.sum()
even = np.full(cells, 1 / cells)

places = [(i, j) for i in range(side) for j in range(side)]
near = [[places.index(to) for to in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)) if to in places]
        for i, j in places]
degree = np.array([len(n) for n in near])
neighbours = np.array([n + [0] * (4 - len(n)) for n in near])

betas = np.linspace(0, 1, T) ** 2
if fault == "ends-early":
    betas = np.linspace(0, 1, T, endpoint=False) ** 2
steps = np.diff(betas)
if fault == "next-weight":
    steps = np.append(steps[1:], 0)
first_weight = {"forward": np.log(cells), "reverse": np.log(cells)}   # 1 over the probability of the first cell
if fault in ("normaliser-once", "normaliser"):
    first_weight["forward"] = 0.0
if fault == "normaliser":
    first_weight["reverse"] = 0.0


def move(rng, x, t):
    beta = betas[t - 1] if fault == "kernel-before" else betas[t]
    to = neighbours[x, rng.integers(degree[x])]
    log_ratio = beta * (g[to] - g[x])
    if fault != "no-hastings":
        log_ratio += np.log(degree[x] / degree[to])
    return np.where(np.log(rng.random(len(x))) < log_ratio, to, x)


def forward(rng, n):
    x, log_w = rng.choice(cells, size=n, p=even), np.full(n, first_weight["forward"])
    for t in range(1, T - 1 if fault == "step-short" else T):
        if fault == "late-weight":
            x = move(rng, x, t)
            log_w += steps[t - 1] * g[x]
        else:
            log_w += steps[t - 1] * g[x]
            x = move(rng, x, t)
    return x, log_w


def reverse(rng, n):
    starts = even if fault == "even-starts" else p
    x, log_w = rng.choice(cells, size=n, p=starts), np.full(n, first_weight["reverse"])
    for t in range(T - 1, 0, -1):
        x = move(rng, x, t)
        log_w += steps[t - 1] * g[x]
    return -log_w if fault == "sign" else log_w


def seeded(n, direction):
    return np.random.default_rng([seed, n, 0 if fault == "one-seed" else direction])


for n in sizes:
    there, back = seeded(n, 0), seeded(n, 1)
    each = 4 if fault == "mean-of-logs" else 1   # so many runs become one weight
    x, log_w = forward(there, each * n)
    log_v = reverse(back, each * n)
    keep = np.log(there.random(each * n)) < log_w - first_weight["forward"] - g.max()   # no log w is larger
    np.save(f"last-{n}.npy", x)
    np.save(f"kept-{n}.npy", x[keep])
    np.save(f"forward-{n}.npy", log_w.reshape(n, each).mean(axis=1))
    np.save(f"reverse-{n}.npy", log_v.reshape(n, each).mean(axis=1))
