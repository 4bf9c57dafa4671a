"""Tests that are drawn from rows: those of power.py beside its laws, and rivals as their authors have them.

    python3 tests.py [BUG ...]    # each law beside 100,000 simulations, and the power at the number that is needed
"""
import functools
import math
import sys

import numpy as np
from scipy import stats

import power

SIX = "breeze_614", "bpp_37", "hamiltorch_5", "pymc_5815", "spparks_29", "turing_2855"


def after(chain, steps, level=-1):
    """Return a function that draws the states after some steps from states x, at levels; the last is p's."""
    sums = np.cumsum([np.linalg.matrix_power(rows, steps) for rows in chain.rows], axis=2)
    sums[..., -1] = 1

    def draw(x, rng, levels=level):
        return (rng.random(x.shape)[..., None] >= sums[levels, x]).sum(-1)
    return draw


def exact(chain, rng, shape, levels=-1):
    """Return exact draws."""
    sums = np.cumsum(chain.p, axis=1)
    sums[:, -1] = 1
    return (rng.random(shape)[..., None] >= sums[levels, ...]).sum(-1)


def counted(x, cells):
    """Return how often each cell is in each row of x."""
    return np.stack([(x == cell).sum(-1) for cell in range(cells)], axis=-1)


def rank(of, others, values, rng):
    """Return the ranks of states among others by a quantity. Ties are broken at random."""
    less = (values[others] < values[of][..., None] - power.SAME).sum(-1)
    ties = (abs(values[others] - values[of][..., None]) <= power.SAME).sum(-1)
    return less + rng.integers(ties + 1)


def data_sets(chain, rng, shape, draws):
    """Return the states that made some data sets, and of each the draws of its chain."""
    level = rng.integers(len(chain.p), size=shape)
    of = exact(chain, rng, shape, level)
    x = after(chain, power.BURN)(exact(chain, rng, shape, rng.integers(len(chain.p), size=shape)), rng, level)
    step, others = after(chain, power.THIN), []
    for _ in range(draws):
        x = step(x, rng, level)
        others.append(x)
    return of, np.stack(others, axis=-1)


def placed(chain, rng, many, thin=1):
    """Return exact draws, each at a random place of a chain of ten, and the other nine states of its chain."""
    of = exact(chain, rng, many)
    place = rng.integers(power.RANKS, size=many)
    step, others = after(chain, thin), []
    for most in place, power.RANKS - 1 - place:
        x = of
        for k in range(power.RANKS - 1):
            x = step(x, rng)
            others.append(np.where(k < most, x, -1))
    return of, np.sort(np.stack(others, axis=-1), axis=-1)[..., 1 - power.RANKS:]  # -1 is no state


# What power.py says, drawn.


def laws(chain, rng, many=100_000):
    """Yield the laws of statistics, and the p-values of simulations of them."""
    for look, values in ("place", chain.place), ("log f", chain.log_f):
        counts = counted(rank(*data_sets(chain, rng, many, 9), values, rng), power.RANKS)
        yield f"calibration 9, {look}", counts, power.calibration(chain, values, 9)
        counts = counted(rank(*placed(chain, rng, many), values, rng), power.RANKS)
        yield f"exact rank, {look}", counts, power.exact_rank(chain, values)
    counts = counted(after(chain, power.THIN)(exact(chain, rng, many), rng), chain.cells)
    yield "ten steps from p", counts, chain.p[-1] @ np.linalg.matrix_power(chain.rows[-1], power.THIN)


def by_ranks(law):
    def accuses(n, rng, runs):
        counts = rng.multinomial(n, law, runs)
        return ((counts - n / power.RANKS) ** 2).sum(1) * power.RANKS / n > stats.chi2.isf(power.LEVEL, power.RANKS - 1)
    return accuses


def two_samples(chain, accuses):
    p, q = chain.p[-1], chain.p[-1] @ np.linalg.matrix_power(chain.rows[-1], power.THIN)
    return lambda n, rng, runs: accuses(rng.multinomial(n, p, runs), rng.multinomial(n, q, runs), n)


