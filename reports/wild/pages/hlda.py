"""hlda: the weight of a path. Argument: the checkout. Up to 2021 a leaf had a factor too many, which is taken away as
in the version of 2025."""
import collections
import itertools
import math
import sys

import numpy as np
from measure import distance, log_dirichlet, mean

np.object, np.int = object, int  # NumPy 1.24 has them no more, and the version of 2021 names them
sys.path[:0] = [sys.argv[1] + "/src", sys.argv[1]]
from hlda.sampler import HierarchicalLDA as H
prior, words = H.calculate_ncrp_prior, H.calculate_word_likelihood


def prior_of_2025(self, weights, node, weight):
    prior(self, weights, node, weight)
    if node.is_leaf():
        weights[node] = weight


def words_of_all_levels(self, weights, node, weight, *rest):
    words(self, weights, node, weight, *rest)
    weights[node] += weight


def chain(docs, n=30000, **settings):
    h = H(docs, ["a", "b", "c"][:1 + max(map(max, docs))], num_levels=2, verbose=False, **settings)
    every = range(len(docs))
    for _ in range(n):  # a sweep of estimate()
        for sample, d in itertools.product((h.sample_path, h.sample_topics), every):
            sample(d)
        leaves = [h.document_leaves[d] for d in every]
        yield tuple(map(leaves.index, leaves)), tuple(tuple(map(int, z)) for z in h.levels)


def posterior(docs, alpha=10., gamma=1., eta=.1):
    law = {}
    for leaves in itertools.product(range(len(docs)), repeat=len(docs)):
        if leaves == tuple(map(leaves.index, leaves)):
            for z in itertools.product(*[itertools.product((0, 1), repeat=len(d)) for d in docs]):
                nodes = collections.defaultdict(lambda: [0] * (1 + max(map(max, docs))))
                for leaf, doc, levels in zip(leaves, docs, z):
                    for w, level in zip(doc, levels):
                        nodes[leaf if level else "root"][w] += 1
                law[leaves, z] = math.exp(
                    sum(math.log(gamma) + math.lgamma(leaves.count(leaf)) for leaf in {*leaves})
                    + sum(log_dirichlet([levels.count(0), levels.count(1)], alpha) for levels in z)
                    + sum(log_dirichlet(counts, eta) for counts in nodes.values()))
    return {s: v / sum(law.values()) for s, v in law.items()}


for docs, more in (([[0], [0], [0]], {}), ([[0], [0], [1]], {}),
                   ([[0, 1], [0, 1], [2, 2]], {"alpha": 1., "gamma": .5, "eta": .5})):
    law = posterior(docs, **more)
    print(docs, "leaves", [round(sum(v for s, v in law.items() if len({*s[0]}) == k), 4) for k in (1, 2, 3)])
    for p, w in (prior, words), (prior_of_2025, words), (prior_of_2025, words_of_all_levels):
        H.calculate_ncrp_prior, H.calculate_word_likelihood = p, w
        s = [*chain(docs, **more)]
        print(" ", p.__name__, w.__name__, *(mean([len({*x[0]}) == k for x in s]) for k in (1, 2, 3)),
              "TV", distance(collections.Counter(s), law))
