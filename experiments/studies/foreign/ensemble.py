"""emcee walks in the plane. The density is constant on the cells of a 7x7 grid: the cell [i, j] is [i, i+1) x [j, j+1).

    python3 ensemble.py FAULT SEED DRAWS    # reads g.csv, log f by cell; writes draws.csv: chain, row, col, from 0
"""
import sys

import emcee
import numpy as np

fault, seed, draws = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
walkers = 20
g = np.loadtxt("g.csv", delimiter=",")


def cells(x):
    if fault == "truncated":
        return x.astype(int)   # -0.5 becomes 0: cells at the lower border are twice as wide
    return np.floor(x).astype(int)


def log_f(x):
    """Of all walkers at once; -inf outside."""
    at = cells(x)
    inside = np.all((at >= 0) & (at < 7), axis=1)
    if fault == "index-error":
        inside = np.all((at >= -7) & (at < 7), axis=1)   # Python counts -1 from the end, and no IndexError comes
    value = np.full(len(x), -np.inf)
    value[inside] = g[tuple(at[inside].T)]
    if fault == "f":
        value[inside] = np.exp(value[inside])
    if fault == "twice":
        value *= 2
    if fault == "tempered":
        value *= 0.8
    return value


np.random.seed(seed)
start = np.random.uniform(0, 7, (walkers, 2))
burned = 500
if fault == "far-start":
    lightest = np.array(np.unravel_index(np.argmin(g), g.shape))
    start = lightest + np.random.uniform(0, 1, (walkers, 2))
    burned = 0

sampler = emcee.EnsembleSampler(walkers, 2, log_f, vectorize=True)
sampler.run_mcmc(start, burned + draws // walkers)
with open("draws.csv", "w") as file:
    print("chain,row,col", file=file)
    for walker in range(walkers):
        for row, col in cells(sampler.get_chain()[burned:, walker]):
            print(walker, row, col, sep=",", file=file)
