"""pyformance: a reservoir that decays, at one time."""
import itertools

from wild import alike, breadboard, kernels, source
kernel = kernels(law="docstring: Cormode and others 2009; at one time all are alike",
                 true="right", called="stand-ins", kind="draws")

path = source("omergertel/pyformance", "b71056eaf", "pyformance/stats") / "pyformance/stats/samples.py"
ExpDecayingSample = breadboard.lift(path, "ExpDecayingSample", {"Snapshot": list})


class Clock:
    time = staticmethod(lambda: 0.0)


def draw():
    sample = ExpDecayingSample(2, clock=Clock)
    for value in range(4):
        sample.update(value)
    return tuple(sorted(sample.get_snapshot()))


kernel("ExpDecayingSample.update", alike(itertools.combinations(range(4), 2)), draw=draw)
