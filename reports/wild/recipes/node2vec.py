"""node2vec: two steps of a second-order walk, of which the first is along an edge."""
import collections

import networkx as nx
from wild import breadboard, kernels, source, weights
kernel = kernels(law="paper: Grover and Leskovec 2016", true="right", called="__new__", kind="draws")

folder = source("eliorc/node2vec", "872af4738", "node2vec") / "node2vec"
Node2Vec = breadboard.lift(folder / "node2vec.py", "Node2Vec")
walks = breadboard.lift(folder / "parallel.py", "parallel_generate_walks")
P, Q = 2, 0.5


def law(G):
    """Return the law of two steps from node 0: 1/p back, 1 to neighbours of the last node, 1/q away."""
    def next_of(v, last):
        w = {x: G[v][x].get("weight", 1) * (1 / P if x == last else 1 if last is None or x in G[last] else 1 / Q)
             for x in G[v]}
        return {x: w[x] / sum(w.values()) for x in w}
    return weights({(0, b, c): next_of(0, None)[b] * pc for b in G[0] for c, pc in next_of(b, 0).items()})


def draw(G):
    it = Node2Vec.__new__(Node2Vec)
    vars(it).update(graph=G, p=P, q=Q, weight_key="weight", sampling_strategy={}, quiet=True,
                    d_graph=collections.defaultdict(dict))
    it._precompute_probabilities()
    none = {v: {"num_walks": 0} for v in G if v != 0}
    return lambda: tuple(map(int, walks(it.d_graph, 3, 1, 0, none, "num_walks", "walk_length", it.NEIGHBORS_KEY,
                                        it.PROBABILITIES_KEY, it.FIRST_TRAVEL_KEY, True)[0]))


E = [(0, 1, 1), (0, 2, 2), (1, 2, 1), (1, 3, 3), (2, 3, 1)]
G, W = nx.Graph(), nx.Graph()
G.add_edges_from(e[:2] for e in E)
W.add_weighted_edges_from(E)
kernel("parallel_generate_walks", law(G), draw=draw(G))
kernel("parallel_generate_walks, with weights", law(W), draw=draw(W))
