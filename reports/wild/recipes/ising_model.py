"""ising-model of bdhammel: spins of the Ising model by Metropolis."""
import contextlib
import itertools
from types import SimpleNamespace as Stand

import numpy as np
from wild import breadboard, kernels, source
kernel = kernels(law="README: the Ising model, with the kernel's own neighbours",
                 true="right", called="stand-ins", kind="MCMC")

path = source("bdhammel/ising-model", "bbf593d", "ising.py") / "ising.py"
film = Stand(writers={"ffmpeg": lambda fps: Stand(saving=lambda *_: contextlib.nullcontext())})
given = {"manimation": film, "plt": Stand(figure=lambda: None, close=lambda _: None)}
given |= {"tqdm": lambda x: x, "click": None}
lattice = breadboard.lift(path, "IsingLattice", given)(2.5, "r", 2)
run = breadboard.lift(path, "run", given)


def logf(s):  # two by two, where a neighbour to the left is the one to the right too
    return 2 * (s[0] * s[1] + s[2] * s[3] + s[0] * s[2] + s[1] * s[3]) / 2.5


kernel("run", {s: logf(s) for s in itertools.product((-1, 1), repeat=4)}, lambda: run(lattice, 1, False),
       get=lambda: tuple(map(int, lattice.system.ravel())),
       set=lambda s: setattr(lattice, "system", np.array(s).reshape(2, 2)))
