"""networkx: random graphs and trees, and swaps of edges."""
import itertools
import math

from wild import alike, installed, kernels, weights

installed("networkx")
import networkx as nx
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")


def key(G):
    return tuple(sorted(tuple(sorted(e)) for e in G.edges()))


def swapped(swap, **given):
    def step(edges):
        G = nx.Graph(edges)
        swap(G, **given)
        return key(G)
    return step


def swaps(edges):
    """Return the number of ways to pick two edges, each with a direction, that may be swapped."""
    G = nx.Graph(edges)
    ways = itertools.permutations([*edges, *((v, u) for u, v in edges)], 2)
    return sum(len({u, v, x, y}) == 4 and not G.has_edge(u, x) and not G.has_edge(v, y) for (u, v), (x, y) in ways)


pairs, degrees = [*itertools.combinations(range(6), 2)], [3, 2, 2, 1, 1, 1]
graphs = [s for s in itertools.combinations(pairs, 5) if [sum(s, ()).count(i) for i in range(6)] == degrees]
connected = [s for s in graphs if nx.is_connected(nx.Graph(s))]
swapping = {"kind": "MCMC", "law": "the kernel's own: swaps as often as they can be made, or alike"}
kernel("double_edge_swap", weights({s: swaps(s) for s in graphs}), swapped(nx.double_edge_swap, max_tries=10_000),
       **swapping)
kernel("connected_double_edge_swap", alike(connected), swapped(nx.connected_double_edge_swap), **swapping)
kernel("connected_double_edge_swap, nswap=2", alike(connected),
       swapped(nx.connected_double_edge_swap, nswap=2), **swapping)
four = [*itertools.combinations(range(4), 2)]
sets = [s for k in range(7) for s in itertools.combinations(four, k)]
threes = alike(s for s in sets if len(s) == 3)
kernel("gnm_random_graph", threes, draw=lambda: key(nx.gnm_random_graph(4, 3)))
kernel("dense_gnm_random_graph", threes, draw=lambda: key(nx.dense_gnm_random_graph(4, 3)))
gnp = {s: len(s) * math.log(0.3 / 0.7) for s in sets}
kernel("gnp_random_graph", gnp, draw=lambda: key(nx.gnp_random_graph(4, 0.3)))
kernel("fast_gnp_random_graph", gnp, draw=lambda: key(nx.fast_gnp_random_graph(4, 0.3)))
trees = [s for s in sets if len(s) == 3 and nx.is_connected(nx.Graph(s)) and len(nx.Graph(s)) == 4]
kernel("random_tree", alike(trees), draw=lambda: key(nx.random_tree(4)))
G = nx.Graph()
G.add_weighted_edges_from((u, v, 1 + u + 2 * v) for u, v in four)
for multiplicative in (True, False):
    whole = math.prod if multiplicative else sum
    kernel(f"random_spanning_tree, multiplicative={multiplicative}",
           weights({s: whole(G.edges[e]["weight"] for e in s) for s in trees}),
           draw=lambda: key(nx.random_spanning_tree(G, "weight", multiplicative=multiplicative)))
