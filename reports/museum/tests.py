"""Tests of samplers, on a step that is known by its rows: each tells of many seeds at once whether it accuses.

All are at a level of 1e-3. A state counts as its place in the list of states, where a test needs a number.
"""
import math
from statistics import NormalDist

import numpy as np

LEVEL = 1e-3
RANKS = 10  # states among which one is ranked


class Chain:
    """A step by its rows at some betas. A datum that says beta makes a model of it, whose posteriors are the p."""

    def __init__(self, logf, rows):
        logf = np.array([*logf.values()])
        self.p = np.array([np.exp(beta * logf) / np.exp(beta * logf).sum() for beta in rows])
        self.rows = np.array([*rows.values()])
        self.cells = len(logf)

    def after(self, steps, level=-1):
        """Return a function that draws the state after some steps from states x, at levels; the last is p's."""
        sums = np.cumsum([np.linalg.matrix_power(row, steps) for row in self.rows], axis=2)
        sums[..., -1] = 1

        def draw(x, rng, levels=level):
            return (rng.random(x.shape)[..., None] >= sums[levels, x]).sum(-1)
        return draw

    def exact(self, shape, rng, levels=-1):
        """Return exact draws."""
        sums = np.cumsum(self.p, axis=1)
        sums[:, -1] = 1
        return (rng.random(shape)[..., None] >= sums[levels, ...]).sum(-1)


def counted(x, cells):
    """Return how often each cell is in each row of x."""
    return np.stack([(x == cell).sum(-1) for cell in range(cells)], axis=-1)


