"""emcee: moves of walkers on a lattice."""
import itertools

import numpy as np
from wild import installed, kernels

emcee = installed("emcee")
from emcee.model import Model
from emcee.state import State
kernel = kernels(law="documentation: log_prob_fn is the log density of each walker",
                 true="right", called="as a user", kind="MCMC")

logf, rng = [0.0, 1.0, -0.5], np.random.RandomState(3)


def log_prob(x):
    return np.array([logf[int(i)] if 0 <= i < 3 else -np.inf for i in x[:, 0]]), None


def step(move):
    def moved(s):
        state = State(np.array(s, float)[:, None], log_prob=log_prob(np.array(s)[:, None])[0])
        new, _ = move.propose(Model(None, log_prob, map, rng), state)
        return tuple(map(int, new.coords[:, 0]))
    return moved


def near(x, random):
    return x + random.choice([-1, 1], size=x.shape), np.zeros(len(x))


def walkers(n):
    return {s: sum(logf[x] for x in s) for s in itertools.product(range(3), repeat=n)}


kernel("moves.MHMove", walkers(2), step(emcee.moves.MHMove(near)))
kernel("moves.DEMove", walkers(3), step(emcee.moves.DEMove(sigma=0, gamma0=1)))
