"""pyfilter: resampling of log weights, with torch."""
import torch
from wild import kernels, resampled, source

from breadboard import lift
kernel = kernels(law="docstring, and the scheme's name", true="right", called="lift", kind="draws")

path = source("tingiskhan/pyfilter", "374afe0", "pyfilter") / "pyfilter/resampling.py"
W = torch.tensor([7, 5, 3, 1]) / 16
laws = resampled(W.tolist(), 4)


def drawn(name):
    scheme = lift(path, name, {"normalize": None})
    return lambda: tuple(scheme(W.clone(), normalized=True).tolist())


kernel("multinomial", laws.independent, draw=drawn("multinomial"))
kernel("systematic", laws.systematic, draw=drawn("systematic"))
kernel("residual", laws.residual, draw=drawn("residual"))
