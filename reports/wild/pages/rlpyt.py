"""rlpyt: SumTree.sample(unique=True). Argument: the checkout, of which sum_tree.py is taken alone (no PyTorch)."""
import collections
import itertools
import pathlib
import sys

import numpy as np
from measure import distance, load, mean

sys.modules["rlpyt.utils.buffer"] = type("", (), {"np_mp_array": None})  # of AsyncSumTree
path, line = pathlib.Path(sys.argv[1], "rlpyt/replays/sum_tree.py"), "= np.unique(tree_idxs, return_index=True)"
trees = {"as it is": load(path, "as_it_is").SumTree, "cured": load(path, "cured", (
    "tree_idxs, unique_idx " + line, "unique_idx = np.sort(np.unique(tree_idxs, return_index=True)[1]); "
    "tree_idxs = tree_idxs[unique_idx]")).SumTree}


def exact(p, n, order):
    """Return the law of the set that is kept when all draws so far stand in this order: sorted, or as they came."""
    law, left = collections.Counter(), {(): 1}
    while sum(left.values()) > 1e-9:
        last, left = left, collections.Counter()
        for s, w in last.items():
            for more in itertools.product(range(len(p)), repeat=2 * (n - len(s)) if s else n):
                t = tuple(order(dict.fromkeys((*s, *more))))
                (left if len(t) < n else law)[t if len(t) < n else tuple(sorted(t[:n]))] += w * np.prod(p[[*more]])
    return {s: round(w, 4) for s, w in sorted(law.items())}


for priorities, n in ([1, 1, 1, 1], 2), ([1, 1, 1, 1], 3), ([1, 2, 3, 4], 2):
    p = np.array(priorities) / sum(priorities)
    print(n, "of", priorities, exact(p, n, sorted), "and should be", exact(p, n, tuple))
    for name, SumTree in trees.items():
        tree = SumTree(T=6, B=1, off_backward=1, off_forward=1, enable_input_priorities=True)
        tree.advance(6, np.array([1, *priorities, 1])[:, None])
        c = collections.Counter(tuple(sorted(tree.sample(n, unique=True)[0][0] - 1)) for _ in range(100000))
        print(" ", name, [c[s] / 100000 for s in sorted(c)], "TV", distance(c, exact(p, n, tuple)))
for name, SumTree in trees.items():
    tree = SumTree(T=100002, B=1, off_backward=1, off_forward=1)
    tree.advance(100002)
    print(name, mean([(tree.sample(256, unique=True)[0][0] > 99900).sum() for _ in range(20000)]), "of 0.256")
