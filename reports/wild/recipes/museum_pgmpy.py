"""pgmpy: forward sampling of a Bayesian network from a seed, before and after its fix."""
import itertools
import random

from wild import kernels, source, weights
kernel = kernels(law="docstring: the joint distribution", true="right", called="as a user", kind="draws")

law = {(a, b, c): (0.7, 0.3)[a] * (0.4, 0.6)[b] * ((0.1, 0.9), (0.6, 0.4))[a][c]
       for a, b, c in itertools.product((0, 1), repeat=3)}
for commit, true, kind in ("e52f83676", "wrong: museum/pgmpy_1388", "control"), ("cbf456156", "right", "draws"):
    source("pgmpy/pgmpy", commit, "pgmpy")
    from pgmpy.factors.discrete import TabularCPD
    from pgmpy.models import BayesianModel
    from pgmpy.sampling import BayesianModelSampling
    net = BayesianModel([("a", "c")])
    net.add_node("b")
    net.add_cpds(TabularCPD("a", 2, [[0.7], [0.3]]), TabularCPD("b", 2, [[0.4], [0.6]]),
                 TabularCPD("c", 2, [[0.1, 0.6], [0.9, 0.4]], ["a"], [2]))
    sampler = BayesianModelSampling(net)

    def draw(**given):
        row = sampler.forward_sample(1, "recarray", show_progress=False, **given)[0]
        return tuple(int(row[v]) for v in "abc")
    kernel("BayesianModelSampling.forward_sample(seed)", weights(law),
           draw=lambda: draw(seed=random.randrange(2**32)), true=true, kind=kind)
    kernel("BayesianModelSampling.forward_sample", weights(law), draw=draw)
