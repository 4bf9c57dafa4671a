"""python-topic-model: sweeps of collapsed Gibbs samplers."""
import copy
import itertools
import logging
import math
import time
import types

import numpy as np
from wild import breadboard, kernel, source

ptm = source("arongdari/python-topic-model", "450c901bc", "ptm") / "ptm"
given = {"logger": logging.getLogger("ptm"), "time": types.SimpleNamespace(clock=time.time, time=time.time),
         "BaseGibbsParamTopicModel": breadboard.lift(ptm / "base.py", "BaseGibbsParamTopicModel"),
         "sampling_from_dist": breadboard.lift(ptm / "utils.py", "sampling_from_dist")}
docs, alpha, beta = [[0, 1], [1]], 0.5, 0.4
tokens, topics = [(0, 0), (0, 1), (1, 1)], [*itertools.product(range(2), repeat=3)]


def load(name, path):
    """Return a class, whose objects have 2 documents, words and topics, and say nothing."""
    model = breadboard.lift(ptm / path, name, given)
    return lambda *more: model(2, 2, 2, *more, alpha=alpha, beta=beta, verbose=False)


def urn(a, drawn, n):
    """Return log of the probability of draws of 0, ..., n - 1 from a Dirichlet law."""
    counts = [drawn.count(i) for i in range(n)]
    return sum(math.lgamma(a + k) - math.lgamma(a) for k in counts) + math.lgamma(n * a) - math.lgamma(
        n * a + len(drawn))


def words(z, a=beta):
    return sum(urn(a, [w for (d, w), k in zip(tokens, z) if k == topic], 2) for topic in range(2))


def lda(z):
    return words(z) + sum(urn(alpha, [k for (d, w), k in zip(tokens, z) if d == doc], 2) for doc in range(2))


def sweep(m, z, *more):
    """Return the topics after an iteration of fit from topics z."""
    def begin(_):
        m.topic_assignment = [[*z[:2]], [z[2]]]
        for (d, w), k in zip(tokens, z):
            m.TW[k, w] += 1
            m.sum_T[k] += 1
            m.DT[d, k] += 1
    m.random_init = begin
    m.fit(docs, *more, max_iter=1)
    return tuple(map(int, sum(map(list, m.topic_assignment), [])))


GibbsLDA = load("GibbsLDA", "lda_gibbs.py")
kernel("GibbsLDA.fit", {z: lda(z) for z in topics}, lambda z: sweep(GibbsLDA(), z))
heights, responses = np.array([1.5, -0.5]), np.array([0.3, 1.2])
given["solve"] = lambda a, b: heights  # the coefficients stay as they are
GibbsSupervisedLDA = load("GibbsSupervisedLDA", "slda_gibbs.py")


def supervised(z):
    """Return log f, with the mean of a response by the topics of a document as log_likelihood has it."""
    pairs = [(d, k) for (d, _), k in zip(tokens, z)]
    shares = [[alpha + pairs.count((doc, topic)) for topic in range(2)] for doc in range(2)]
    return lda(z) - sum((r - np.dot(s, heights) / sum(s)) ** 2 for r, s in zip(responses, shares)) / 2


begun = GibbsSupervisedLDA()
begun.eta = heights
kernel("GibbsSupervisedLDA.fit", {z: supervised(z) for z in topics},
       lambda z: sweep(copy.deepcopy(begun), z, responses))
pairs = [*itertools.product(range(2), repeat=2)]  # a topic and an author
AuthorTopicModel = load("AuthorTopicModel", "at_model.py")


def authors(s):
    m = AuthorTopicModel(2)
    m.topic_assigned, m.author_assigned = ([[s[0][i], s[1][i]], [s[2][i]]] for i in range(2))
    for (d, w), (k, a) in zip(tokens, s):
        m.TW[k, w] += 1
        m.sum_T[k] += 1
        m.AT[a, k] += 1
        m.sum_A[a] += 1
    m.gibbs_sampling(docs, [[0, 1], [0, 1]], 1)
    return tuple(zip(*(map(int, sum(of, [])) for of in (m.topic_assigned, m.author_assigned))))


def by_authors(s, a=alpha, b=beta):
    return words([k for k, _ in s], b) + sum(urn(a, [k for k, who in s if who == author], 2) for author in range(2))


kernel("AuthorTopicModel.gibbs_sampling", {s: by_authors(s) for s in itertools.product(pairs, repeat=3)}, authors,
       wrong="wrong: pages/author_topic.md")
HMM_LDA = load("HMM_LDA", "hmm_lda.py")


def classes(s):
    """Return the classes and topics of a sentence of the words 0, 1 after a sweep; each class has its own words."""
    m = HMM_LDA(2)
    m.n_doc = 1
    (c0, k0), (c1, k1) = s
    for a, b in ((2, c0), (c0, c1), (c1, 3)):
        m.T[a, b] += 1
    for w, (c, k) in enumerate(s):
        m.CW[c, w] += 1
        m.sum_C[c] += 1
        m.DT[0, k] += 1
        m.TW[k, w] += c == 0
        m.sum_T[k] += c == 0
    m.word_class, m.word_topic = [[[c0, c1]]], [[[k0, k1]]]
    m.gibbs_sampling([[[0, 1]]], 1)
    return tuple(zip(*(map(int, of[0][0]) for of in (m.word_class, m.word_topic))))


def by_classes(s, gamma=0.1, eta=0.1):
    (c0, k0), (c1, k1) = s
    moves = [(2, c0), (c0, c1), (c1, 3)]
    return sum(urn(eta, [b for a, b in moves if a == c], 4) for c in range(3)) + urn(alpha, [k0, k1], 2) + sum(
        urn(beta, [w for w, x in enumerate(s) if x == (0, k)], 2) for k in range(2)) + urn(
        gamma, [w for w, x in enumerate(s) if x[0] == 1], 2)


kernel("HMM_LDA.gibbs_sampling", {s: by_classes(s) for s in itertools.product(pairs, repeat=2)}, classes,
       wrong="wrong: pages/hmm_lda.md")
