"""trilearn: decomposable graphs by the Metropolis-Hastings moves of Green and Thomas."""
import itertools

import networkx
from wild import absent, alike, kernel, source

absent("seaborn", "pygraphviz")
source("felixleopoldo/trilearn", "b59d5db", "trilearn")
from trilearn import mh_greenthomas as m
from trilearn.distributions.sequential_junction_tree_distributions import UniformJTDistribution

EDGES = [*itertools.combinations(range(3), 2)]
m.tqdm = lambda x, **_: x
junction_tree = m.dlib.junction_tree
sd = UniformJTDistribution(3)


def step(edges):  # from a junction tree of the graph, of which one of all is drawn
    graph = networkx.Graph(edges)
    graph.add_nodes_from(range(3))
    m.dlib.junction_tree = lambda _: junction_tree(graph)
    end = m.sample_trajectory(2, 1, sd).trajectory[-1]
    return tuple(e for e in EDGES if end.has_edge(*e))


kernel("mh_greenthomas.sample_trajectory", alike([e for n in range(4) for e in itertools.combinations(EDGES, n)]), step)
