"""aima-python: samples of Bayesian networks."""
import itertools
import math

from wild import kernels, source, weights

source("aimacode/aima-python", "f104e03f", "aima/probability.py", "aima/utils.py", "aima/agents.py")
from aima import probability as m
kernel = kernels(law="docstrings: the joint distribution, and P(X | its Markov blanket)",
                 true="right", called="as a user", kind="draws")

net = m.BayesNet([("A", "", 0.3), ("B", "", 0.6), ("C", "A B", {
    (True, True): 0.9, (True, False): 0.4, (False, True): 0.7, (False, False): 0.2}),
    ("D", "C", {True: 0.8, False: 0.3})])
ALL = [*itertools.product((False, True), repeat=4)]


def p(s):
    return math.prod(node.p(v, dict(zip("ABCD", s))) for node, v in zip(net.nodes, s))


kernel("prior_sample", weights({s: p(s) for s in ALL}), draw=lambda: tuple(m.prior_sample(net).values()))
for v in "ABC":
    def step(s, v=v):
        now = dict(zip("ABCD", s))
        now[v] = m.markov_blanket_sample(v, now, net)
        return tuple(now.values())
    kernel(f"markov_blanket_sample of {v}", weights({s: p(s) for s in ALL}), step, partial=True, kind="MCMC")
