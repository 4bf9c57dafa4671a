"""metrology: reservoirs, uniform and decaying."""
import itertools

from wild import alike, breadboard, kernels, source
kernel = kernels(law="its name: a uniform sample", true="right", called="stand-ins", kind="draws")

path = source("cyberdelia/metrology", "a029ec452", "metrology/stats") / "metrology/stats/sample.py"


class AtomicLong(int):
    """A counter of a package that is not there."""
    value = property(int)

    def __add__(self, more):
        return AtomicLong(int(self) + more)


def draw(name, *size):
    sample = breadboard.lift(path, name, {"AtomicLong": AtomicLong, "Snapshot": list})(*size)
    def one():
        sample.__init__(*size)
        for value in range(4):
            sample.update(value)
        return tuple(sorted(sample.snapshot()))
    return one


pairs = alike(itertools.combinations(range(4), 2))
kernel("UniformSample.update", pairs, draw=draw("UniformSample", 2))