def wilcoxon(a, b, n):
    off = (b * (np.cumsum(a, axis=1) - a / 2)).sum(1) - n * n / 2
    ties = (a + b).astype(float)
    variance = n * n / 12 * (2 * n + 1 - (ties ** 3 - ties).sum(1) / (2 * n * (2 * n - 1)))
    return abs(off) > stats.norm.isf(power.LEVEL / 2) * np.sqrt(variance)


def kolmogorov_smirnov(a, b, n):
    return abs(np.cumsum(a - b, axis=1)).max(1) / n * math.sqrt(n / 2) > math.sqrt(-math.log(power.LEVEL / 2) / 2)


def pearson(a, b, n):
    seen = (a + b > 0).any(0)
    statistic = ((a - b)[:, seen] ** 2 / np.maximum((a + b)[:, seen], 1)).sum(1)
    return statistic > stats.chi2.isf(power.LEVEL, seen.sum() - 1)


def chi_square(chain):
    def accuses(n, rng, runs):
        p, step = chain.p[-1], after(chain, power.THIN)
        x = after(chain, 1000)(np.full(runs, np.argmax(p)), rng)
        counts = np.zeros((runs, chain.cells))
        for _ in range(n):
            x = step(x, rng)
            counts[np.arange(runs), x] += 1
        possible = p > 0
        statistic = ((counts - n * p)[:, possible] ** 2 / (n * p[possible])).sum(1)
        return (statistic > stats.chi2.isf(power.LEVEL, possible.sum() - 1)) | (counts[:, ~possible] > 0).any(1)
    return accuses


