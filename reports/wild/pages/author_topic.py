"""python-topic-model: AuthorTopicModel adds alpha and beta twice. Argument: the checkout."""
import collections
import itertools
import logging
import os
import sys
import tempfile
from math import exp

import numpy as np
from measure import distance, log_dirichlet, mean, package

package("ptm", os.path.abspath(sys.argv[1]) + "/ptm")
os.chdir(tempfile.mkdtemp())  # the package writes a folder of logs
from ptm.at_model import AuthorTopicModel
logging.disable(50)


def chain(docs, authors, n_author, alpha, beta, cured, n=60000):
    np.random.seed(0)
    m = AuthorTopicModel(len(docs), 2, 2, n_author, alpha=alpha, beta=beta)
    m.log_likelihood = lambda: 0
    if cured:  # the tables hold alpha and beta already; an author has n_topic of them
        m.alpha = m.beta = 0
        m.sum_A[:] = 2 * alpha
    m.random_init(docs, authors)
    for _ in range(n):
        m.gibbs_sampling(docs, authors, 1)
        yield tuple((int(a), int(z)) for a, z in zip(sum(m.author_assigned, []), sum(m.topic_assigned, [])))


def posterior(docs, authors, n_author, alpha, beta):
    law = {}
    for s in itertools.product(*[[*itertools.product(a, range(2))] for doc, a in zip(docs, authors) for _ in doc]):
        by_author, by_topic = np.zeros((n_author, 2)), np.zeros((2, 2))
        for (a, z), w in zip(s, sum(docs, [])):
            by_author[a, z] += 1
            by_topic[z, w] += 1
        law[s] = exp(sum(log_dirichlet(r, alpha) for r in by_author) + sum(log_dirichlet(r, beta) for r in by_topic))
    return {s: v / sum(law.values()) for s, v in law.items()}


for case in (([[0, 1]], [[0]], 1, .5, .5), ([[0, 1]], [[0]], 1, .1, .01),
             ([[0, 1], [1]], [[0, 1], [1]], 2, .5, .5), ([[0, 1], [1]], [[0, 1], [1, 2]], 6, .5, .5)):
    law = posterior(*case)
    print(case, f"same topic {sum(v for s, v in law.items() if s[0][1] == s[1][1]):.4f}")
    for cured in False, True:
        s = [*chain(*case, cured)]
        print("  cured" if cured else "  as it is", mean([x[0][1] == x[1][1] for x in s]),
              "TV", distance(collections.Counter(s), law))
