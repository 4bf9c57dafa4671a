"""Tianshou: prioritized replay, whose tree is numba's."""
from wild import kernels, source, weights

from breadboard import lift
kernel = kernels(law="paper: Schaul and others 2016, Eq. 1", true="right", called="stand-ins", kind="draws")

folder = source("thu-ml/tianshou", "f240205", "tianshou/data") / "tianshou/data"
SegmentTree = lift(folder / "utils/segtree.py", "SegmentTree")
given = {"ReplayBuffer": type("ReplayBuffer", (), {"__len__": lambda _: 4}), "SegmentTree": SegmentTree}
buffer = object.__new__(lift(folder / "buffer/prio.py", "PrioritizedReplayBuffer", given))
buffer.weight = SegmentTree(4)
for i in range(4):
    buffer.weight[i] = i + 1.0
kernel("PrioritizedReplayBuffer.sample_indices", weights({0: 1, 1: 2, 2: 3, 3: 4}),
       draw=lambda: int(buffer.sample_indices(1)[0]))
