"""hlda: the updates of hierarchical LDA, with two levels and three documents of a word."""
import itertools
import math

import numpy as np
from wild import kernels, source

np.object, np.int = object, int  # as in NumPy of its time
source("joewandy/hlda", "37c01579e", "hlda")
from hlda.sampler import HierarchicalLDA, NCRPNode
kernel = kernels(law="paper: Blei, Griffiths and Jordan 2010, which README names",
                 true="right", called="__new__", kind="MCMC")

docs, alpha, gamma, eta = [[0], [1], [0]], 1.0, 0.7, 0.5


def dirichlet(counts, a):
    """Return log of the probability of draws with these counts."""
    return sum(math.lgamma(a + k) - math.lgamma(a) for k in counts) + math.lgamma(
        a * len(counts)) - math.lgamma(a * len(counts) + sum(counts))


def density(leaves, levels):
    value = sum(math.log(gamma) + math.lgamma(leaves.count(k)) for k in {*leaves})  # the Chinese restaurant
    nodes = {node: [0, 0] for node in ("root", *leaves)}
    for (word,), leaf, level in zip(docs, leaves, levels):
        nodes[leaf if level else "root"][word] += 1
    return value + sum(dirichlet(counts, eta) for counts in nodes.values())  # each level of a document has 1 / 2


def put(state):
    global h
    h = object.__new__(HierarchicalLDA)
    vars(h).update(corpus=docs, alpha=alpha, gamma=gamma, eta=eta, eta_sum=2 * eta, num_levels=2,
                   random_state=np.random, document_leaves={}, levels=[],
                   root_node=NCRPNode(2, "a b".split(), random_state=np.random))
    leaves = [NCRPNode(2, "a b".split(), h.root_node, 1, np.random) for _ in {*state[0]}]
    h.root_node.children += leaves
    for d, (leaf, level) in enumerate(zip(*state)):
        leaves[leaf].add_path()
        h.document_leaves[d] = leaves[leaf]
        h.levels.append([level])
        node = leaves[leaf] if level else h.root_node
        node.word_counts[docs[d][0]] += 1
        node.total_words += 1


def get():
    first = [h.document_leaves[d] for d in range(3)]
    seen = [*dict.fromkeys(map(id, first))]
    return tuple(seen.index(id(leaf)) for leaf in first), tuple(int(levels[0]) for levels in h.levels)


partitions = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2)]
logf = {state: density(*state) for state in itertools.product(partitions, itertools.product((0, 1), repeat=3))}
kernel("HierarchicalLDA.sample_topics", logf, lambda: h.sample_topics(0), get=get, set=put, partial=True)
kernel("HierarchicalLDA.sample_path", logf, lambda: h.sample_path(0), get=get, set=put, partial=True,
       true="wrong: pages/hlda.md")
