"""Swaps of two edges do not reach every graph.

Reported in igraph/igraph, issue 1456; open. igraph_rewire swaps the ends of two edges, and cannot reach all directed
graphs of the same degrees. In the issue's graph a cycle of three, all of which point to a fourth, has to be turned
round, which takes a swap of three.
"""
import random

KIND = "reach"
FROM = "code"
ROUND, BACK = ("12", "14", "23", "24", "31", "34"), ("13", "14", "21", "24", "32", "34")
LOGF = {ROUND: 0.0, BACK: 0.0}  # each graph alike


def rewired(graph, k):
    chosen = random.sample(graph, k)
    ends = [end for _, end in chosen]
    new = [start + end for (start, _), end in zip(chosen, ends[1:] + ends[:1])]
    kept = [edge for edge in graph if edge not in chosen]
    simple = all(start != end for start, end in new) and len({*kept, *new}) == len(graph)
    return tuple(sorted(kept + new)) if simple else graph


def wrong(x):
    return rewired(x, 2)


def right(x):
    return rewired(x, random.choice((2, 3)))
