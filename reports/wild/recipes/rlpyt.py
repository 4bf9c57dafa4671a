"""rlpyt: a sum tree of replay, where priorities are all alike."""
import itertools

from wild import alike, kernels, source

from breadboard import lift
kernel = kernels(law="docstring: by priorities, and unique", true="right", called="lift", kind="draws")

path = source("astooke/rlpyt", "f04f23d", "rlpyt/replays/sum_tree.py") / "rlpyt/replays/sum_tree.py"
tree = lift(path, "SumTree", {"np_mp_array": None})(T=6, B=1, off_backward=1, off_forward=1)
tree.advance(6)  # those at its ends are off


def sample(n, **given):
    return tuple(sorted(map(int, tree.sample(n, **given)[0][0])))


kernel("SumTree.sample", alike((t,) for t in range(1, 5)), draw=lambda: sample(1))
kernel("SumTree.sample, unique", alike(itertools.combinations(range(1, 5), 2)), draw=lambda: sample(2, unique=True),
       true="wrong: pages/rlpyt.md")
