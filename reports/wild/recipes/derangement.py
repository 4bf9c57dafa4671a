"""derangement: four ways to draw one."""
import itertools

from wild import alike, kernels, source

source("StanislavVolodarskiy/derangement", "cb686f2cb", "derangement")
from derangement import derangement as d
kernel = kernels(law="its name: all permutations without fixed points alike",
                 true="right", called="as a user", kind="draws")

fixed_by_none = alike(p for p in itertools.permutations(range(5)) if all(i != v for i, v in enumerate(p)))
for name in ("FisherYates1", "FisherYates2", "MartinezPanholzerProdinger1", "MartinezPanholzerProdinger2"):
    kernel(f"derangement{name}", fixed_by_none, draw=lambda f=getattr(d, f"derangement{name}"): tuple(f(5)))
