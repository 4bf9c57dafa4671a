"""PFRL: weighted sampling without replacement in replay."""
import itertools

from wild import alike, kernels, source, weights

from breadboard import lift
kernel = kernels(law="docstring", true="right", called="lift", kind="draws")

folder = source("pfnet/pfrl", "c8cb332", "pfrl/collections", "pfrl/utils/random.py") / "pfrl"
sample_n_k = lift(folder / "utils/random.py", "sample_n_k")
kernel("sample_n_k", alike(itertools.permutations(range(7), 2)), draw=lambda: tuple(map(int, sample_n_k(7, 2))))
kernel("sample_n_k, dense", alike(itertools.permutations(range(5), 2)), draw=lambda: tuple(map(int, sample_n_k(5, 2))))
given = {"sample_n_k": sample_n_k}
tree = lift(folder / "collections/prioritized.py", "SumTreeQueue", given)()
buffer = lift(folder / "collections/prioritized.py", "PrioritizedBuffer", given)(wait_priority_after_sampling=False)
for i in range(4):
    tree.append(i + 1.0)
    buffer.append(i, i + 1.0)
pairs = [*itertools.permutations(range(4), 2)]
ones_by_one = weights({(i, j): (i + 1) / 10 * (j + 1) / (9 - i) for i, j in pairs})
kernel("SumTreeQueue.prioritized_sample", ones_by_one, draw=lambda: tuple(tree.prioritized_sample(2, remove=False)[0]))
kernel("SumTreeQueue.uniform_sample", alike(pairs),
       draw=lambda: tuple(map(int, tree.uniform_sample(2, remove=False)[0])))
kernel("PrioritizedBuffer.sample", ones_by_one, draw=lambda: tuple(buffer.sample(2)[0]))
kernel("PrioritizedBuffer.sample, uniform_ratio", weights({i: 0.3 / 4 + 0.7 * (i + 1) / 10 for i in range(4)}),
       draw=lambda: int(buffer.sample(1, uniform_ratio=0.3)[0][0]))
queue = lift(folder / "collections/random_access_queue.py", "RandomAccessQueue", given)(range(5))
queue.popleft()
queue.append(5)
kernel("RandomAccessQueue.sample", alike(itertools.permutations(range(1, 6), 2)), draw=lambda: tuple(queue.sample(2)))
