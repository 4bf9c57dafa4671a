"""scikit-bio: subsampling of items and of counts."""
import itertools
import math

from wild import alike, kernels, source, weights

from breadboard import lift
kernel = kernels(law="docstring", true="right", called="lift", kind="draws")

path = source("biocore/scikit-bio", "429fbdc", "skbio/stats/_subsample.py") / "skbio/stats/_subsample.py"
given = {"experimental": lambda **_: lambda of: of, "_subsample_counts_without_replacement": None}
isubsample, subsample_counts = (lift(path, name, given) for name in ("isubsample", "subsample_counts"))
kernel("isubsample", alike(itertools.combinations(range(5), 2)),
       draw=lambda: tuple(sorted(item for _, item in isubsample(range(5), 2, buf_size=5))))
law = {(i, j, 3 - i - j): math.comb(3, i) * math.comb(3 - i, j) * 2 ** j * 3 ** (3 - i - j)
       for i, j in itertools.product(range(4), repeat=2) if i + j <= 3}
kernel("subsample_counts, replace", weights(law),
       draw=lambda: tuple(map(int, subsample_counts([1, 2, 3], 3, replace=True))))
