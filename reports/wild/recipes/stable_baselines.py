"""stable-baselines: replay buffers."""
import itertools

import numpy as np
from wild import alike, kernels, source, weights

from breadboard import lift
kernel = kernels(law="the kernel's own: a uniform index for each", true="right", called="lift", kind="draws")

folder = source("hill-a/stable-baselines", "259f278", "stable_baselines/common")
common = folder / "stable_baselines/common"
trees = {name: lift(common / "segment_tree.py", name) for name in ("SumSegmentTree", "MinSegmentTree")}
buffer, uniform = (lift(common / "buffers.py", name, {**trees, "VecNormalize": None})(4, *more)
                   for name, *more in (("PrioritizedReplayBuffer", 1), ("ReplayBuffer",)))
for i in range(4):
    buffer.add(i, i, 0.0, i, False)
    uniform.add(i, i, 0.0, i, False)
buffer.update_priorities(np.arange(4), np.array([1.0, 2.0, 3.0, 4.0]))
kernel("PrioritizedReplayBuffer.sample", weights({0: 1, 1: 2, 2: 3, 3: 4}),
       draw=lambda: int(buffer.sample(1, beta=1)[-1][0]),
       kind="control", law="paper: Schaul and others 2016, Eq. 1",
       true="wrong: sum(0, len - 1) leaves out the last transition, as its end is not included; by hand and by draws")
kernel("ReplayBuffer.sample", alike(itertools.product(range(4), repeat=2)),
       draw=lambda: tuple(map(int, uniform.sample(2)[1])))
