"""dask: samples of the elements of a bag, with partitions."""
import itertools

from wild import alike, installed, kernels, weights

installed("dask")
import dask.bag
from dask.bag import random
kernel = kernels(law="docstring: unique random elements, or elements with replacement",
                 true="right", called="as a user", kind="draws")


def bag(*sizes):
    """Return a bag of 0, 1, 2, ... with partitions of these sizes."""
    ends = [*itertools.accumulate(sizes, initial=0)]
    return dask.bag.concat([dask.bag.from_sequence(range(*ab), npartitions=1) for ab in itertools.pairwise(ends)])


def draw(lazy):
    return lambda: tuple(sorted(lazy.compute(scheduler="sync")))


pairs = alike(itertools.combinations(range(4), 2))
lists = weights({ab: 1 + (ab[0] < ab[1]) for ab in itertools.combinations_with_replacement(range(4), 2)})
kernel("sample, one partition", pairs, draw=draw(random.sample(bag(4), 2)))
kernel("sample, partitions of 3 and 1", pairs, draw=draw(random.sample(bag(3, 1), 2)),
       true="wrong: pages/dask_sample.md")
kernel("choices, one partition", lists, draw=draw(random.choices(bag(4), 2)), true="wrong: pages/dask_choices.md")
kernel("_sample_map_partitions", pairs, draw=lambda: tuple(sorted(random._sample_map_partitions(range(4), 2)[0])))
kernel("_sample_with_replacement_map_partitions", lists,
       draw=lambda: tuple(sorted(random._sample_with_replacement_map_partitions(range(4), 2)[0])))
