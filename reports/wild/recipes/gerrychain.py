"""GerryChain: steps from a plan of two districts to another, of a grid of 2 x 4."""
import functools
import itertools
import types

import networkx as nx
import numpy as np
from wild import absent, kernels, source, weights

absent("geopandas", "shapely", "shapely.ops", "shapely.prepared", "shapely.strtree", "shapely.geometry",
       options=types.SimpleNamespace(use_pygeos=False, use_shapely=True))
source("mggg/GerryChain", "8d9a03b10", "gerrychain")
from gerrychain import Graph, MarkovChain, Partition, accept, constraints, proposals, updaters
kernel = kernels(law="docstring: flips that are reversible", true="right", called="as a user", kind="MCMC")

G = nx.grid_2d_graph(2, 4)
nx.set_node_attributes(G, 1, "population")
nodes, graph = sorted(G), Graph.from_networkx(G)


def parts(plan):
    return [G.subgraph(n for n, k in zip(nodes, plan) if k == part) for part in (0, 1)]


plans = [s for s in itertools.product((0, 1), repeat=8) if 0 < sum(s) < 8 and all(map(nx.is_connected, parts(s)))]
whole = {s for s in plans if s[0] == 0}  # a district is known by its nodes, not by its number


def read(partition):
    plan = [partition.assignment.mapping[n] for n in nodes]
    return tuple(k ^ plan[0] for k in plan)


def chain(proposal, acceptance=accept.always_accept):
    def step(plan):
        begin = Partition(graph, dict(zip(nodes, plan)), {
            "population": updaters.Tally("population"), "cut_edges": updaters.cut_edges})
        of = MarkovChain(proposal, [constraints.no_vanishing_districts, constraints.contiguous], acceptance, begin, 2)
        return read([*of][1])
    return step


def trees(plan):
    """Return the number of pairs of spanning trees of the districts."""
    return np.prod([np.linalg.det(nx.laplacian_matrix(part).toarray()[1:, 1:]) for part in parts(plan)])


def flips(plan):
    """Return the number of nodes that may go to the other district."""
    return sum((*plan[:i], 1 - plan[i], *plan[i + 1:]) in plans for i in range(8))


recom = functools.partial(
    proposals.tree_proposals.reversible_recom, pop_col="population", pop_target=4, epsilon=0.01, M=3)
kernel("reversible_recom", law="paper: Cannon and others 2022, spanning trees of the districts",
       logf=weights({s: trees(s) for s in sorted(whole) if sum(s) == 4}), step=chain(recom))
kernel("slow_reversible_propose", weights({s: flips(s) for s in sorted(whole)}),
       chain(proposals.proposals.slow_reversible_propose))