def survival(statistic, df):
    """Return the probability that a chi-square variable of df degrees of freedom is larger: a finite sum."""
    half = statistic / 2
    odd = df % 2
    terms = (half ** k / math.gamma(k + 1) for k in (i + odd / 2 for i in range(df // 2)))
    return math.exp(-half) * sum(terms) + (math.erfc(math.sqrt(half)) if odd else 0)


def misfits(counts, p):
    """Report of each row of counts whether Pearson's test accuses it. Cells are pooled until 5 are expected."""
    pools, expected = [], counts.sum(-1)[0] * p
    for cell in np.argsort(expected):
        if pools and expected[pools[-1]].sum() < 5:
            pools[-1].append(cell)
        else:
            pools.append([cell])
    if len(pools) > 1 and expected[pools[-1]].sum() < 5:
        pools[-2] += pools.pop()
    off = np.array([counts[:, pool].sum(1) - expected[pool].sum() for pool in pools])
    statistic = (off ** 2 / np.array([[expected[pool].sum()] for pool in pools])).sum(0)
    impossible = (counts[:, p == 0] > 0).any(1)
    return impossible | np.array([len(pools) > 1 and survival(s, len(pools) - 1) < LEVEL for s in statistic])


def thinned(chain, rng, seeds):
    """Return draws of chains: 10,000, each ten steps after the one before, after 1,000 from the heaviest state."""
    heaviest = int(np.argmax(chain.p[-1]))
    x = chain.after(1000)(np.full(seeds, heaviest), rng)
    draws, step = [], chain.after(10)
    for _ in range(10_000):
        x = step(x, rng)
        draws.append(x)
    return np.stack(draws, axis=-1)


def chi_square(chain, rng, seeds):
    return misfits(counted(thinned(chain, rng, seeds), chain.cells), chain.p[-1])


def kolmogorov_smirnov(chain, rng, seeds):
    counts = counted(thinned(chain, rng, seeds), chain.cells)
    n = counts.sum(-1, keepdims=True)
    off = np.abs(np.cumsum(counts, axis=-1) / n - np.cumsum(chain.p[-1])).max(-1)
    return off * math.sqrt(n[0, 0]) > math.sqrt(-math.log(LEVEL / 2) / 2)


def two_sample(chain, rng, seeds):
    """Gandy and Scott's two samples: 1,000 exact draws, and 1,000 others after ten steps; by Wilcoxon's ranks."""
    a = counted(chain.exact((seeds, 1000), rng), chain.cells)
    b = counted(chain.after(10)(chain.exact((seeds, 1000), rng), rng), chain.cells)
    n, ties = 1000, a + b
    u = (b * (np.cumsum(a, axis=1) - a / 2)).sum(1)
    variance = n * n / 12 * (2 * n + 1 - (ties ** 3 - ties).sum(1) / (2 * n * (2 * n - 1)))
    return np.abs(u - n * n / 2) > NormalDist().inv_cdf(1 - LEVEL / 2) * np.sqrt(variance)


def ranked(of, others, rng):
    """Report of each seed whether the ranks of states among others are not uniform. Ties are broken at random."""
    less = (others < of[..., None]).sum(-1)
    ties = (others == of[..., None]).sum(-1)
    ranks = less + np.floor(rng.random(of.shape) * (ties + 1)).astype(int)
    return misfits(counted(ranks, RANKS), np.full(RANKS, 1 / RANKS))


def exact_rank(chain, rng, seeds):
    """Gandy and Scott's ranks: of an exact draw at a random place of a chain of ten, 1,000 times.

    The chain is made from there in both directions, by the same step: it is meant for reversible ones.
    """
    of = chain.exact((seeds, 1000), rng)
    place = rng.integers(RANKS, size=of.shape)
    step, both = chain.after(1), []
    for most in (place, RANKS - 1 - place):
        x = of
        for k in range(RANKS - 1):
            x = step(x, rng)
            both.append(np.where(k < most, x, -1))
    all_of = np.sort(np.stack(both, axis=-1), axis=-1)[..., RANKS - 1:]  # -1 is no state
    return ranked(of, all_of, rng)


def geweke(chain, rng, seeds):
    """Geweke's joint test, 10,000 sweeps: states given beta by the step, beta given the state exactly."""
    levels = len(chain.p)
    which = np.cumsum((chain.p / chain.p.sum(0)).T, axis=1)
    which[:, -1] = 1
    level = rng.integers(levels, size=seeds)
    x = chain.exact((seeds,), rng, level)
    step, states, betas = chain.after(1), [], []
    for _ in range(10_000):
        x = step(x, rng, level)
        level = (rng.random(seeds)[:, None] >= which[x]).sum(-1)
        states.append(x)
        betas.append(level)
    x, level = np.array(states).T, np.array(betas).T
    its = rng.integers(levels, size=x.shape)
    free = chain.exact(x.shape, rng, its)
    accused = np.zeros(seeds, bool)
    for g in (lambda x, level: x, lambda x, level: x ** 2, lambda x, level: x * level):
        batches = g(x, level).reshape(seeds, 100, -1).mean(2)
        others = g(free, its)
        error = np.sqrt(batches.var(1) / 99 + others.var(1) / others.shape[1])
        accused |= np.abs(batches.mean(1) - others.mean(1)) > NormalDist().inv_cdf(1 - LEVEL / 6) * error
    return accused


def calibration(chain, rng, seeds):
    """Simulation-based calibration: 1,000 sets, each with a chain of 100 steps and nine draws, ten steps apart."""
    shape = seeds, 1000
    level = rng.integers(len(chain.p), size=shape)
    of = chain.exact(shape, rng, level)
    x = chain.after(100)(chain.exact(shape, rng, rng.integers(len(chain.p), size=shape)), rng, level)
    draws, step = [], chain.after(10)
    for _ in range(RANKS - 1):
        x = step(x, rng, level)
        draws.append(x)
    return ranked(of, np.stack(draws, axis=-1), rng)


TESTS = {"chi-square": chi_square, "Kolmogorov-Smirnov": kolmogorov_smirnov, "two samples": two_sample,
         "exact rank": exact_rank, "Geweke": geweke, "calibration": calibration}
