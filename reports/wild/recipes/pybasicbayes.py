"""pybasicbayes: states of a finite law and of a chain, and how many tables a Chinese restaurant has."""
import itertools

import numpy as np
from wild import breadboard, kernels, source, weights
kernel = kernels(law="docstring, or its name", true="right", called="lift", kind="draws")

folder = source("mattjj/pybasicbayes", "61f65ad", "pybasicbayes") / "pybasicbayes"


def stats(name):
    return breadboard.lift(folder / "util/stats.py", name)


p = np.array([0.5, 2.0, 1.0, 0.3])
discrete = stats("sample_discrete")
kernel("sample_discrete", weights(dict(enumerate(p))), draw=lambda: int(discrete(p)))
draw = stats("sample_discrete_from_log")
kernel("sample_discrete_from_log", weights(dict(enumerate(p))), draw=lambda: int(draw(np.log(p))))
A = np.array([[0.1, 0.9], [0.6, 0.4]])
markov = stats("sample_markov")
kernel("sample_markov", weights({z: p[z[0]] * A[z[0], z[1]] * A[z[1], z[2]] for z in
                                 itertools.product(range(2), repeat=3)}),
       draw=lambda: tuple(map(int, markov(3, A, p[:2]))))
S = {1: [0, 1], 2: [0, 1, 1], 3: [0, 2, 3, 1]}  # Stirling numbers: ways of seating n customers at m tables
tables = stats("sample_crp_tablecounts")
kernel("sample_crp_tablecounts", weights({(a, b): S[3][a] * 0.8 ** a * S[2][b] * 1.2 ** b
                                          for a in (1, 2, 3) for b in (1, 2)}),
       draw=lambda: tuple(map(int, tables(2.0, np.array([[3, 2]]), np.array([0.4, 0.6]))[0])))
