"""CleanRL: prioritized replay of Rainbow, a place from each segment of the priorities."""
import itertools

import numpy as np
from wild import kernels, source, weights

from breadboard import lift
kernel = kernels(law="paper: Schaul and others 2016", true="right", called="lift", kind="draws")

path = "cleanrl/rainbow_atari.py"
buffer = lift(source("vwxyzjn/cleanrl", "fe8d8a0", path) / path, "PrioritizedReplayBuffer")(
    4, (1,), "cpu", n_step=1, gamma=0.9, alpha=1.0, eps=0.0)
for i in range(4):
    buffer.add(np.array([i]), i, 0.0, np.array([i]), False)
buffer.update_priorities(range(4), np.array([1.0, 2.0, 3.0, 4.0]))
kernel("PrioritizedReplayBuffer.sample", weights({0: 1, 1: 2, 2: 3, 3: 4}),
       draw=lambda: int(buffer.sample(1).indices[0]))
halves = {(i, j): (1, 2, 2, 0)[i] * (0, 0, 1, 4)[j] for i, j in itertools.product(range(4), repeat=2)}
kernel("PrioritizedReplayBuffer.sample, segments", weights(halves),
       draw=lambda: tuple(map(int, buffer.sample(2).indices)))
