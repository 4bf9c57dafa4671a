"""RLCard: the reservoir of NFSP."""
import itertools

from wild import alike, breadboard, kernels, source
kernel = kernels(law="docstring: uniform sampling over a stream", true="right", called="lift", kind="draws")

agents = source("datamllab/rlcard", "d7d0a957b", "rlcard/agents") / "rlcard/agents"
ReservoirBuffer = breadboard.lift(agents / "nfsp_agent.py", "ReservoirBuffer")


def draw(size, n):
    buffer = ReservoirBuffer(size)
    for value in range(n):
        buffer.add(value)
    return buffer


pairs = alike(itertools.combinations(range(4), 2))
kernel("ReservoirBuffer.add", pairs, draw=lambda: tuple(sorted(draw(2, 4)._data)))
kernel("ReservoirBuffer.sample", pairs, draw=lambda: tuple(sorted(draw(4, 4).sample(2))))
