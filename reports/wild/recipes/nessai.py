"""nessai: posterior samples out of weighted ones."""
import itertools
import math

import numpy as np
from wild import kernels, source, weights

from breadboard import lift
kernel = kernels(law="docstring: posterior weights", true="right", called="stand-ins", kind="draws")

path = source("mj-will/nessai", "fe11c84", "src/nessai") / "src/nessai/posterior.py"
draw_posterior_samples = lift(path, "draw_posterior_samples", {"effective_sample_size": lambda log_w: 3})
rng, w = np.random.default_rng(3), np.array([0.4, 0.1, 0.3, 0.2])


def drawn(**given):
    return lambda: tuple(draw_posterior_samples(np.arange(4), log_w=np.log(w), rng=rng, **given).tolist())


kept = {a: math.prod(p if i in a else 1 - p for i, p in enumerate(w / max(w)))
        for k in range(5) for a in itertools.combinations(range(4), k)}
kernel("draw_posterior_samples, rejection_sampling", weights(kept), draw=drawn())
kernel("draw_posterior_samples, multinomial_resampling",
       weights({a: math.prod(w[i] for i in a) for a in itertools.product(range(4), repeat=2)}),
       draw=drawn(method="multinomial_resampling", n=2))
