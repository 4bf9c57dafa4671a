"""GraphEmbedding: two steps of node2vec's walks."""
import networkx as nx
from wild import breadboard, kernels, source, weights
kernel = kernels(law="paper: Grover and Leskovec 2016", true="right", called="lift", kind="draws")

ge = source("shenweichen/GraphEmbedding", "c8efad063", "ge") / "ge"
alias = {name: breadboard.lift(ge / "alias.py", name) for name in ("alias_sample", "create_alias_table")}
RandomWalker = breadboard.lift(ge / "walker.py", "RandomWalker", alias)
G = nx.Graph([(0, 1), (0, 2), (1, 2), (1, 3), (3, 4), (1, 4)])


def law(p, q):
    """Return node2vec's law of the two nodes after 0."""
    bias = {(v, x): 1 / p if x == 0 else 1 if G.has_edge(x, 0) else 1 / q for v in G[0] for x in G[v]}
    return weights({(v, x): b / sum(bias[v, y] for y in G[v]) for (v, x), b in bias.items()})


for p, q in ((1, 1), (2, 2), (0.25, 4)):
    for reject, name in ((False, "node2vec_walk"), (True, "node2vec_walk2")):
        walker = RandomWalker(G, p, q, use_rejection_sampling=reject)
        walker.preprocess_transition_probs()
        kernel(f"{name}, p = {p}, q = {q}", law(p, q), draw=lambda: tuple(getattr(walker, name)(3, 0)[1:]),
               true="wrong: pages/graphembedding.md" if reject and p < 1 else "right")
walker = RandomWalker(G)
kernel("deepwalk_walk", law(1, 1), law="paper: Perozzi and others 2014",
       draw=lambda: tuple(walker.deepwalk_walk(3, 0)[1:]))
