"""Python's own random: choices, samples and shuffles."""
import itertools
import math
import platform
import random

from wild import alike, installed, kernels, weights
kernel = kernels(law="documentation", true="right", called="as a user", kind="draws")

random.__version__ = platform.python_version()
installed("random")
w = (1, 2, 0, 4)
kernel("choices", weights({p: math.prod(w[x] for x in p) for p in itertools.product(range(4), repeat=3)}),
       draw=lambda: tuple(random.choices(range(4), w, k=3)))
kernel("sample", alike(itertools.permutations(range(5), 3)), draw=lambda: tuple(random.sample(range(5), 3)))
drawn = [math.prod(max(0, n - c) for n, k in zip((3, 2, 1), (p.count(0), p.count(1), p.count(2))) for c in range(k))
         for p in itertools.product(range(3), repeat=3)]
kernel("sample, counts", weights(dict(zip(itertools.product(range(3), repeat=3), drawn))),
       draw=lambda: tuple(random.sample(range(3), 3, counts=(3, 2, 1))))


def shuffle(p):
    p = [*p]
    random.shuffle(p)
    return tuple(p)


kernel("shuffle", alike(itertools.permutations(range(4))), shuffle)
kernel("randrange", alike(range(1, 30, 4)), draw=lambda: random.randrange(1, 30, 4))
