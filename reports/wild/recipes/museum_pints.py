"""PINTS: the stretch move of a walker on a density that is flat on cells, before and after its fix."""
import itertools
import math
import random
from types import SimpleNamespace

import numpy as np
from wild import breadboard, kernels, source
kernel = kernels(law="docstring: the stretch move of Goodman and Weare 2010",
                 true="right", called="__new__", kind="MCMC")

F = [math.log(w) for w in (1, 4, 2, 3)]
target = {x: sum(F[v] for v in x) for x in itertools.product(range(4), repeat=3)}
for commit, true, kind in ("73a35afa3", "wrong: museum/pints_1325", "control"), ("aaa275211", "right", "MCMC"):
    file = source("pints-team/pints", commit, "pints") / "pints/_mcmc/_emcee_hammer.py"
    Hammer = breadboard.lift(file, "EmceeHammerMCMC", {"pints": SimpleNamespace(MultiChainMCMC=object)})

    def step(x):
        hammer = Hammer.__new__(Hammer)
        now, f = np.array([[v + random.random()] for v in x]), np.array([F[v] for v in x])
        vars(hammer).update(_running=True, _proposed=None, _remaining=np.arange(3), _n_chains=3, _n_parameters=1,
                            _a=2.0, _current=now, _current_log_pdfs=f)
        cell = math.floor(hammer.ask()[0, 0])
        hammer.tell([F[cell] if 0 <= cell < 4 else -math.inf])
        return tuple(map(math.floor, hammer._current[:, 0]))
    kernel("EmceeHammerMCMC.ask and tell", target, step, true=true, kind=kind, partial=True)
