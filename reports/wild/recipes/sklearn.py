"""scikit-learn: Gibbs sampling of a restricted Boltzmann machine."""
import itertools

import numpy as np
from wild import installed, kernels

installed("sklearn")
from sklearn.neural_network import BernoulliRBM
kernel = kernels(law="the kernel's own: its free energy", true="right", called="as a user", kind="MCMC")

r = np.random.RandomState(0)
m = BernoulliRBM(n_components=2, random_state=np.random.RandomState(5)).fit(r.randint(2, size=(10, 3)))
m.components_, m.intercept_hidden_, m.intercept_visible_ = r.randn(2, 3), r.randn(2), r.randn(3)
V = [*itertools.product((0, 1), repeat=3)]
kernel("BernoulliRBM.gibbs", {v: float(-m._free_energy(np.array([v], float))[0]) for v in V},
       lambda v: tuple(map(int, m.gibbs(np.array([v], float))[0])))
