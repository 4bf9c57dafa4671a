"""DendroPy: num_poisson_events and uniform_pure_birth_tree. Argument: the checkout."""
import math
import random
import sys
from collections import Counter

from measure import distance, load, mean

sys.path.insert(0, sys.argv[1] + "/src")
import dendropy
from dendropy.calculate import probability
from dendropy.model import birthdeath
counts = load(probability.__file__, "dendropy.calculate.cured", ("expovariate(1.0/rate)", "expovariate(rate)"))
wait = "leaf_nodes = tree.leaf_nodes()\n    waiting_time = rng.expovariate(len(leaf_nodes)/birth_rate)"
trees = load(birthdeath.__file__, "dendropy.model.cured", (wait, wait.replace("/", "*")), (
    "        waiting_time = rng.expovariate(len(leaf_nodes)/birth_rate)\n        for",
    "        waiting_time = rng.expovariate(len(leaf_nodes)*birth_rate)\n        for"))
rng = random.Random(1)
for rate, period in (1, 2), (2, 1), (3, 2), (.25, 4):
    law = {k: math.exp(k * math.log(rate * period) - rate * period - math.lgamma(k + 1)) for k in range(60)}
    print(f"events of rate {rate} in {period}: mean {rate * period}")
    for how, module in ("as it is", probability), ("cured", counts):
        seen = [module.num_poisson_events(rate, period, rng) for _ in range(60000)]
        print(f"  {how}: {mean(seen)}, TV {distance(Counter(seen), law)}")
five, hundred = (dendropy.TaxonNamespace([f"T{i}" for i in range(n)]) for n in (5, 100))
for rate in 1, 2, .5:
    print(f"trees of 5 leaves, birth rate {rate}: mean height {sum(1 / (n * rate) for n in range(2, 6)):.4f}")
    for how, module in ("as it is", birthdeath), ("cured", trees):
        heights = [module.uniform_pure_birth_tree(five, rate, rng).max_distance_from_root() for _ in range(4000)]
        fits = [birthdeath.fit_pure_birth_model(tree=module.uniform_pure_birth_tree(hundred, rate, rng),
                                                ultrametricity_precision=1e-3)["birth_rate"] for _ in range(200)]
        print(f"  {how}: {mean(heights)}; of 100 leaves, fit_pure_birth_model finds {mean(fits)}")
