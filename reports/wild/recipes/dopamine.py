"""Dopamine: sum trees and sampling distributions of replay."""
import itertools
import types
import typing

import numpy as np
from wild import alike, kernels, source, weights

from breadboard import lift
kernel = kernels(law="docstring", true="right", called="lift", kind="draws")


class Checkpointable(typing.Protocol):
    pass


folder = source("google/dopamine", "5873f54", "dopamine/jax/replay_memory", "dopamine/tf/replay_memory") / "dopamine"
tree = lift(folder / "tf/replay_memory/sum_tree.py", "SumTree")(4)
for i in range(4):
    tree.set(i, i + 1.0)
kernel("SumTree.sample", weights({0: 1, 1: 2, 2: 3, 3: 4}), draw=lambda: int(tree.sample()))
halves = {(i, j): (1, 2, 2, 0)[i] * (0, 0, 1, 4)[j] for i, j in itertools.product(range(4), repeat=2)}
kernel("SumTree.stratified_sample", weights(halves), draw=lambda: tuple(map(int, tree.stratified_sample(2))))
saved = {"checkpointers": types.SimpleNamespace(Checkpointable=Checkpointable)}
given = {**saved, "elements": types.SimpleNamespace(ReplayItemID=int), "logging": None,
         "sum_tree": types.SimpleNamespace(SumTree=lift(folder / "jax/replay_memory/sum_tree.py", "SumTree", saved)),
         "gin": types.SimpleNamespace(configurable=lambda of: of)}
samplers = folder / "jax/replay_memory/samplers.py"
uniform = lift(samplers, "UniformSamplingDistribution", given)(np.random.default_rng(3))
weighted = lift(samplers, "PrioritizedSamplingDistribution", given)(np.random.default_rng(4), max_capacity=4)
for i in range(4):
    uniform.add(i)
    weighted.add(i, priority=i + 1.0)
uniform.remove(1)
weighted.remove(1)
kernel("UniformSamplingDistribution.sample", alike(itertools.product((0, 2, 3), repeat=2)),
       draw=lambda: tuple(map(int, uniform.sample(2).keys)))
kernel("PrioritizedSamplingDistribution.sample", weights({0: 1, 2: 3, 3: 4}),
       draw=lambda: int(weighted.sample(1).keys[0]))
