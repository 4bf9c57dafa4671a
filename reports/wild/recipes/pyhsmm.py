"""pyhsmm: hidden states of Markov and semi-Markov models, given the data."""
import itertools
from types import SimpleNamespace as Stand

import numpy as np
from wild import breadboard, kernels, source, weights
kernel = kernels(law="paper: Johnson and Willsky 2013", true="right", called="stand-ins", kind="draws")

folder = source("mattjj/pyhsmm", "4e73916", "pyhsmm") / "pyhsmm"
given = {name: breadboard.lift(folder / f"util/{file}.py", name)
         for file, name in (("stats", "sample_discrete"), ("general", "rle"), ("general", "rcumsum"))}
given |= {"sample_markov": None, "count_transitions": None}
r = np.random.RandomState(1)
A, pi, B, D = r.dirichlet(np.ones(2), 2), r.dirichlet(np.ones(2)), r.rand(4, 2), r.dirichlet(np.ones(4), 2)
A3 = np.array([[0, .3, .7], [.6, 0, .4], [.2, .8, 0]])
pi3, B3, D3 = r.dirichlet(np.ones(3)), r.rand(4, 3), r.dirichlet(np.ones(5), 3)


def model(A, pi, B, D):
    return Stand(trans_distn=Stand(trans_matrix=A), init_state_distn=Stand(pi_0=pi), num_states=len(pi),
                 obs_distns=[Stand(log_likelihood=lambda data, k=k: np.log(B[:, k])) for k in range(len(pi))],
                 dur_distns=[Stand(log_pmf=lambda n, k=k: np.log(D[k, n.astype(int) - 1]),
                                   log_sf=lambda n, k=k: np.log([D[k, int(i):].sum() for i in n]))
                             for k in range(len(pi))])


def runs(z):
    return [(k, len([*g])) for k, g in itertools.groupby(z)]


def hmm(z):
    return pi[z[0]] * np.prod([A[a, b] for a, b in zip(z, z[1:])]) * np.prod(B[range(4), z])


def hsmm(z):  # the last state may go on after the data
    s = runs(z)
    p = pi3[s[0][0]] * np.prod([A3[a, b] for (a, _), (b, _) in zip(s, s[1:])]) * np.prod(B3[range(4), z])
    return p * np.prod([D3[k, n - 1] for k, n in s[:-1]]) * D3[s[-1][0], s[-1][1] - 1:].sum()


def judge(method, m, of, **known):
    def draw():
        getattr(m, method)()
        return tuple(map(int, m.stateseq))
    kernel(f"{type(m).__name__}.{method}", weights(of), draw=draw, **known)


HMM = breadboard.lift(folder / "internals/hmm_states.py", "HMMStatesPython", given)
Base = breadboard.lift(folder / "internals/hmm_states.py", "_StatesBase", given)
HSMM = breadboard.lift(folder / "internals/hsmm_states.py", "HSMMStatesPython", given | {"_StatesBase": Base})
data, paths = np.zeros((4, 1)), [*itertools.product(range(2), repeat=4)]
prior = {z: hmm(z) / np.prod(B[range(4), z]) for z in paths}
m = HMM(model(A, pi, B, D), data=data)
judge("generate_states", m, prior)
judge("resample_normalized", m, {z: hmm(z) for z in paths})
judge("resample_log", m, {z: hmm(z) for z in paths})
paths = [*itertools.product(range(3), repeat=4)]
m = HSMM(model(A3, pi3, B3, D3), data=data, generate=False)
m.cumulative_obs_potentials = lambda t: (np.cumsum(m.aBl[t:], 0), np.zeros(3))  # it returns 0., which has no [state]
np.seterr(divide="ignore")
judge("resample", m, {z: hsmm(z) for z in paths}, true="wrong: pages/pyhsmm.md, of the class HSMMPossibleChangepoints")
