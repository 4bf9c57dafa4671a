"""pgmpy: samples of a Bayesian network and of a Markov network."""
import functools
import itertools
import logging

from tqdm.auto import tqdm
from wild import absent, kernels, source, weights

source("dgasmith/opt_einsum", "2ebc7b809", "opt_einsum")
absent("pyro", "pyro.distributions")
source("pgmpy/pgmpy", "94105f10d", "pgmpy")
from pgmpy.factors.discrete import DiscreteFactor, State, TabularCPD
from pgmpy.models import BayesianNetwork, MarkovNetwork
from pgmpy.sampling import BayesianModelSampling, GibbsSampling
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

tqdm.__init__ = functools.partialmethod(tqdm.__init__, disable=True)  # no bars
logging.disable()
A, B, C = [0.7, 0.3], [0.2, 0.5, 0.3], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
m = BayesianNetwork([("A", "C"), ("B", "C")])
m.add_cpds(TabularCPD("A", 2, [[p] for p in A]), TabularCPD("B", 3, [[p] for p in B]),
           TabularCPD("C", 2, [C, [1 - p for p in C]], ["A", "B"], [2, 3]))
n = MarkovNetwork([("A", "B"), ("B", "C")])
ab, bc = [1, 2, 3, 4, 5, 6], [2, 1, 5, 3, 1, 7]
n.add_factors(DiscreteFactor(["A", "B"], [2, 3], ab), DiscreteFactor(["B", "C"], [3, 2], bc))
states = [*itertools.product(range(2), range(3), range(2))]
bayes = {(a, b, c): A[a] * B[b] * (1 - C[3 * a + b] if c else C[3 * a + b]) for a, b, c in states}
markov = {(a, b, c): ab[3 * a + b] * bc[2 * b + c] for a, b, c in states}


def in_order(values):
    return tuple(int(values[name]) for name in "ABC")


for model, law in ((m, bayes), (n, markov)):
    gibbs, name = GibbsSampling(model), type(model).__name__
    start = lambda s: [State(v, x) for v, x in zip("ABC", s)]
    kernel(f"GibbsSampling.sample, {name}", weights(law), lambda s: in_order(gibbs.sample(start(s), size=2).iloc[1]),
           kind="MCMC")
    kernel(f"GibbsSampling.generate_sample, {name}", weights(law),
           lambda s: in_order(dict(next(gibbs.generate_sample(start(s), include_latents=True)))), kind="MCMC")
direct = BayesianModelSampling(m)
kernel("BayesianModelSampling.forward_sample", weights(bayes),
       draw=lambda: in_order(direct.forward_sample(1, show_progress=False).iloc[0]))
kernel("BayesianModelSampling.rejection_sample", weights({s: p for s, p in bayes.items() if s[2] == 1}),
       draw=lambda: in_order(direct.rejection_sample([State("C", 1)], 1, show_progress=False).iloc[0]))
