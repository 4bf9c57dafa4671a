"""PyGAD: rank selection of parents. Argument: the checkout."""
import sys
from collections import Counter

import numpy as np
from measure import distance, load, mean

sys.path.insert(0, sys.argv[1])
import pygad
from pygad.utils import parent_selection
ranks = "numpy.arange(1, self.sol_per_pop+1)"
cured = load(parent_selection.__file__, "pygad.utils.cured", (ranks, ranks + "[::-1]"))
fitness = np.array([3.0, 1, 7, 5, 4])
law = dict(enumerate((np.argsort(np.argsort(fitness)) + 1) / 15))
print("rank", {float(fitness[i]): round(float(p), 3) for i, p in law.items()})
as_it_is = parent_selection.ParentSelection.rank_selection


def GA(n, of, generations=1, **more):
    return pygad.GA(num_generations=generations, num_parents_mating=n, fitness_func=lambda ga, x, i: of(x),
                    parent_selection_type="rank", suppress_warnings=True, **more)


for how, selection in ("as it is", as_it_is), ("cured", cured.ParentSelection.rank_selection):
    pygad.GA.rank_selection = selection
    np.random.seed(1)
    chosen = GA(2, sum, sol_per_pop=5, num_genes=1).rank_selection(fitness, 60000)[1]
    print(f"  {how}:", {float(fitness[i]): round(Counter(chosen)[i] / 60000, 3) for i in range(5)},
          f"mean fitness {mean(fitness[chosen])}, TV {distance(Counter(chosen), law)}")
    for keep in 1, 0:
        runs = [GA(10, lambda x: -float(x @ x), 100, sol_per_pop=20, num_genes=5, random_seed=seed, keep_elitism=keep)
                for seed in range(40)]
        best = [run.run() or run.best_solution(run.last_generation_fitness)[1] for run in runs]
        print(f"  {how}, keep_elitism={keep}: best of -x.x after 100 generations {mean(best)}")
