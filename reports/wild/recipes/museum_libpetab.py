"""libpetab: draws of a prior with bounds, in cells, before and after their fix."""
import bisect
import runpy
from types import SimpleNamespace

from scipy import stats
from wild import breadboard, kernel, source, weights

edges = [-0.99, -0.5, 0, 0.5, 0.99]
ends = [-1, *edges, 1]
law = weights({i: stats.norm.cdf(ends[i + 1]) - stats.norm.cdf(ends[i]) for i in range(6)})
for commit, wrong in ("258abc97e", "wrong: by version 2 of the format"), ("b43f5b81f", ""):
    folder = source("PEtab-dev/libpetab-python", commit, "petab/v1") / "petab/v1"
    names = {name: breadboard.lift(folder / "distributions.py", name) for name in ("Normal", "Uniform", "Laplace")}
    constants = runpy.run_path(str(folder / "C.py"))
    names["scale"] = breadboard.lift(folder / "parameters.py", "scale", constants)
    prior = breadboard.lift(folder / "priors.py", "Prior", names | {"C": SimpleNamespace(**constants)})(
        "normal", (0, 1), (-1, 1))
    kernel("Prior.sample", law, draw=lambda: bisect.bisect(edges, float(prior.sample())), wrong=wrong)
