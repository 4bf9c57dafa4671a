"""diffprivlib: discrete mechanisms of differential privacy."""
import itertools
import math

import numpy as np
from wild import kernels, source, weights

source("IBM/differential-privacy-library", "5d9c9d8", "diffprivlib")
from diffprivlib import mechanisms as m
from diffprivlib.mechanisms.base import bernoulli_neg_exp
kernel = kernels(law="papers that the docstrings name, of each mechanism",
                 true="right", called="as a user", kind="draws")

rng, u, cells = np.random.RandomState(3), [0, 1, 2, 4], range(4)
scores = [math.exp(x / 2) for x in u]  # epsilon 1, sensitivity 1
of = {"epsilon": 1.0, "random_state": rng}
exponential = m.Exponential(sensitivity=1, utility=u, **of)
kernel("Exponential", weights(dict(zip(cells, scores))), draw=lambda: int(exponential.randomise()))
flip = m.PermuteAndFlip(sensitivity=1, utility=u, **of)
p, first = [s / max(scores) for s in scores], dict.fromkeys(cells, 0.0)
for order in itertools.permutations(cells):
    for k, i in enumerate(order):
        first[i] += p[i] * math.prod(1 - p[j] for j in order[:k])
kernel("PermuteAndFlip", weights(first), draw=lambda: int(flip.randomise()))
kernel("bernoulli_neg_exp", weights({1: math.exp(-1.5), 0: 1 - math.exp(-1.5)}),
       draw=lambda: int(bernoulli_neg_exp(1.5, rng)))
binary = m.Binary(value0="0", value1="1", **of)
kernel("Binary", weights({"0": math.e, "1": 1}), draw=lambda: binary.randomise("0"))
names = m.ExponentialCategorical(utility_list=[("a", "b", 1), ("a", "c", 2), ("b", "c", 2)], **of)
kernel("ExponentialCategorical", weights({"a": 1, "b": math.exp(-0.25), "c": math.exp(-0.5)}),
       draw=lambda: names.randomise("a"))
tree = m.ExponentialHierarchical(hierarchy=[["a", "b"], ["c", "d"]], **of)  # utilities 0, 1, 2, 2 from each leaf
kernel("ExponentialHierarchical", weights({"a": 1, "b": math.exp(-0.5), "c": math.exp(-1), "d": math.exp(-1)}),
       draw=lambda: tree.randomise("a"))


def law(weight, to):
    """The law of what the whole numbers, by weight, are sent to."""
    ends = dict.fromkeys(range(5), 0.0)
    for x in range(-200, 200):
        ends[to(x)] += weight(x)
    return weights(ends)


def folded(x):
    while not 0 <= x <= 4:
        x = -x if x < 0 else 8 - x
    return x


def cut(x):
    return max(0, min(4, x))


geometric = m.Geometric(**of)
kernel("Geometric", law(lambda x: math.exp(-abs(x - 1)), cut), draw=lambda: cut(geometric.randomise(1)))
truncated = m.GeometricTruncated(lower=0, upper=4, **of)
kernel("GeometricTruncated", law(lambda x: math.exp(-abs(x - 1)), cut), draw=lambda: truncated.randomise(1))
fold = m.GeometricFolded(lower=0, upper=4, **of)
kernel("GeometricFolded", law(lambda x: math.exp(-abs(x - 1)), folded), draw=lambda: fold.randomise(1))
gauss = m.GaussianDiscrete(delta=0.1, **of)
kernel("GaussianDiscrete", law(lambda x: math.exp(-(x - 1) ** 2 / 2 / gauss._scale ** 2), cut),
       draw=lambda: cut(gauss.randomise(1)))
