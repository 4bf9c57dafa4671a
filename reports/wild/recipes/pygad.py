"""PyGAD: selection of parents by fitness."""
from types import SimpleNamespace

import numpy as np
from wild import breadboard, kernels, source, weights
kernel = kernels(law="docstring", true="right", called="stand-ins", kind="draws")

folder = source("ahmedfgad/GeneticAlgorithmPython", "4ded7c53b", "pygad/utils") / "pygad/utils"


class Run(breadboard.lift(folder / "parent_selection.py", "ParentSelection"),
          breadboard.lift(folder / "nsga2.py", "NSGA2", {"pygad": SimpleNamespace(GA=SimpleNamespace(
              supported_int_float_types=[np.float64]))})):
    def __init__(self):
        self.population, self.sol_per_pop, self.K_tournament = np.arange(5.0).reshape(5, 1), 5, 3

    def initialize_parents_array(self, shape):
        return np.empty(shape)


fitness = np.array([3.0, 1, 7, 5, 4])
ranks = np.argsort(np.argsort(fitness)) + 1  # the best has 5
for name, law in (("random_selection", fitness**0), ("rank_selection", ranks), ("roulette_wheel_selection", fitness),
                  ("tournament_selection", ranks**3 - (ranks - 1)**3)):
    kernel(name, weights(dict(enumerate(law))),
           true="wrong: pages/pygad.md" if name == "rank_selection" else "right",
           draw=lambda name=name: int(getattr(Run(), name)(fitness, 1)[1][0]))
