"""iir: latent Dirichlet allocation by collapsed Gibbs sampling."""
import itertools
from math import lgamma

import numpy as np
from wild import breadboard, kernels, source
kernel = kernels(law="its first comment: collapsed Gibbs sampling of latent Dirichlet allocation",
                 true="right", called="lift", kind="MCMC")

LDA = breadboard.lift(source("shuyo/iir", "0dd5ea6", "lda/lda.py") / "lda/lda.py", "LDA")
docs, K, V, alpha, beta = [[0, 1, 2], [2, 0]], 2, 3, 0.5, 0.3
m = LDA(K, alpha, beta, docs, V)


def logf(z):
    at = [*zip((d for d, doc in enumerate(docs) for _ in doc), (w for doc in docs for w in doc), z)]
    return (sum(lgamma(alpha + sum(a == d and k == t for a, _, k in at)) for d in range(2) for t in range(K))
            + sum(lgamma(beta + sum(w == v and k == t for _, w, k in at)) for v in range(V) for t in range(K))
            - sum(lgamma(V * beta + z.count(t)) for t in range(K)))


def put(z):
    m.z_m_n = [np.array(z[:3]), np.array(z[3:])]
    m.n_m_z[:], m.n_z_t[:], m.n_z[:] = alpha, beta, V * beta
    for d, (doc, topics) in enumerate(zip(docs, m.z_m_n)):
        for w, t in zip(doc, topics):
            m.n_m_z[d, t], m.n_z_t[t, w], m.n_z[t] = m.n_m_z[d, t] + 1, m.n_z_t[t, w] + 1, m.n_z[t] + 1


kernel("LDA.inference", {z: logf(z) for z in itertools.product(range(K), repeat=5)}, m.inference,
       get=lambda: tuple(int(t) for doc in m.z_m_n for t in doc), set=put)
