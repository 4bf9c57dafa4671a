"""SciPy: discrete laws, random tables, resamples, permutations and samplers by tables."""
import itertools
import math

import numpy as np
from wild import alike, installed, kernels, weights

installed("scipy")
from scipy import sparse, stats
from scipy.stats import qmc, sampling
kernel = kernels(law="documentation", true="right", called="as a user", kind="draws")

rng = np.random.default_rng(5)
odds = {1: 0.1, 2: 0.4, 5: 0.2, 7: 0.3}
law = stats.rv_discrete(values=([*odds], [*odds.values()]))
kernel("rv_discrete.rvs", weights(odds), draw=lambda: int(law.rvs()))
kernel("hypergeom.rvs", weights({k: math.comb(4, k) * math.comb(6, 3 - k) for k in range(4)}),
       draw=lambda: int(stats.hypergeom.rvs(10, 4, 3)))
kernel("boltzmann.rvs", weights({k: math.exp(-0.5 * k) for k in range(5)}),
       draw=lambda: int(stats.boltzmann.rvs(0.5, 5)))
kernel("zipfian.rvs", weights({k: k ** -1.2 for k in range(1, 6)}), draw=lambda: int(stats.zipfian.rvs(1.2, 5)))
kernel("randint.rvs", alike(range(2, 8)), draw=lambda: int(stats.randint.rvs(2, 8)))
beta = {k: math.comb(4, k) * math.gamma(k + 2) * math.gamma(7 - k) for k in range(5)}
kernel("betabinom.rvs", weights(beta), draw=lambda: int(stats.betabinom.rvs(4, 2, 3)))
counts = [c for c in itertools.product(range(4), repeat=3) if sum(c) == 3]
kernel("multivariate_hypergeom.rvs", weights({c: math.prod(map(math.comb, (2, 3, 4), c)) for c in counts}),
       draw=lambda: tuple(map(int, stats.multivariate_hypergeom.rvs([2, 3, 4], 3).ravel())))
tables = [t for t in itertools.product(range(4), repeat=6) if np.array_equal(np.reshape(t, (3, 2)).sum(0), (4, 4))
          and np.array_equal(np.reshape(t, (3, 2)).sum(1), (3, 3, 2))]
for method in ("boyett", "patefield"):
    kernel(f"random_table.rvs, {method}", weights({t: 1 / math.prod(map(math.factorial, t)) for t in tables}),
           draw=lambda method=method: tuple(map(int, stats.random_table.rvs([3, 3, 2], [4, 4], method=method).ravel())))
for sampler in (sampling.DiscreteAliasUrn, sampling.DiscreteGuideTable):
    made = sampler(np.array([*odds.values()]), random_state=rng)
    kernel(sampler.__name__, weights(dict(enumerate(odds.values()))), draw=lambda made=made: int(made.rvs()))


def read(x, axis=-1):
    return np.sum(x * 10 ** np.arange(np.shape(x)[-1]), axis=axis)


def digits(x, n):
    return tuple(int(x) // 10 ** i % 10 for i in range(n))


kernel("bootstrap", alike(itertools.product((1, 2, 3), repeat=3)), draw=lambda: digits(stats.bootstrap(
    ([1, 2, 3],), read, n_resamples=1, method="percentile", random_state=rng).bootstrap_distribution[0], 3))
kernel("permutation_test, pairings", alike(itertools.permutations((1, 2, 3, 4))), draw=lambda: digits(
    stats.permutation_test([[1, 2, 3, 4]], read, permutation_type="pairings", n_resamples=1,
                           random_state=rng).null_distribution[0], 4))
kernel("permutation_test, independent", alike(itertools.permutations((1, 2, 3, 4))), draw=lambda: digits(
    stats.permutation_test([[1, 2], [3, 4]], lambda x, y, axis: read(np.concatenate([x, y], -1)), vectorized=True,
                           n_resamples=1, random_state=rng).null_distribution[0], 4))
places = [*itertools.combinations(itertools.product(range(2), range(3)), 2)]


def matrix():
    made = sparse.random(2, 3, 1 / 3, random_state=rng)
    return tuple(sorted(zip(map(int, made.row), map(int, made.col))))


kernel("sparse.random", alike(places), draw=matrix)
cube = qmc.LatinHypercube(2, seed=rng)
kernel("qmc.LatinHypercube", alike(itertools.product(itertools.permutations(range(3)), repeat=2)),
       draw=lambda: tuple(map(tuple, (3 * cube.random(3)).astype(int).T.tolist())))
