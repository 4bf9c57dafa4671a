"""appmetrics: a reservoir."""
import itertools

from wild import alike, breadboard, kernels, source
kernel = kernels(law="docstring: Vitter's Algorithm R", true="right", called="lift", kind="draws")

path = source("avalente/appmetrics", "366fc7e1c", "appmetrics") / "appmetrics/histogram.py"
UniformReservoir = breadboard.lift(path, "UniformReservoir")


def draw(size, n):
    reservoir = UniformReservoir(size)
    for value in range(n):
        reservoir.add(value)
    return tuple(sorted(map(int, reservoir.values)))


for size, n in ((1, 2), (2, 4)):
    kernel(f"UniformReservoir({size}) of {n} values", alike(itertools.combinations(range(n), size)),
           draw=lambda: draw(size, n), true="wrong: pages/minor.md")
