"""scikit-learn: samples without replacement, resamples, splits and first centres."""
import itertools

import numpy as np
from wild import alike, installed, kernels, weights

installed("sklearn")
from sklearn.cluster import kmeans_plusplus
from sklearn.model_selection import KFold, ShuffleSplit, StratifiedShuffleSplit
from sklearn.utils import resample, shuffle
from sklearn.utils.random import sample_without_replacement
kernel = kernels(law="documentation", true="right", called="as a user", kind="draws")


def ints(x):
    return tuple(map(int, x))


subsets = alike(itertools.combinations(range(5), 2))
for method in ("tracking_selection", "reservoir_sampling", "pool"):
    kernel(f"sample_without_replacement, {method}", subsets,
           draw=lambda method=method: tuple(sorted(ints(sample_without_replacement(5, 2, method=method)))))
kernel("resample", alike(itertools.product(range(4), repeat=3)), draw=lambda: ints(resample(range(4), n_samples=3)))
kernel("resample, replace=False", alike(itertools.permutations(range(5), 3)),
       draw=lambda: ints(resample(range(5), n_samples=3, replace=False)))
kernel("resample, stratify", alike(p for p in itertools.permutations(range(6), 3) if sum(x < 4 for x in p) == 2),
       draw=lambda: ints(resample(range(6), n_samples=3, replace=False, stratify=[0, 0, 0, 0, 1, 1])))
kernel("shuffle", alike(itertools.permutations(range(4))), lambda p: ints(shuffle([*p])))
kernel("ShuffleSplit", subsets, draw=lambda: tuple(sorted(ints(
    next(ShuffleSplit(1, test_size=2).split(range(5)))[1]))))
kernel("StratifiedShuffleSplit", alike((a, b) for a in range(3) for b in range(3, 6)), draw=lambda: tuple(sorted(ints(
    next(StratifiedShuffleSplit(1, test_size=2).split(range(6), [0, 0, 0, 1, 1, 1]))[1]))))
kernel("KFold, shuffle", alike(itertools.combinations(range(6), 3)), draw=lambda: ints(
    next(KFold(2, shuffle=True).split(range(6)))[1]))
X = np.array([[0.0], [1.0], [3.0], [4.5]])
far = (X - X.T) ** 2
kernel("kmeans_plusplus", law="paper: Arthur and Vassilvitskii 2007", logf=weights({
    (a, b): far[a, b] / far[a].sum() for a, b in itertools.permutations(range(4), 2)}),
       draw=lambda: ints(kmeans_plusplus(X, 2, n_local_trials=1)[1]))
