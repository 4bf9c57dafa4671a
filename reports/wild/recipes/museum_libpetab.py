"""libpetab: draws of a prior with bounds, in cells, before and after their fix."""
import bisect
import runpy
from types import SimpleNamespace

from scipy import stats
from wild import breadboard, kernels, source, weights
kernel = kernels(law="documentation: priors of version 2 of PEtab are truncated",
                 true="right", called="lift", kind="draws")

edges = [-0.99, -0.5, 0, 0.5, 0.99]
ends = [-1, *edges, 1]
law = weights({i: stats.norm.cdf(ends[i + 1]) - stats.norm.cdf(ends[i]) for i in range(6)})
for commit, true, kind in (("258abc97e", "wrong: by version 2 of the format", "convention"),
                           ("b43f5b81f", "right", "draws")):
    folder = source("PEtab-dev/libpetab-python", commit, "petab/v1") / "petab/v1"
    names = {name: breadboard.lift(folder / "distributions.py", name) for name in ("Normal", "Uniform", "Laplace")}
    constants = runpy.run_path(str(folder / "C.py"))
    names["scale"] = breadboard.lift(folder / "parameters.py", "scale", constants)
    prior = breadboard.lift(folder / "priors.py", "Prior", names | {"C": SimpleNamespace(**constants)})(
        "normal", (0, 1), (-1, 1))
    kernel("Prior.sample", law, draw=lambda: bisect.bisect(edges, float(prior.sample())), true=true, kind=kind)
