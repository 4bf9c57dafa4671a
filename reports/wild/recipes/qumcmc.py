"""quMCMC: Metropolis steps of an Ising model with mixtures of proposals."""
import itertools

import numpy as np
from wild import absent, kernels, source

absent("collections_extended", "qulacs", "qulacs.gate", "qulacsvis", "qiskit", "qiskit.visualization")
source("pafloxy/quMCMC", "841d758c3", "qumcmc")
from qumcmc import classical_mixers as mixers
from qumcmc.classical_mcmc_routines import classical_mcmc
from qumcmc.energy_models import IsingEnergyFunction
kernel = kernels(law="the kernel's own: Metropolis of exp(-energy / temperature)", true="right",
                 called="as a user", kind="MCMC")

r = np.random.RandomState(0)
J, h = r.randn(3, 3), r.randn(3)
J += J.T
np.fill_diagonal(J, 0)
model = IsingEnergyFunction(J, h)
logf = {"".join("01"[v > 0] for v in s): -(np.dot(s, J @ s) / 2 + h @ s) / 1.5
        for s in itertools.product((-1, 1), repeat=3)}
proposals = [mixers.UniformProposals(3), mixers.FixedWeightProposals(3, 1), mixers.CustomProposals(3, [0, 2])]
for mixer in (*proposals[:2], mixers.CombineProposals(proposals, [0.3, 0.5, 0.2])):
    kernel(f"classical_mcmc with {type(mixer).__name__}", logf,
           lambda s: classical_mcmc(1, model, mixer, initial_state=s, temperature=1.5).current_state.bitstring)
