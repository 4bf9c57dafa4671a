"""karateclub: first- and second-order walks on a graph."""
import networkx as nx
from wild import breadboard, kernels, source, weights
kernel = kernels(law="docstring: node2vec's p and q", true="right", called="lift", kind="draws")

file = source("benedekrozemberczki/karateclub", "cb46a91df", "karateclub/utils") / "karateclub/utils/walker.py"
RandomWalker, Biased = (breadboard.lift(file, name) for name in ("RandomWalker", "BiasedRandomWalker"))
P, Q = 2, 0.5


def law(G, p=1, q=1):
    """Return the law of two steps from node 0, by node2vec: 1/p back, 1 to neighbours of the last node, 1/q away."""
    def next_of(v, last):
        w = {x: G[v][x].get("weight", 1) * (1 / p if x == last else 1 if last is None or x in G[last] else 1 / q)
             for x in G[v]}
        return {x: w[x] / sum(w.values()) for x in w}
    return weights({(0, b, c): next_of(0, None)[b] * pc for b in G[0] for c, pc in next_of(b, 0).items()})


def draw(G, walker):
    walker.do_walks(G)
    return lambda: tuple(map(int, walker.do_walk(0)))


G = nx.Graph([(0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4)])
kernel("RandomWalker.do_walk", law(G), law="docstring: first-order random walks", draw=draw(G, RandomWalker(3, 1)))
kernel("BiasedRandomWalker.do_walk", law(G, P, Q), draw=draw(G, Biased(3, 1, P, Q)))
arcs = [(0, 1, 1), (1, 0, 1), (0, 2, 2), (2, 0, 3), (1, 2, 3), (2, 1, 1), (1, 3, 1), (2, 3, 2), (3, 0, 1)]
for scale, name, true in (1.0, "floats", "right"), (1, "integers", "wrong: pages/karateclub.md"):
    D = nx.DiGraph()
    D.add_weighted_edges_from((u, v, w * scale) for u, v, w in arcs)
    kernel(f"BiasedRandomWalker.do_walk, weights are {name}", law(D, P, Q), true=true,
           draw=draw(D, Biased(3, 1, P, Q)))
