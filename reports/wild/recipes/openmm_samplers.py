"""OpenMM: which replica is in which thermodynamic state, and expanded ensembles."""
import itertools
from types import SimpleNamespace as Stand

import numpy as np
from wild import breadboard, kernels, source
kernel = kernels(law="docstring: thermodynamic states by replica exchange, or an expanded ensemble",
                 true="right", called="__new__", kind="MCMC")

files = [f"wrappers/python/openmm/app/{name}.py" for name in ("replicaexchangesampler", "expandedensemblesampler")]
folder = source("openmm/openmm", "1a47c2f68", *files)
u, kT = np.random.RandomState(1).randn(3, 3), [1.0, 1.5, 2.5]
given = dict.fromkeys(["mm", "openmm", "unit", "MultistateSampler", "safesave"])
m = object.__new__(breadboard.lift(folder / files[0], "ReplicaExchangeSampler",
                                   given | {"mm": Stand(app=Stand(Simulation=None))}))
m.states, m.exchangesPerIteration, m.replicaStateEnergy, m._kT = [0, 1, 2], 2, u, kT
kernel("ReplicaExchangeSampler.exchangeReplicas",
       {p: -sum(u[i, k] / kT[k] for i, k in enumerate(p)) for p in itertools.permutations(range(3))},
       m.exchangeReplicas, get=lambda: tuple(m.replicaStateIndex),
       set=lambda p: setattr(m, "replicaStateIndex", [*p]))

e = object.__new__(breadboard.lift(folder / files[1], "ExpandedEnsembleSampler", given | {
    "openmm": Stand(app=Stand(Simulation=None), State=None)}))
e._sampler = Stand(computeAllEnergies=lambda: u[0], applyState=lambda k: None)
e._openedLogFile = e._openedEnergyFile = e._updateWeights = False
e._kT, e._weights, e.currentIteration, e.reinitializeVelocities = kT, [0.0, 0.5, -0.5], 0, True
e.states = [{"temperature": 1}] * 3
e.simulation = Stand(context=Stand(setVelocitiesToTemperature=lambda _: None))
kernel("ExpandedEnsembleSampler.attemptStateChange", {k: e._weights[k] - u[0, k] / kT[k] for k in range(3)},
       lambda: e.attemptStateChange(None), called="stand-ins", get=lambda: e.currentStateIndex,
       set=lambda k: setattr(e, "currentStateIndex", k))
