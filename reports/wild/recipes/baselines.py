"""baselines: replay buffers of deep Q-learning."""
import itertools

from wild import alike, kernels, source, weights

from breadboard import lift
kernel = kernels(law="the kernel's own: a uniform index for each", true="right", called="lift", kind="draws")

folder = source("openai/baselines", "ea25b9e", "baselines/deepq/replay_buffer.py", "baselines/common/segment_tree.py")
trees = {name: lift(folder / "baselines/common/segment_tree.py", name) for name in ("SumSegmentTree", "MinSegmentTree")}
buffer = lift(folder / "baselines/deepq/replay_buffer.py", "PrioritizedReplayBuffer", trees)(4, alpha=1)
for i in range(4):
    buffer.add(i, i, 0.0, i, False)
buffer.update_priorities(range(4), [1, 2, 3, 4])
kernel("PrioritizedReplayBuffer.sample", weights({0: 1, 1: 2, 2: 3, 3: 4}),
       draw=lambda: int(buffer.sample(1, beta=1)[-1][0]),
       kind="control", law="paper: Schaul and others 2016, Eq. 1",
       true="wrong: sum(0, len - 1) leaves out the last transition, as its end is not included; by hand and by draws")
uniform = lift(folder / "baselines/deepq/replay_buffer.py", "ReplayBuffer", trees)(4)
for i in range(4):
    uniform.add(i, i, 0.0, i, False)
kernel("ReplayBuffer.sample", alike(itertools.product(range(4), repeat=2)),
       draw=lambda: tuple(map(int, uniform.sample(2)[1])))
