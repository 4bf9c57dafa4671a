"""inspyred: selection of individuals by fitness."""
import math
import random

from wild import breadboard, kernels, source, weights
kernel = kernels(law="docstring", true="right", called="lift", kind="draws")

file = source("aarongarrett/inspyred", "4b2471212", "inspyred/ec") / "inspyred/ec/selectors.py"


class Individual(float):
    fitness = property(float)


population = [*map(Individual, (3, 1, 7, 5, 4))]
n, ranks = len(population), {x: i + 1 for i, x in enumerate(sorted(population))}
for name, law, args in (("uniform_selection", lambda x: 1, {}), ("rank_selection", ranks.get, {}),
                        ("fitness_proportionate_selection", float, {}),
                        ("tournament_selection", lambda x: math.comb(ranks[x] - 1, 2), {"tournament_size": 3})):
    select = breadboard.lift(file, name)
    kernel(name, weights({float(x): law(x) for x in population}),
           draw=lambda select=select, args=args: float(select(random, [*population], {**args})[0]))
