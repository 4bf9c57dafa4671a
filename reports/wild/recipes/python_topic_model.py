"""python-topic-model: topics of words by collapsed Gibbs sampling, and with authors."""
import itertools
import logging
import time
from math import lgamma

import numpy as np
from wild import absent, kernels, source

source("dongwookim-ml/python-topic-model", "450c901", "ptm")
time.clock = time.time  # which Python has no more
logging.disable()
absent("ptm.formatted_logger", formatted_logger=lambda *_: logging.getLogger("ptm"))  # it writes files
from ptm.at_model import AuthorTopicModel
from ptm.lda_gibbs import GibbsLDA
kernel = kernels(law="papers that the docstrings name: Blei and others 2003, Rosen-Zvi and others 2004",
                 true="right", called="stand-ins", kind="MCMC")

docs, K, V, alpha, beta = [[0, 1], [2, 0]], 2, 3, 0.5, 0.3
WORDS = [(d, w) for d, doc in enumerate(docs) for w in doc]


def dirichlet(pairs, rows, columns, prior):  # the log weight of pairs, where each row has a law of its own
    return sum(sum(lgamma(prior + pairs.count((a, b))) for b in range(columns))
               - lgamma(prior * columns + sum(p[0] == a for p in pairs)) for a in range(rows))


def count(table, total, prior, pairs):
    table[:] = prior
    for a, b in pairs:
        table[a, b] += 1
    if total is not None:
        total[:] = table.sum(1)


def lda(z):
    return (dirichlet([(d, k) for (d, _), k in zip(WORDS, z)], 2, K, alpha)
            + dirichlet([(k, w) for (_, w), k in zip(WORDS, z)], K, V, beta))


def put(z):
    m.topic_assignment = [np.array(z[:2]), np.array(z[2:])]
    count(m.DT, None, alpha, [(d, k) for (d, _), k in zip(WORDS, z)])
    count(m.TW, m.sum_T, beta, [(k, w) for (_, w), k in zip(WORDS, z)])


m = GibbsLDA(2, V, K, alpha, beta, verbose=False)
m.random_init = lambda _: None
kernel("GibbsLDA.fit", {z: lda(z) for z in itertools.product(range(K), repeat=4)}, lambda: m.fit(docs, 1),
       get=lambda: tuple(int(k) for doc in m.topic_assignment for k in doc), set=put)

authors = [[0, 1], [1]]
PAIRS = [*itertools.product(*([(a, k) for a in authors[d] for k in range(K)] for d, _ in WORDS))]


def put_authors(s):
    a.author_assigned, a.topic_assigned = ([[*p] for p in (q[:2], q[2:])] for q in zip(*s))
    count(a.AT, a.sum_A, alpha, s)
    count(a.TW, a.sum_T, beta, [(k, w) for (_, w), (_, k) in zip(WORDS, s)])


a = AuthorTopicModel(2, V, K, 2, alpha, beta)
kernel("AuthorTopicModel.gibbs_sampling", {
    s: dirichlet([*s], 2, K, alpha) + dirichlet([(k, w) for (_, w), (_, k) in zip(WORDS, s)], K, V, beta)
    for s in PAIRS},
    lambda: a.gibbs_sampling(docs, authors, 1), set=put_authors,
    get=lambda: tuple((int(b), int(k)) for x, y in zip(a.author_assigned, a.topic_assigned) for b, k in zip(x, y)),
    true="wrong: pages/author_topic.md")
