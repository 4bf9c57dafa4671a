"""python-topic-model: the classes of HMM_LDA. Argument: the checkout."""
import collections
import itertools
import os
import sys
import tempfile
from math import exp

import numpy as np
from measure import distance, load, log_dirichlet, package

folder = os.path.abspath(sys.argv[1]) + "/ptm"
package("ptm", folder)
os.chdir(tempfile.mkdtemp())  # the package writes a folder of logs
A = [("new_c = np.random.multinomial(1, prob)", "new_c = np.random.multinomial(1, prob / prob.sum())")]
LINE = "\n" + " " * 24
B = [("# sample class\n", f"if old_c == 0:{LINE}    self.TW[old_t, word] -= 1; self.sum_T[old_t] -= 1\n"),
     (f"self.DT[di, old_t] -= 1{LINE}if old_c == 0:", f"self.DT[di, old_t] -= 1{LINE}if False:")]
ROW, NEXT = "(np.arange(self.n_class) == prev_c)", "(np.arange(self.n_class) == next_c)"
C = [("self.T[:self.n_class, next_c]", f"(self.T[:self.n_class, next_c] + {ROW} * {NEXT})"),
     ("np.sum(self.T[:self.n_class], 1)", f"(np.sum(self.T[:self.n_class], 1) + {ROW})")]


def chain(module, docs, n_class, n):
    np.random.seed(0)
    m = module.HMM_LDA(1, 2, 2, n_class, verbose=False)
    m.random_init(docs)
    for _ in range(n):
        m.gibbs_sampling(docs, 1)
        yield tuple(int(c) for s in m.word_class[0] for c in s)


def posterior(docs, n_class, alpha=.1, beta=.01, gamma=.1, eta=.1):
    words, at, law = sum(docs[0], []), [i for s in docs[0] for i, _ in enumerate(s)] + [0], collections.Counter()
    for cs in itertools.product(range(n_class), repeat=len(words)):
        T, CW = np.zeros((n_class + 2, n_class + 2)), np.zeros((n_class, 2))
        for i, (c, w) in enumerate(zip(cs, words)):
            T[cs[i - 1] if at[i] else n_class, c] += 1
            T[c, n_class + 1] += at[i + 1] == 0
            CW[c, w] += c > 0
        for zs in itertools.product(range(2), repeat=len(words)):
            TW, DT = np.zeros((2, 2)), np.zeros((1, 2))
            for c, z, w in zip(cs, zs, words):
                DT[0, z] += 1
                TW[z, w] += c == 0
            tables = (T, eta), (CW, gamma), (TW, beta), (DT, alpha)
            law[cs] += exp(sum(log_dirichlet(row, a) for table, a in tables for row in table))
    return {c: v / sum(law.values()) for c, v in law.items()}


for docs, n_class in ([[[0]]], 3), ([[[0, 1]]], 2), ([[[0, 0], [1]]], 3):
    law = posterior(docs, n_class)
    last = max(law)
    for name, cures in ("as it is", []), ("(a)", A), ("(a), (b)", A + B), ("all", A + B + C):
        c = collections.Counter(chain(load(folder + "/hmm_lda.py", "ptm.cured", *cures), docs, n_class, 40000))
        print(docs, name, f"all in the last class {c[last] / 40000:.4f} of {law[last]:.4f}, TV {distance(c, law)}")
