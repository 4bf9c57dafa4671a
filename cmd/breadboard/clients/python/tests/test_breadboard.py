"""A right sampler passes, and a sampler with one slip fails with the law, the place and, if it is known, the cause.

    BREADBOARD=path/to/breadboard PYTHONPATH=.. python3 -m pytest test_breadboard.py
"""
import math
import random
import re

import pytest

from breadboard import assert_draws, assert_kernel, assert_program

SHAPE = (3, 4)


def logf(i, j):
    return 0.8 * i - 0.3 * j * j


def walled(i, j):
    return -math.inf if (i, j) == (1, 1) else logf(i, j)


def metropolis(f=logf, accept=lambda gain: gain):
    def step(cell, beta=1):
        axis, to = random.randrange(2), list(cell)
        to[axis] += random.choice((-1, 1))
        if not 0 <= to[axis] < SHAPE[axis]:
            return cell
        return tuple(to) if math.log(1 - random.random()) < accept(beta * (f(*to) - f(*cell))) else cell

    return step


class Importance:
    """Sampling importance resampling of four draws; keep is what the reverse must not forget."""

    def __init__(self, keep=True):
        self.keep = keep

    def draws(self, n):
        return [(random.randrange(SHAPE[0]), random.randrange(SHAPE[1])) for _ in range(n)]

    def weight(self, cells):
        return math.log(sum(math.exp(logf(*cell)) for cell in cells) / len(cells))

    def forward(self):
        cells = self.draws(4)
        return random.choices(cells, [math.exp(logf(*cell)) for cell in cells])[0], self.weight(cells)

    def reverse(self, cell):
        return self.weight(self.draws(3) + ([cell] if self.keep else self.draws(1)))


RIGHT = {
    "function": (metropolis(), logf, SHAPE, {}),
    "wall": (metropolis(walled), walled, SHAPE, {}),
    "lists": (metropolis(), [[logf(i, j) for j in range(4)] for i in range(3)], None, {}),
    "one axis": (lambda x: random.choice((0, 1, 1)), [0, math.log(2), -math.inf], 3, {}),
    "levels": (metropolis(), logf, SHAPE, {"levels": 3}),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right(name):
    step, f, shape, options = RIGHT[name]
    laws = 18 if options else 10
    verdict = " ".join(assert_kernel(step, f, shape, **options).split())
    assert f"keeps all {laws} laws: reversible" in verdict and "20,000 moves agree with its rows" in verdict


def by_moves(cell):
    return (cell + (random.gauss(0, 1) > 0)) % 3


def remembers(cell, calls=[0]):
    calls[0] += 1
    return random.choice((0, 1, 2)) if calls[0] % 1000 < 500 else cell


def test_what_following_does_not_see():
    """A step that cannot be followed is judged by its moves, and one that remembers earlier calls is wrong."""
    with pytest.raises(AssertionError, match="remembers earlier calls"):
        assert_kernel(remembers, [0.0, 0.0, 0.0])
    assert re.search("breaks none of . laws.*gauss", " ".join(assert_kernel(by_moves, [0.0, 0.0, 0.0]).split()))


BROKEN = {
    "acceptance": (metropolis(accept=lambda gain: gain / 2), {},
                   "Your step is wrong: it does not keep p.", "At beta = 1 cell (2, 0) has 0.2627 after a step from p"),
    "sign": (metropolis(accept=lambda gain: -gain), {"levels": 3},
             "it does not keep p", "Likely cause: it leaves 1/f invariant"),
    "wall": (metropolis(), {"logf": walled}, "it enters a cell without mass", "from cell (0, 1) to (1, 1)"),
    "claim": (metropolis(), {"kernel": "heat-bath"},
              "it is not the kernel that it claims to be", "from cell (0, 3) to (0, 3) with probability 0.5"),
}


@pytest.mark.parametrize("slip", BROKEN)
def test_broken(slip):
    step, options, *says = BROKEN[slip]
    options = {"logf": logf, **options}
    with pytest.raises(AssertionError) as failure:
        assert_kernel(step, shape=SHAPE, **options)
    verdict = " ".join(str(failure.value).split())
    assert all(text in verdict for text in says), verdict


def test_program():
    assert "fit together" in assert_program(Importance().forward, Importance().reverse, logf, SHAPE)
    with pytest.raises(AssertionError, match="do not fit together"):
        assert_program(Importance().forward, Importance(keep=False).reverse, logf, SHAPE)


@pytest.mark.parametrize("way, logw, null", [
    ("forward", math.inf, False), ("forward", math.nan, False), ("forward", -math.inf, True),
    ("reverse", -math.inf, False), ("reverse", math.nan, False), ("reverse", math.inf, True),
])
def test_weights_that_are_none(way, logw, null):
    right = Importance()
    made = {"forward": lambda: (right.forward()[0], logw), "reverse": lambda cell: logw}[way]
    runs = {"forward": right.forward, "reverse": right.reverse, way: made}
    if null:  # runs that the other way never makes
        with pytest.warns(UserWarning, match="do not tell log R"):
            assert_program(**runs, logf=logf, shape=SHAPE)
    else:
        with pytest.raises(ValueError, match=f"{way} returned the log weight"):
            assert_program(**runs, logf=logf, shape=SHAPE)


def test_too_few():
    with pytest.warns(UserWarning, match="the 3 draws are worth 3 independent ones") as warned:
        assert_draws([0, 1, 0], [0, 0])
    assert warned[0].filename == __file__


@pytest.mark.parametrize("cell", [(3, 0), (0, -1), (0, 0.5), 7])
def test_no_cell(cell):
    with pytest.raises(ValueError, match=r"returned .*; cells of shape \(3, 4\) go from \(0, 0\) to \(2, 3\)"):
        assert_kernel(lambda before: cell, [[0.0] * 4] * 3)
