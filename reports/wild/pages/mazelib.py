"""mazelib: mazes by Aldous and Broder. Argument: the checkout."""
import functools
import itertools
import random
import sys
from collections import Counter

import numpy as np
from measure import distance, load, package

package("mazelib", sys.argv[1] + "/mazelib")
from mazelib.generate import AldousBroder as as_it_is
from mazelib.generate import Wilsons

SIDE = 3
CELLS = [*itertools.product(range(SIDE), repeat=2)]
NEXT = {(r, c): [x for x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if x in CELLS] for r, c in CELLS}


@functools.cache
def ends(at, seen):
    """Return the law of the first cell with a neighbour that is not seen, of a walk from a cell that has none."""
    inside = [x for x in seen if all(y in seen for y in NEXT[x])]
    edge = [x for x in seen if x not in inside]
    walk = np.array([[(y in NEXT[x]) / len(NEXT[x]) for y in [*inside, *edge]] for x in inside])
    first = np.linalg.solve(np.eye(len(inside)) - walk[:, :len(inside)], walk[:, len(inside):])
    return {x: p for x, p in zip(edge, first[inside.index(at)]) if p > 1e-9}


def law():
    """Return the law of the mazes as it is: unvisited neighbours go first, and are alike."""
    states = {(x, frozenset([x]), frozenset()): 1 / len(CELLS) for x in CELLS}
    for _ in CELLS[1:]:
        after = Counter()
        for (at, seen, walls), p in states.items():
            begins = {at: 1} if any(y not in seen for y in NEXT[at]) else ends(at, seen)
            for x, q in begins.items():
                new = [y for y in NEXT[x] if y not in seen]
                for y in new:
                    after[y, seen | {y}, walls | {tuple(sorted((x, y)))}] += p * q / len(new)
        states = after
    mazes = Counter()
    for (_, _, walls), p in states.items():
        mazes[walls] += p
    return mazes


def maze(generator):
    grid = generator(SIDE, SIDE).generate()
    return frozenset((x, y) for x in CELLS for y in NEXT[x] if x < y and not grid[x[0] + y[0] + 1][x[1] + y[1] + 1])


cured = load(as_it_is.__file__, "mazelib.generate.cured",
             ("neighbors = self._find_neighbors(crow, ccol, grid, True)",
              "neighbors = [choice(self._find_neighbors(crow, ccol, grid, True)"
              " + self._find_neighbors(crow, ccol, grid))]"),
             ("if len(neighbors) == 0:", "if grid[neighbors[0]] == 0:"),
             ("(crow, ccol) = choice(self._find_neighbors(crow, ccol, grid))", "(crow, ccol) = neighbors[0]"))
exact = law()
trees = round(np.linalg.det([[len(NEXT[x]) * (x == y) - (y in NEXT[x]) for y in CELLS[1:]] for x in CELLS[1:]]))
print(f"{trees} mazes; by sums {len(exact)} come, the commonest with {max(exact.values()) * trees:.3f} / {trees}, "
      f"TV {sum(abs(p - 1 / trees) for p in exact.values()) / 2 + (trees - len(exact)) / trees / 2:.4f}")
random.seed(1)
np.random.seed(1)
for how, generator in ("as it is", as_it_is.AldousBroder), ("cured", cured.AldousBroder), ("Wilsons", Wilsons.Wilsons):
    seen = Counter(maze(generator) for _ in range(40000))
    print(f"{how}: {len(seen)} mazes come, the commonest {max(seen.values()) / 40000 * trees:.2f} times 1 / {trees}; "
          f"TV from its sums {distance(seen, exact)}, from the uniform law "
          f"{distance(seen, dict.fromkeys([*seen, *range(trees - len(seen))], 1 / trees))}")
