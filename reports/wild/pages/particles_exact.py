"""particles: conditional SMC with 2 particles and no draws, by enumeration of all that can happen. No argument."""
import itertools

import numpy as np


def exact(q, back):
    """Return where 2 particles of the bootstrap end; q(W_0) is the probability that the kept one is the parent."""
    K = np.zeros((len(S), len(S)))
    for s, z, A in itertools.product(S, S, itertools.product((0, 1), repeat=len(y) - 1)):
        x, w = (s, z), [(E[a][v] / (E[a][v] + E[b][v])) for a, b, v in zip(s, z, y)]
        p = I[z[0]] * np.prod([abs(a - q(w[t])) * P[x[a][t]][z[t + 1]] for t, a in enumerate(A)])
        for B in S if p else ():  # whose state the next path has, at each time
            v = [[abs(c - w[t]) * P[x[c][t]][x[B[t + 1]][t + 1]] for c in (0, 1)] for t in range(len(A))]
            r = [v[t][b] / sum(v[t]) if back else b == A[t] * B[t + 1] for t, b in enumerate(B[:-1])]
            K[S.index(s), S.index(tuple(x[b][t] for t, b in enumerate(B)))] += p * np.prod(r) * abs(B[-1] - w[-1])
    return sum(v for x, v in zip(S, np.linalg.matrix_power(K, 10000)[0]) if x[0])


for I, P, E, y in (([.5, .5], [[1, 0], [0, 1]], [[.9, .1], [.3, .7]], [1, 0]),
                   ([.4, .6], [[.2, .8], [.9, .1]], [[.4, .6], [.9, .1]], [1, 0, 0])):
    S = [*itertools.product((0, 1), repeat=len(y))]
    f = [I[x[0]] * np.prod([P[a][b] for a, b in zip(x, x[1:])]) * np.prod([E[a][b] for a, b in zip(x, y)]) for x in S]
    print("P(x_0 = 1):", sum(v for x, v in zip(S, f / np.sum(f)) if x[0]))
    for back in (0, 1) if len(y) == 3 else (0,):
        print("  backward" * back, "  as it is", exact(lambda w: w * w, back), "cured", exact(lambda w: w, back))
