"""OpenMMTools: which replica is in which thermodynamic state."""
import itertools
from types import SimpleNamespace as Stand

import numpy as np
from wild import breadboard, kernels, source
kernel = kernels(law="documentation: exp(-u) of replicas in states, with the weights of SAMS",
                 true="right", called="stand-ins", kind="MCMC")

folder = source("choderalab/openmmtools", "ba4031d", "openmmtools/multistate") / "openmmtools/multistate"


class Unchanged:  # decorators of MPI and of timers
    def __getattr__(self, name):
        return lambda *given, **_: given[0] if given and callable(given[0]) else lambda f: f


given = dict.fromkeys("md mmtools openmm states mcmc cache FIREMinimizationIntegrator SimulationNaNError "
                      "MultiStateSamplerAnalyzer ParameterError multistate".split())
given |= {"unit": Stand(kilojoules_per_mole=1, nanometers=1), "mpiplus": Unchanged(),
          "utils": Unchanged(), "logger": Stand(debug=lambda _: None)}
Base = breadboard.lift(folder / "multistatesampler.py", "MultiStateSampler", given)
given["multistate"] = Stand(MultiStateSampler=Base)
U = np.random.RandomState(1).randn(3, 3)  # of the replicas in the states


def judge(file, name, method, logf, **of):
    m = object.__new__(breadboard.lift(folder / f"{file}.py", name, given))
    m._sampler_states, m._thermodynamic_states, m._energy_thermodynamic_states = [*next(iter(logf))], [0, 1, 2], U
    m._n_accepted_matrix, m._n_proposed_matrix = np.zeros((2, 3, 3))
    vars(m).update(of)
    kernel(method, logf, lambda: getattr(m, method)(*of.get("given", ())),
           get=lambda: tuple(map(int, m._replica_thermodynamic_states)),
           set=lambda s: setattr(m, "_replica_thermodynamic_states", np.array(s)))


swaps = {p: -sum(U[range(3), p]) for p in itertools.permutations(range(3))}
judge("replicaexchange", "ReplicaExchangeSampler", "_mix_neighboring_replicas", swaps)
judge("replicaexchange", "ReplicaExchangeSampler", "_mix_all_replicas", swaps, given=[2])
jumps = {(k,): k / 2 - U[0, k] for k in range(3)}
for method, locality in (("_global_jump", None), ("_restricted_range_jump", 1)):
    judge("sams", "SAMSSampler", method, jumps, given=[np.zeros((1, 3))], log_weights=np.arange(3) / 2,
          _locality=locality)