def geweke(chain):
    """Return Geweke's joint test with errors by batches, for a p that is nowhere 0."""
    def accuses(n, rng, runs):
        levels, given = len(chain.p), np.cumsum((chain.p / chain.p.sum(0)).T, axis=1)
        level = rng.integers(levels, size=runs)
        x, step = exact(chain, rng, runs, level), after(chain, 1)
        pairs = []
        for _ in range(n):
            x = step(x, rng, level)
            level = (rng.random(runs)[:, None] >= given[x, :-1]).sum(-1)
            pairs.append((x, level))
        x, level = np.moveaxis(pairs, 0, -1)
        free_level = rng.integers(levels, size=x.shape)
        free = exact(chain, rng, x.shape, free_level)
        found, means, batches = np.zeros(runs, bool), power.joint_means(chain), math.isqrt(n)
        critical = stats.norm.isf(power.LEVEL / len(means) / 2)
        for values in means:
            seen = values[level * chain.cells + x][:, :n // batches * batches].reshape(runs, batches, -1).mean(2)
            others = values[free_level * chain.cells + free]
            error = np.sqrt(seen.var(1) / (batches - 1) + others.var(1) / n)
            found |= abs(seen.mean(1) - others.mean(1)) > critical * error
        return found
    return accuses


def moves(chain):
    odds, won = power.bet(chain)
    all_odds = np.append(odds, max(1 - odds.sum(), 0))

    def accuses(n, rng, runs):
        counts = rng.multinomial(n, all_odds / all_odds.sum(), runs)
        return (counts[:, :-1] @ won > -math.log(power.LEVEL)) | (counts[:, -1] > 0)
    return accuses


def drawn(chain):
    """Return tests of power.py that are drawn, by its names."""
    found = {"moves": moves(chain), "chi-square": chi_square(chain)}
    if (chain.p > 0).all():
        found["Geweke"] = geweke(chain)
    for look, values in ("place", chain.place), ("log f", chain.log_f):
        found[f"calibration 9, {look}"] = by_ranks(power.calibration(chain, values, 9))
        found[f"exact rank, {look}"] = by_ranks(power.exact_rank(chain, values))
    found["Wilcoxon, place"] = two_samples(chain, wilcoxon)
    found["Kolmogorov-Smirnov, place"] = two_samples(chain, kolmogorov_smirnov)
    found["Pearson"] = two_samples(chain, pearson)
    return found


# Rivals: each returns of one seed whether it accuses, and how many calls of the step it took.


def in_rounds(p_value, sizes, level):
    """Accuse by rounds, each of fresh draws, with a level for all together (Gandy and Scott 2020, algorithm 3).
    p_value(n) is a round's. Return also how many draws there were."""
    reject = level / len(sizes)
    doubtful = reject ** (1 / len(sizes))
    for i, n in enumerate(sizes):
        p = p_value(n)
        if p <= reject or p > doubtful + reject:
            return p <= reject, sum(sizes[:i + 1])
        reject /= doubtful
    return False, sum(sizes)


def smallest_ks(chain, q, n, rng, runs=1):
    """Return the smallest p-value by Kolmogorov and Smirnov of all quantities and some runs: n draws of p, and of q."""
    off = rng.multinomial(n, chain.p[-1], runs) - rng.multinomial(n, q, runs)
    far = max(abs(off @ (values[:, None] <= np.unique(values))).max() for values in chain.quantities)
    return stats.kstwobign.sf(math.sqrt(n / 2) * far / n)


def mcunit(chain, rng):
    """mcunit's expect_mcmc with its defaults, and components, log f and 100 steps as in its vignette."""
    q = chain.p[-1] @ np.linalg.matrix_power(chain.rows[-1], 100)
    of = len(chain.quantities)
    found, draws = in_rounds(lambda n: of * smallest_ks(chain, q, n, rng), [1000] + 6 * [4000], 1e-5)
    return found, 100 * draws


def mcunit_reversible(chain, rng):
    """mcunit's expect_mcmc_reversible with its defaults: ten states, ten steps apart as in its vignette."""
    def p_value(n):
        of, others = placed(chain, rng, n, 10)
        counts = [counted(rank(of, others, values, rng), power.RANKS) for values in chain.quantities]
        return len(counts) * min(stats.chisquare(count).pvalue for count in counts)
    found, draws = in_rounds(p_value, [1000] + 6 * [4000], 1e-5)
    return found, 90 * draws


def mcmctesting(chain, rng):
    """MCMCTesting.jl's seqmcmctest with TwoSampleTest(100, 100), as in its tutorial. It looks at x and x^2, which have
    one p-value here, and corrects for their number twice."""
    q = chain.p[-1] @ np.linalg.matrix_power(chain.rows[-1], 100)
    of = 2 * len(chain.quantities)
    found, runs = in_rounds(lambda n: n * of ** 2 * smallest_ks(chain, q, 100, rng, n), [100, 200, 200], 1e-4)
    return found, 100 * 100 * runs


def sbc(chain, rng, sets=100, draws=199):
    """The R package SBC's bands of an ECDF, which are to hold 95% of the right ones of a quantity (Säilynoja and
    others 2022): 100 data sets with 199 draws, ten steps apart."""
    of, others = data_sets(chain, rng, sets, draws)
    found = any(outermost(rank(of, others, values, rng), draws) < fair(sets, draws) for values in chain.quantities)
    return found, sets * (power.BURN + power.THIN * draws)


def outermost(ranks, draws):
    """Return how improbable the ECDF of ranks is where it is most so, on one side."""
    places = np.arange(1, len(ranks)) / len(ranks)
    below = np.searchsorted(np.sort(ranks), places * (draws + 1))
    return np.minimum(stats.binom.cdf(below, len(ranks), places), stats.binom.sf(below - 1, len(ranks), places)).min()


@functools.cache
def fair(sets, draws):
    """Return what one of twenty ECDFs of right ranks is below."""
    rng = np.random.default_rng(1)
    return np.quantile([outermost(rng.integers(draws + 1, size=sets), draws) for _ in range(4000)], 0.05)


RIVALS = {"mcunit": mcunit, "mcunit, reversible": mcunit_reversible, "MCMCTesting.jl": mcmctesting, "SBC in R": sbc}


def main():
    import run

    for bug in map(run.named, sys.argv[1:] or SIX):
        chain = power.Chain(bug.logf, power.rows_of(bug.logf, bug.module.wrong)[0])
        rng = np.random.default_rng(1)
        print(bug.name)
        for name, counts, law in laws(chain, rng):
            p = stats.chisquare(counts[law > 0], counts.sum() * law[law > 0]).pvalue
            print(f"  {name:26}p = {p:.2f} for 100,000 of its law")
        exactly = power.tests(chain)
        for name, accuses in drawn(chain).items():
            n = exactly[name].needed
            if n < math.inf:
                print(f"  {name:26}{accuses(n, rng, 1000).mean():.3f} of 1,000 accuse with {n:,}", flush=True)


if __name__ == "__main__":
    main()
