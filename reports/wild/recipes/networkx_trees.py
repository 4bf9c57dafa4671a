"""NetworkX: spanning trees, and paths of a random walk."""
import itertools
import math

from wild import alike, installed, kernels, weights
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

nx = installed("networkx")


def edges(G):
    return tuple(sorted(tuple(sorted(map(int, e))) for e in G.edges()))


def trees_of(G):
    all_of = {t: nx.Graph(t) for t in itertools.combinations(sorted(tuple(sorted(e)) for e in G.edges), 3)}
    return [t for t, made in all_of.items() if len(made) == 4 and nx.is_tree(made)]


G = nx.Graph()
G.add_weighted_edges_from([(0, 1, 1), (0, 3, 2), (1, 2, 3), (2, 3, 5)])
trees = trees_of(G)
w = {t: [G.edges[e]["weight"] for e in t] for t in trees}
every = trees_of(nx.complete_graph(4))
kernel("random_tree, again", alike(every), draw=lambda: edges(nx.random_tree(4)))
kernel("random_spanning_tree", alike(trees), draw=lambda: edges(nx.random_spanning_tree(G)))
kernel("random_spanning_tree, multiplicative", weights({t: math.prod(w[t]) for t in trees}),
       draw=lambda: edges(nx.random_spanning_tree(G, "weight")))
kernel("random_spanning_tree, additive", weights({t: sum(w[t]) for t in trees}),
       draw=lambda: edges(nx.random_spanning_tree(G, "weight", multiplicative=False)))

H = nx.Graph()
H.add_weighted_edges_from([(0, 1, 1), (1, 2, 3), (1, 3, 2), (2, 3, 1)])
paths = {p: math.prod(H.edges[e]["weight"] / H.degree(e[0], "weight") for e in itertools.pairwise(p))
         for p in itertools.product(range(4), repeat=4) if all(e in H.edges for e in itertools.pairwise(p))}
kernel("generate_random_paths", weights(paths),
       draw=lambda: tuple(map(int, next(nx.generate_random_paths(H, 1, path_length=3)))))
