"""DEAP: selection, crossover and mutation."""
import itertools
import math

from wild import alike, installed, kernels, weights

installed("deap")
from deap import base, creator, tools
kernel = kernels(law="docstring", true="right", called="as a user", kind="draws")

creator.create("Fitness", base.Fitness, weights=(1.0,))
creator.create("Individual", list, fitness=creator.Fitness)


def population(values):
    made = []
    for i, value in enumerate(values):
        made.append(creator.Individual([i] * (i + 1)))
        made[-1].fitness.values = (value,)
    return made


fit, pairs = [1.0, 2.0, 3.0, 4.0], [*itertools.product(range(4), repeat=2)]
those = population(fit)


def selected(select, *given, **named):
    return lambda: tuple(x[0] for x in select(those, 2, *given, **named))


kernel("selRandom", alike(pairs), draw=selected(tools.selRandom))
best = [(x + 1) ** 3 - x ** 3 for x in range(4)]  # of three the best is x
kernel("selTournament", weights({p: best[p[0]] * best[p[1]] for p in pairs}), draw=selected(tools.selTournament, 3))
kernel("selRoulette", weights({p: fit[p[0]] * fit[p[1]] for p in pairs}), draw=selected(tools.selRoulette))
ends = [0, 4, 7, 9, 10]  # of the best first; points are start and start + 5
spans = {(3 - i, 3 - j): max(0, min(ends[i + 1], ends[j + 1] - 5) - max(ends[i], ends[j] - 5))
         for i, j in itertools.product(range(4), repeat=2)}
kernel("selStochasticUniversalSampling", weights(spans), draw=selected(tools.selStochasticUniversalSampling))
two = {x: sum(0.7 if x == min(p) else 0.3 for p in pairs if x in p and p[0] != p[1]) + 1 for x in range(4)}
below = [*itertools.accumulate((two[x] / 16 for x in range(4)), initial=0)]  # a size tournament feeds one of fitness
kernel("selDoubleTournament", weights({(x, y): math.prod(below[z + 1] ** 2 - below[z] ** 2 for z in (x, y))
                                       for x, y in pairs}), draw=selected(tools.selDoubleTournament, 2, 1.4, False))

bits = [*itertools.product((0, 1), repeat=4)]
same = {"law": "the kernel's own: as likely there and back"}
kernel("mutFlipBit", {b: 0.0 for b in bits}, lambda b: tuple(map(int, tools.mutFlipBit([*b], 0.3)[0])), **same)
kernel("mutShuffleIndexes", alike(itertools.permutations(range(4))),
       lambda p: tuple(tools.mutShuffleIndexes([*p], 0.4)[0]), **same)
kernel("mutUniformInt", alike(itertools.product(range(3), repeat=3)),
       lambda x: tuple(tools.mutUniformInt([*x], 0, 2, 0.3)[0]), **same)


def crossed(cross, *given):
    return lambda s: tuple(map(tuple, cross([*s[0]], [*s[1]], *given)))


def parents(a, b):
    return [*itertools.product(*[{(x, y), (y, x)} for x, y in zip(a, b)])]


children = [tuple(zip(*s)) for s in parents("abcd", "wxyz")]
kernel("cxUniform", alike(children), crossed(tools.cxUniform, 0.3), **same)
kernel("cxOnePoint", alike(children), crossed(tools.cxOnePoint), partial=True, **same)
kernel("cxTwoPoint", alike(children), crossed(tools.cxTwoPoint), partial=True, **same)
