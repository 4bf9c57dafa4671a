"""dask: bag.random.sample. Argument: the checkout."""
import collections
import itertools
import random
import sys

from measure import distance, mean

sys.path.insert(0, sys.argv[1])
import dask
import dask.bag as db
from dask.bag import random as bag
dask.config.set(scheduler="sync")


def merged(offers, k, replace):
    """Take from the partitions as from an urn, so that the numbers are hypergeometric."""
    offers = [*offers]
    parts, left = [random.sample(s, len(s)) for s, _ in offers], [n for _, n in offers]
    taken, n = [], sum(left)
    for _ in range(min(k, n)):
        i, = random.choices(range(len(parts)), left)
        left[i] -= 1
        taken.append(parts[i].pop())
    return taken, n


one = db.concat([db.from_sequence(range(99), npartitions=1), db.from_sequence([99], npartitions=1)])
two, none = db.from_sequence(range(20), npartitions=2), 1.
for a in range(20):  # by the formula the last one is left at each step
    none *= 1 - 1 / (99 - a * 99 / 20 + 1)
print("by the formula", 1 - none, 1 / 3)
law = dict.fromkeys(itertools.combinations(range(4), 2), 1 / 6)
for name, bag._sample_reduce in ("as it is", bag._sample_reduce), ("cured", merged):
    a, b = bag.sample(one, 20), bag.sample(two, 2)
    print(name, mean([99 in a.compute() for _ in range(2000)]), "of 0.2; of one partition",
          mean([len({x < 10 for x in b.compute()}) == 1 for _ in range(2000)]), "of", 9 / 19)
    c = collections.Counter(tuple(sorted(bag._sample_reduce(
        [bag._sample_map_partitions(p, 2) for p in ([0, 1, 2], [3])], 2, False)[0])) for _ in range(200000))
    print("  2 of [0, 1, 2] and [3]:", sum(v for x, v in c.items() if 3 in x) / 200000, "TV", distance(c, law))
