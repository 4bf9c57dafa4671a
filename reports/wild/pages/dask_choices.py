"""dask: bag.random.choices. Argument: the checkout."""
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
    """Choose the partition of each element by its length; slot j of a partition is for element j alone."""
    offers = [(s, n) for s, n in offers if n]
    parts = random.choices(offers, [n for _, n in offers], k=k)
    return [s[j] for j, (s, _) in enumerate(parts)], sum(n for _, n in offers)


def draws(n, m, k, **partitions):
    r = bag.choices(db.from_sequence(range(m), **partitions), k)
    return [tuple(r.compute()) for _ in range(n)]


law = dict.fromkeys(itertools.product(range(4), repeat=2), 1 / 16)
for name, bag._sample_reduce in ("as it is", bag._sample_reduce), ("cured", merged):
    for parts in 1, 2, 4:
        pairs = draws(4000, 4, 2, npartitions=parts)
        print(name, parts, "partitions, alike:", mean([a == b for a, b in pairs]), "of 0.25")
    for more in {"npartitions": 1}, {"npartitions": 10}, {}:
        distinct = [len({*x}) for x in draws(20, 1000, 1000, **more)]
        print(name, more or "default", "distinct:", mean(distinct), "of 632.3")
    for parts in [[0, 1, 2, 3]], [[0, 1], [2, 3]], [[0, 1, 2], [3]]:
        c = collections.Counter(tuple(bag._sample_reduce(
            [bag._sample_with_replacement_map_partitions(p, 2) for p in parts], 2, True)[0]) for _ in range(200000))
        print(name, parts, "TV of 200,000", distance(c, law))
