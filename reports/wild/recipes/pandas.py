"""pandas: samples of rows, by weights and of groups."""
import itertools
import math

from wild import alike, installed, kernels, weights
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

pd = installed("pandas")
frame = pd.DataFrame({"g": [0, 0, 0, 1, 1], "w": [1, 2, 3, 4, 0]})
w = [0.1, 0.2, 0.3, 0.4, 0]
pairs = [*itertools.permutations(range(4), 2)]


def taken(of, *given, **named):
    return lambda: tuple(map(int, of.sample(*given, **named).index))


kernel("DataFrame.sample", alike(itertools.permutations(range(5), 2)), draw=taken(frame, 2))
kernel("DataFrame.sample, replace", alike(itertools.product(range(5), repeat=2)), draw=taken(frame, 2, replace=True))
kernel("DataFrame.sample, weights", weights({p: w[p[0]] * w[p[1]] / (1 - w[p[0]]) for p in pairs}),
       draw=taken(frame, 2, weights="w"))
kernel("DataFrame.sample, weights, replace", weights({p: math.prod(w[x] for x in p) for p in itertools.product(
    range(4), repeat=2)}), draw=taken(frame, 2, weights="w", replace=True))
kernel("Series.sample, frac", alike(itertools.permutations(range(5), 3)), draw=taken(frame["w"], frac=0.6))
kernel("DataFrameGroupBy.sample", alike((*a, b) for a in itertools.permutations(range(3), 1) for b in (3, 4)),
       draw=taken(frame.groupby("g"), 1))
