"""OpenTelemetry: the reservoir of exemplars."""
import itertools

from wild import breadboard, kernels, source, weights
kernel = kernels(law="docstring: uniformly weighted", true="right", called="stand-ins", kind="draws")

path = "opentelemetry-sdk/src/opentelemetry/sdk/metrics/_internal/exemplar"
files = source("open-telemetry/opentelemetry-python", "0a5d76b65", path) / path


class NoTrace:
    """What is asked of tracing, of which there is none."""
    get_current_span = staticmethod(lambda context: None)


Reservoir = breadboard.lift(files / "exemplar_reservoir.py", "SimpleFixedSizeExemplarReservoir", {
    "trace": NoTrace, "INVALID_SPAN": None, "Exemplar": breadboard.lift(files / "exemplar.py", "Exemplar")})


def draw(size, n):
    reservoir = Reservoir(size)
    for value in range(n):
        reservoir.offer(value, 0, {}, None)
    return tuple(sorted(exemplar.value for exemplar in reservoir.collect({})))


for size in (1, 2):
    states = [s for k in (1, 2) for s in itertools.combinations(range(4), k)]
    kernel(f"SimpleFixedSizeExemplarReservoir({size}).offer", weights({s: len(s) == size for s in states}),
           draw=lambda: draw(size, 4), kind="control" if size > 1 else "draws",
           true="wrong: the value that fills it takes any slot, and the last stays empty; seen in the source, and "
                "mended there since" if size > 1 else "right")
