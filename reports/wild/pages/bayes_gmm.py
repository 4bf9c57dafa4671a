"""bayes_gmm: labels by collapsed Gibbs sampling, of components with a fixed variance. Argument: the checkout."""
import itertools
import random
import sys
import warnings
from collections import Counter
from math import exp, lgamma

import numpy as np
from measure import distance, load, mean
from scipy.stats import multivariate_normal as normal

sys.path.insert(0, sys.argv[1])
warnings.simplefilter("ignore")  # labels are compared with "rand"
from bayes_gmm import gaussian_components_fixedvar as as_it_is, igmm
cured = load(as_it_is.__file__, "bayes_gmm.cured", (
    "precision = self.precision_0\n", "precision = 1 / (1 / self.precision_0 + 1 / self.precision)\n"))


def first(z):  # labels in the order in which they come
    return tuple([*dict.fromkeys(z)].index(k) for k in z)


for x, var0 in ([0, 0], 1), ([.1, 1.2, -.8, 2.5], 1), ([.1, 1.2, -.8, 2.5], 16 / .49):
    law = {z: exp(sum(lgamma(n := z.count(k)) + normal.logpdf(np.array(x)[np.array(z) == k], None, np.eye(n) + var0)
                      for k in {*z})) for z in {*map(first, itertools.product(range(len(x)), repeat=len(x)))}}
    law = {z: w / sum(law.values()) for z, w in law.items()}
    print(f"{x}, variance of means {var0:.1f}: components {sum(w * len({*z}) for z, w in law.items()):.4f}")
    for how, module in ("as it is", as_it_is), ("cured", cured):
        igmm.GaussianComponentsFixedVar, seen = module.GaussianComponentsFixedVar, []
        random.seed(1)
        prior = as_it_is.FixedVarPrior(np.ones(1), np.zeros(1), np.array([var0]))
        m = igmm.IGMM(np.array(x)[:, None], prior, 1.0, covariance_type="fixed")
        seen = [m.gibbs_sample(1) and first(m.components.assignments.tolist()) for _ in range(20000)]
        print(f"  {how}: {mean([len({*z}) for z in seen])}, TV {distance(Counter(seen), law)}")
