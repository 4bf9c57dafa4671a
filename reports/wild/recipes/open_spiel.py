"""OpenSpiel: a reservoir."""
import itertools

from wild import alike, kernels, source

from breadboard import lift
kernel = kernels(law="docstring: uniform sampling over a stream", true="right", called="lift", kind="draws")

path = "open_spiel/python/utils/reservoir_buffer.py"
ReservoirBuffer = lift(source("google-deepmind/open_spiel", "112b777", path) / path, "ReservoirBuffer")


def reservoir():
    buffer = ReservoirBuffer(2)
    for i in range(5):
        buffer.add(i)
    return buffer


kernel("ReservoirBuffer.add", alike(itertools.combinations(range(5), 2)), draw=lambda: tuple(sorted(reservoir())))
kernel("ReservoirBuffer.sample", alike(range(5)), draw=lambda: reservoir().sample(1)[0])
