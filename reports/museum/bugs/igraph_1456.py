"""Swaps of two edges do not reach every graph.

Reported in igraph/igraph, issue 1456; open. igraph_rewire swaps the ends of two edges, and cannot reach all directed
graphs of the same degrees. A cycle of three edges is turned round by a swap of three alone.
"""
import random

KIND = "reach"
ROUND, BACK = ((0, 1), (1, 2), (2, 0)), ((0, 2), (1, 0), (2, 1))
LOGF = {ROUND: 0.0, BACK: 0.0}  # each graph alike


def swapped(graph, k):
    at = random.sample(range(3), k)
    ends = [graph[i][1] for i in at]
    new = dict(graph)
    for i, end in zip(at, ends[1:] + ends[:1]):
        new[graph[i][0]] = end
    graph_of = tuple(sorted(new.items()))
    return graph_of if all(a != b for a, b in graph_of) else graph


def wrong(x):
    return swapped(x, 2)


def right(x):
    return swapped(x, random.choice((2, 3)))
