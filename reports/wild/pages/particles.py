"""particles: conditional SMC, from a kept path to the next. Argument: the checkout."""
import collections
import itertools
import sys
import numpy as np
from measure import distance, mean
sys.path.insert(0, sys.argv[1])
from particles import distributions, hmm, mcmc, resampling, state_space_models as ssms
resampling.rs_funcs["cured"] = lambda W, M: np.r_[0, resampling.multinomial_iid(W, M - 1)]


class Model(hmm.HMM):
    def PY(self, t, xp, x): return distributions.Categorical(p=np.array(E)[x, :])
    def proposal0(self, data): return distributions.Categorical(p=np.array([.5, .5]))
    def proposal(self, t, xp, data): return distributions.Categorical(p=np.full((len(xp), 2), .5))


def chain(how, N, ess, scheme, back, n):
    fk, x = getattr(ssms, how)(ssm=Model(init_dist=np.array(I), trans_mat=np.array(P)), data=y), S[0]
    for _ in range(n):
        pf = mcmc.CSMC(fk=fk, N=N, ESSrmin=ess, xstar=x)
        pf.resampling = scheme
        pf.run()
        yield tuple(map(int, x := pf.hist.backward_sampling_ON2(1) if back else pf.hist.extract_one_trajectory()))


still, flips, slow, e = np.eye(2), [[.2, .8], [.9, .1]], [[.9, .1], [.1, .9]], [[.8, .2], [.2, .8]]
for I, P, E, y, *how in (([.5, .5], still, [[.9, .1], [.3, .7]], [1, 0], "Bootstrap", 2, 1, 0, 100000),
                         ([.4, .6], flips, [[.4, .6], [.9, .1]], [1, 0, 0], "Bootstrap", 2, 1, 0, 100000),
                         ([.4, .6], flips, [[.4, .6], [.9, .1]], [1, 0, 0], "Bootstrap", 2, 1, 1, 100000),
                         ([.5, .5], slow, e, [0, 1, 1], "GuidedPF", 2, 1, 0, 50000),
                         ([.99, .01], still, e, [1] * 4, "Bootstrap", 100, .5, 0, 100000)):
    S = [*itertools.product((0, 1), repeat=len(y))]
    f = [I[x[0]] * np.prod([P[a][b] for a, b in zip(x, x[1:])]) * np.prod([E[a][b] for a, b in zip(x, y)]) for x in S]
    law, (how, N, ess, back, n) = dict(zip(S, f / np.sum(f))), how
    print(how, N, "backward" * back, "P(x_0 = 1):", sum(v for x, v in law.items() if x[0]))
    for scheme in "multinomial", "cured":
        seen = [*chain(how, N, ess, scheme, back, n)]
        print(" ", scheme, mean([x[0] for x in seen]), "TV", distance(collections.Counter(seen), law), flush=True)
