"""bayesian_bootstrap: resampled data, whose counts are all alike by Polya's urn."""
import itertools

import numpy as np
from wild import alike, kernels, source

source("lmc2179/bayesian_bootstrap", "93b8cf4", "bayesian_bootstrap")
from bayesian_bootstrap import bayesian_bootstrap
kernel = kernels(law="paper: Rubin 1981, weights by Dirichlet(1, ..., 1)",
                 true="right", called="as a user", kind="draws")


def drawn(low_mem):
    return lambda: bayesian_bootstrap(np.arange(3), lambda x: tuple(sorted(map(int, x))), 1, 3, low_mem=low_mem)[0]


counts = alike(itertools.combinations_with_replacement(range(3), 3))
kernel("bayesian_bootstrap", counts, draw=drawn(False))
kernel("bayesian_bootstrap, low_mem", counts, draw=drawn(True))
