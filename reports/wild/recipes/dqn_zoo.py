"""DQN Zoo: the distributions of its replay."""
import itertools

import numpy as np
from wild import alike, kernels, source, weights

from breadboard import lift
kernel = kernels(law="docstring", true="right", called="lift", kind="draws")

path = source("google-deepmind/dqn_zoo", "45061f4", "dqn_zoo/replay.py") / "dqn_zoo/replay.py"
uniform = lift(path, "UniformDistribution")(np.random.RandomState(3))
uniform.add(range(4))
uniform.remove([1])
kernel("UniformDistribution.sample", alike(itertools.product((0, 2, 3), repeat=2)),
       draw=lambda: tuple(map(int, uniform.sample(2))))
weighted = lift(path, "PrioritizedDistribution")(2.0, 0.25, np.random.RandomState(4))
weighted.add_priorities(range(4), [1.0, 2.0, 3.0, 4.0])
weighted.remove_priorities([1])
law = {i: 0.25 / 3 + 0.75 * (i + 1) ** 2 / (1 + 9 + 16) for i in (0, 2, 3)}
kernel("PrioritizedDistribution.sample", weights(law), draw=lambda: int(weighted.sample(1)[0][0]))
