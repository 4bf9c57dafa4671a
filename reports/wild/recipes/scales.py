"""scales: a uniform sample of values over time, and one that decays."""
import itertools

from wild import alike, breadboard, kernels, source, weights
kernel = kernels(law="docstring: a uniform sample, or one by Cormode and others 2009, where all are alike at one time",
                 true="right", called="lift", kind="draws")

path = source("Cue/scales", "0aced26eb", "src/greplin/scales") / "src/greplin/scales/samplestats.py"
UniformSample = breadboard.lift(path, "UniformSample")
Decaying = breadboard.lift(path, "ExponentiallyDecayingReservoir", {"getClock": lambda: None})


def draw(sample, n):
    for value in range(1, n + 1):
        sample.update(float(value))
    return tuple(sorted(map(int, sample.samples())))


def uniform():
    sample = UniformSample()
    sample.sample = [0.0] * 2
    return draw(sample, 3)


class Clock:
    time = staticmethod(lambda: 0.0)


pairs = [*itertools.combinations(range(1, 4), 2)]
kernel("UniformSample.update", weights({s: 0 not in s for s in itertools.combinations(range(4), 2)}), draw=uniform,
       true="wrong: pages/minor.md")
kernel("ExponentiallyDecayingReservoir.update", alike(pairs), draw=lambda: draw(Decaying(2, clock=Clock), 3))
