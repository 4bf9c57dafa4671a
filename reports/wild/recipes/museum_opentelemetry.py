"""OpenTelemetry: the reservoir of exemplars, before its fix."""
import itertools
import math
from types import SimpleNamespace

from wild import breadboard, kernels, source
kernel = kernels(law="docstring: uniformly weighted", true="right", called="stand-ins", kind="control")

name = "opentelemetry-sdk/src/opentelemetry/sdk/metrics/_internal/exemplar/exemplar_reservoir.py"
file = source("open-telemetry/opentelemetry-python", "0a5d76b65", name.rpartition("/")[0]) / name
Reservoir = breadboard.lift(file, "SimpleFixedSizeExemplarReservoir", {
    "trace": SimpleNamespace(get_current_span=lambda context: None), "INVALID_SPAN": None, "Exemplar": lambda *x: x})
N, K = 4, 2
subsets = {s: 0.0 if len(s) == K else -math.inf for k in (1, K) for s in itertools.combinations(range(N), k)}


def draw():
    reservoir = Reservoir(K)
    for i in range(N):
        reservoir.offer(i, 0, {}, None)
    return tuple(sorted(exemplar[1] for exemplar in reservoir.collect({})))


kernel("SimpleFixedSizeExemplarReservoir.offer", subsets, draw=draw, true="wrong: museum/opentelemetry_5462")
