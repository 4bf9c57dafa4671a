"""pyhsmm: hidden states of a semi-Markov model, given the data. Arguments: the checkouts of pyhsmm and pybasicbayes."""
import itertools
import sys
import warnings
from collections import Counter
from math import exp, factorial, prod

import numpy as np
from measure import distance, load, mean
sys.path[:0] = sys.argv[1:]
warnings.simplefilter("ignore")  # nothing is compiled
from pyhsmm import distributions as d, internals, models
states = internals.hsmm_states
as_it_is, cured = states.hsmm_sample_forwards_log, load(states.__file__, "pyhsmm.internals.cured", (
    "nextstate_log_distn = trans_potentials(t)[state]", "nextstate_unsmoothed = trans_potentials(t - 1)[state]"))
A, pi, B = np.array([[0, .9, .1], [.1, 0, .9], [.9, .1, 0]]), np.array([.8, .1, .1]), [[.5, .5], [.8, .2], [.3, .7]]
data, p, law = np.array([0, 1, 1, 0]), [exp(-.5) * .5**n / factorial(n) for n in range(9)], {}  # p: durations n + 1
for z in itertools.product(range(3), repeat=4):
    runs = [(k, len([*g])) for k, g in itertools.groupby(z)]
    law[z] = pi[z[0]] * prod(A[i, j] for (i, _), (j, _) in zip(runs, runs[1:])) * prod(B[k][x] for k, x in zip(z, data))
    law[z] *= prod(p[n - 1] for _, n in runs[:-1]) * (1 - sum(p[:runs[-1][1] - 1]))
law = {z: w / sum(law.values()) for z, w in law.items()}
print(f"the last state is 0 with {sum(w for z, w in law.items() if z[-1] == 0):.4f}")
for name in "HSMMPython", "HSMMPossibleChangepoints":
    m = getattr(models, name)(
        obs_distns=[d.Categorical(np.array(w), alpha_0=1, K=2) for w in B], trans_matrix=A, pi_0=pi, alpha=1,
        dur_distns=[d.PoissonDuration(lmbda=.5, alpha_0=1, beta_0=1) for _ in B], init_state_concentration=1)
    m.add_data(data, **{"changepoints": [(t, t + 1) for t in range(4)]} if name[4:] == "PossibleChangepoints" else {})
    for how, states.hsmm_sample_forwards_log in ("as it is", as_it_is), ("cured", cured.hsmm_sample_forwards_log):
        np.random.seed(1)
        try:
            seen = [m.states_list[0].resample() or tuple(map(int, m.states_list[0].stateseq)) for _ in range(20000)]
            print(f"{name} {how}: {mean([z[-1] == 0 for z in seen])}, TV {distance(Counter(seen), law)}")
        except TypeError as error:
            print(f"{name} {how}: {error}")
