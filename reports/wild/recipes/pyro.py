"""Pyro: a sweep of Gibbs sampling of spanning trees."""
import itertools

import networkx as nx
import torch
from wild import breadboard, kernels, source
kernel = kernels(law="docstring: spanning trees of a weighted graph", true="right", called="lift", kind="MCMC")

path = source("pyro-ppl/pyro", "ff6ae1c95", "pyro/distributions") / "pyro/distributions/spanning_tree.py"
sample_tree_mcmc = breadboard.lift(path, "sample_tree_mcmc")
edges = [(a, b) for b in range(4) for a in range(b)]
logits = torch.tensor([0.1, -0.4, 0.7, 0.2, 0.0, -0.3], dtype=torch.float64)
trees = [s for s in itertools.combinations(edges, 3) if nx.is_tree(nx.Graph(s)) and len(nx.Graph(s)) == 4]
kernel("sample_tree_mcmc", {s: float(sum(logits[edges.index(e)] for e in s)) for s in trees},
       lambda s: tuple(tuple(map(int, e)) for e in sample_tree_mcmc(logits, torch.tensor(s))))
