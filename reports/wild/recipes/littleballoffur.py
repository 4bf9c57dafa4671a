"""littleballoffur: walks on a graph, and samples of nodes, edges and trees."""
import itertools
from types import SimpleNamespace

import networkx as nx
import numpy as np
from wild import absent, alike, kernels, source, weights

absent("networkit", "networkit.graph", graph=SimpleNamespace(Graph=type("Graph", (), {})))
source("benedekrozemberczki/littleballoffur", "9cc8da02e", "littleballoffur")
import littleballoffur as l
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

G = nx.Graph([(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (2, 4), (1, 3)])
d = dict(G.degree)


def walk(sampler):
    sampler._deploy_backend(G)
    sampler._create_initial_node_set(G, 0)
    if hasattr(sampler, "_create_sampler"):
        sampler._create_sampler(G)

    def step(node):
        sampler._current_node = node
        sampler._do_a_step(G)
        return int(sampler._current_node)
    return step


kernel("MetropolisHastingsRandomWalkSampler", alike(G), walk(l.MetropolisHastingsRandomWalkSampler()), kind="MCMC")
kernel("MetropolisHastingsRandomWalkSampler(alpha=0.5)", weights({v: d[v]**0.5 for v in G}),
       walk(l.MetropolisHastingsRandomWalkSampler(alpha=0.5)), kind="MCMC")
walking = {"law": "the kernel's own: the stationary law of its walk"}
kernel("RandomWalkSampler", weights(d), walk(l.RandomWalkSampler()), **walking)
M = 0.1 / 5 + 0.9 * nx.to_numpy_array(G, range(5)).T / [d[v] for v in range(5)]
pi = np.linalg.matrix_power(M, 500)[:, 0]
kernel("RandomWalkWithJumpSampler", weights(dict(enumerate(pi))), walk(l.RandomWalkWithJumpSampler()),
       **walking)
common = {v: sum(1 - len(set(G[u]) & set(G[v])) / min(d[u], d[v]) for u in G[v]) for v in G}
kernel("CommonNeighborAwareRandomWalkSampler", weights(common), walk(l.CommonNeighborAwareRandomWalkSampler()),
       **walking)

back = l.NonBackTrackingRandomWalkSampler()
walk(back)


def unturned(edge):
    back._previous_node, back._current_node = edge
    back._do_a_step(G)
    return back._previous_node, back._current_node


kernel("NonBackTrackingRandomWalkSampler", alike([*G.edges, *((v, u) for u, v in G.edges)]), unturned,
       **walking)


def ordered(edges):
    return tuple(sorted(tuple(sorted(map(int, e))) for e in edges))


edges = ordered(G.edges)
trees = [t for t in itertools.combinations(edges, 4) if nx.is_tree(nx.Graph(t)) and len(nx.Graph(t)) == 5]
kernel("LoopErasedRandomWalkSampler", alike(trees),
       draw=lambda s=l.LoopErasedRandomWalkSampler(5): ordered(s.sample(G).edges))
kernel("RandomNodeSampler", alike(itertools.combinations(range(5), 3)),
       draw=lambda s=l.RandomNodeSampler(3): tuple(sorted(s.sample(G))))
kernel("RandomEdgeSampler", alike(itertools.combinations(edges, 3)),
       draw=lambda s=l.RandomEdgeSampler(3): ordered(s.sample(G).edges))
pairs = {(u, v): d[u] * d[v] / 14 * (1 / (14 - d[u]) + 1 / (14 - d[v])) for u, v in itertools.combinations(range(5), 2)}
kernel("DegreeBasedSampler", weights(pairs),
       draw=lambda s=l.DegreeBasedSampler(2): tuple(sorted(map(int, s.sample(G)))))
ends = {(u, v): 1 / d[u] + 1 / d[v] for u, v in edges}
kernel("RandomNodeEdgeSampler", weights(ends), draw=lambda s=l.RandomNodeEdgeSampler(1): ordered(s.sample(G).edges)[0])
