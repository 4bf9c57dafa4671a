"""py-bbn: logic sampling of a Bayesian network, with evidence and without."""
import itertools

from wild import kernels, source, weights

source("vangj/py-bbn", "338c101", "pybbn")
from pybbn.graph.dag import Bbn
from pybbn.graph.edge import Edge, EdgeType
from pybbn.graph.node import BbnNode
from pybbn.graph.variable import Variable
from pybbn.sampling.sampling import LogicSampler
kernel = kernels(law="docstring: samples given the evidence", true="right", called="as a user", kind="draws")

A, B, C = [0.3, 0.7], [[0.6, 0.4], [0.1, 0.9]], [[0.2, 0.8], [0.5, 0.5]]
a, b, c = (BbnNode(Variable(i, name, ["0", "1"]), table) for i, (name, table) in enumerate([
    ("a", A), ("b", sum(B, [])), ("c", sum(C, []))]))
net = Bbn().add_node(a).add_node(b).add_node(c)
net.add_edge(Edge(a, b, EdgeType.DIRECTED)).add_edge(Edge(b, c, EdgeType.DIRECTED))
sampler = LogicSampler(net)
p = {(i, j, k): A[i] * B[i][j] * C[j][k] for i, j, k in itertools.product(range(2), repeat=3)}


def draw(**evidence):
    sample = sampler.get_samples(n_samples=1, seed=None, **evidence)[0]
    return tuple(int(sample[i]) for i in range(3))


kernel("LogicSampler.get_samples", weights(p), draw=lambda: draw())
kernel("LogicSampler.get_samples, evidence", weights({s: w * (s[2] == 1) for s, w in p.items()}),
       draw=lambda: draw(evidence={2: "1"}), true="wrong: pages/pybbn.md")
