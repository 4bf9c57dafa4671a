"""Ising model of LewisDean22: spins by Metropolis and by the clusters of Wolff."""
import itertools
import sys

import numpy as np
from wild import absent, breadboard, kernels, source

folders = "metropolis_algorithm_19_4", "wolff_algorithm_18_04"
files = source("LewisDean22/Markov-Chain-Monte-Carlo-Simulations-of-the-Ising-Model", "187dc5a", *folders)
sys.path.insert(0, str(files / folders[0]))
absent("colorama")
from new_state_generation import find_new_state
kernel = kernels(law="the kernel's own: the Ising model of its neighbours",
                 true="right", called="as a user", kind="MCMC")

given = {"plot_state": lambda *_: None, "print": lambda *_: None, "random": np.random}
given |= dict.fromkeys(["pvar", "calculate_dE_of_spin", "choose_spins_to_flip", "Style", "Fore",
                        "initialise_ones_state", "initialise_random_state", "calculate_state_energy",
                        "calculate_state_magnetisation"])
wolff = breadboard.lift(files / folders[1] / "wolff_algorithm.py", "find_new_state_from_cluster_point", given)
SPINS = [*itertools.product((-1, 1), repeat=4)]


def bonds(s):
    return s[0] * s[1] + s[2] * s[3] + s[0] * s[2] + s[1] * s[3]


def flat(state):
    return tuple(map(int, state.ravel()))


def cluster(s):
    start = tuple(np.random.randint(2, size=2))
    return flat(wolff(np.array(s).reshape(2, 2), start, 1, 2.5))


kernel("find_new_state", {s: 2 * bonds(s) / 2.5 for s in SPINS},  # both sides of a site are a neighbour
       lambda s: flat(find_new_state(1, 2.5, np.array(s).reshape(2, 2), 2, 1)[0]))
kernel("find_new_state_from_cluster_point", {s: bonds(s) / 2.5 for s in SPINS}, cluster,
       called="stand-ins")  # of a set of neighbours
