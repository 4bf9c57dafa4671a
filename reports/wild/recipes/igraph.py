"""igraph: random graphs, trees and walks."""
import itertools
import math
import random

from wild import alike, installed, kernels, weights
kernel = kernels(law="documentation", true="right", called="as a user", kind="draws")

igraph = installed("igraph")
G = igraph.Graph
pairs = [*itertools.combinations(range(4), 2)]
every = [s for k in range(7) for s in itertools.combinations(pairs, k)]


def edges(graph):
    return tuple(sorted(tuple(sorted(e)) for e in graph.get_edgelist()))


def told(draw):
    """Return a sampler that gives igraph its generator first: it keeps the functions that this has then."""
    def drawn():
        igraph.set_random_number_generator(random)
        return draw()
    return drawn


def tree(s):
    return len(s) == 3 and G(4, s).is_connected()


def simple(degrees):
    return [s for s in every if [sum(v in e for e in s) for v in range(4)] == degrees]


kernel("Erdos_Renyi, p", weights({s: 0.3 ** len(s) * 0.7 ** (6 - len(s)) for s in every}),
       draw=told(lambda: edges(G.Erdos_Renyi(n=4, p=0.3))))
kernel("Erdos_Renyi, m", alike(s for s in every if len(s) == 3), draw=told(lambda: edges(G.Erdos_Renyi(n=4, m=3))))
for method in ("prufer", "lerw"):
    kernel(f"Tree_Game, {method}", alike(filter(tree, every)),
           draw=told(lambda method=method: edges(G.Tree_Game(4, method=method))))
kernel("Degree_Sequence, configuration_simple", alike(simple([2, 2, 1, 1])),
       draw=told(lambda: edges(G.Degree_Sequence([2, 2, 1, 1], method="configuration_simple"))))
stubs, matchings = (0, 0, 1, 1, 2, 3), {}
for s in itertools.permutations(stubs):
    m = tuple(sorted(tuple(sorted(e)) for e in zip(s[::2], s[1::2])))
    matchings[m] = matchings.get(m, 0) + 1
kernel("Degree_Sequence, configuration", weights(matchings),
       draw=told(lambda: edges(G.Degree_Sequence([2, 2, 1, 1], method="configuration"))))
H = G(4, [(0, 1), (1, 2), (1, 3), (2, 3)])
w = {(0, 1): 1, (1, 2): 3, (1, 3): 2, (2, 3): 1}
w.update({(b, a): x for (a, b), x in w.items()})
out = [sum(x for (a, _), x in w.items() if a == v) for v in range(4)]
walks = [p for p in itertools.product([1], *[range(4)] * 3) if all(e in w for e in itertools.pairwise(p))]
kernel("random_walk", weights({p: math.prod(1 / H.degree(v) for v in p[:-1]) for p in walks}),
       draw=told(lambda: tuple(H.random_walk(1, 3))))
kernel("random_walk, weights", weights({p: math.prod(w[e] / out[e[0]] for e in itertools.pairwise(p)) for p in walks}),
       draw=told(lambda: tuple(H.random_walk(1, 3, weights=[1, 3, 2, 1]))))


def rewire(s):
    graph = G(4, s)
    igraph.set_random_number_generator(random)
    graph.rewire(1)
    return edges(graph)


kernel("rewire", alike(simple([2, 2, 1, 1])), rewire, kind="MCMC", law="the kernel's own: as likely there and back")
