"""A right sampler passes, and a sampler with one slip fails with the law, the place and, if it is known, the cause.

    BREADBOARD=path/to/breadboard python3 -m pytest tests/test_breadboard.py
"""
import math
import random
import re

import pytest

from breadboard import assert_draws, assert_kernel, validate

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
    verdict = " ".join(assert_kernel(step, f, shape, **options).split())
    assert "keeps all 7 laws: reversible" in verdict and "each twice. 2,000 free runs agree" in verdict


def normal():
    """A normal number of two others (Box and Muller 1958), which is neither followed nor learnt."""
    return math.sqrt(-2 * math.log(1 - random.random())) * math.cos(2 * math.pi * random.random())


def by_moves(cell):
    return (cell + (normal() > 0.1) + (normal() > 0.1)) % 3


def remembering(each):
    """Return a step that moves in one half of so many calls, and stays in the other."""
    def remembers(cell, calls=[0]):
        calls[0] += 1
        return random.choice((0, 1, 2)) if calls[0] % each < each / 2 else cell
    return remembers


def test_a_step_with_a_beta_is_tested_at_several():
    """A step that is right at beta = 1 alone fails, also if nobody asks for levels."""
    step = metropolis()
    with pytest.raises(AssertionError, match="does not keep p"):
        assert_kernel(lambda cell, beta: step(cell, beta ** 2), logf, SHAPE)


def test_what_following_does_not_see():
    """A step that cannot be followed is judged by its moves. It passes, unless it moves otherwise than it is followed,
    or its same random numbers lead elsewhere."""
    for each in 1000, 2:
        with pytest.raises(AssertionError, match=r"(?s)^In doubt.*remembers\s+earlier calls"):
            assert_kernel(remembering(each), [0.0, 0.0, 0.0])
    said = " ".join(assert_kernel(by_moves, [0.0, 0.0, 0.0]).split())
    assert re.search("breaks none of . laws.*Nor can it be learnt", said)


def test_a_period_is_told():
    """A ring of eight cells has two colours, by rows and by moves. It is known, and the step is right: that is no
    doubt."""
    for unseen in (False, True):
        def step(x):
            return (x + random.choice((1, 7)) + 8 * (unseen and normal() > 9)) % 8
        assert "goes round 2 groups" in " ".join(assert_kernel(step, [0.0] * 8, axes="ring").split())


def poisson(mean):
    """A count of arrivals in a unit of time."""
    count, time = -1, 0.0
    while time < 1:
        count, time = count + 1, time + random.expovariate(mean)
    return count


JUMPS = {
    "normal": lambda: round(normal()),
    "Poisson": lambda: poisson(1) - poisson(1),
    "square": lambda: random.choice((-1, 1)) * (1 + int(normal() ** 2)),
}


def along_axis_0(target, jump):
    """A step that never leaves its column, by jumps that are not followed."""
    def step(cell):
        i, j = cell[0] + jump(), cell[1]
        if not 0 <= i < len(target) or random.random() >= math.exp(min(0, target[i][j] - target[cell[0]][j])):
            return cell
        return i, j
    return step


@pytest.mark.parametrize("jump", JUMPS)
def test_a_column_that_is_never_left(jump):
    target = [[0, 1, 2], [3, 0.5, 1], [0, 0, 4]]
    with pytest.raises(AssertionError, match=r"along\s+axis 2, none changes it"):
        assert_kernel(along_axis_0(target, JUMPS[jump]), target)


def test_a_doubt_is_no_pass():
    """Cells that are hardly ever left do not show whether a column can be."""
    target = [[0, 0], [20, 20]]
    step = along_axis_0(target, JUMPS["normal"])
    says = r"(?s)^In doubt.*not known: it mixes too\s+slowly.*Not every cell was seen"
    with pytest.raises(AssertionError, match=says):
        assert_kernel(step, target)
    assert validate(target, step=step).doubts[-1].startswith("not every cell was seen to lead to every other")


BROKEN = {
    "acceptance": (metropolis(accept=lambda gain: gain / 2), {},
                   "Your step keeps the square root of f exactly, and not f",
                   "At beta = 1 cell (2, 0) has 0.2627 after a step from p"),
    "sign": (metropolis(accept=lambda gain: -gain), {"levels": 3},
             "Your step keeps 1/f exactly, and not f", "Likely cause: it leaves 1/f invariant"),
    "wall": (metropolis(), {"logf": walled}, "it enters a cell without mass", "from cell (0, 1) to (1, 1)"),
    "claim": (metropolis(), {"kernel": "heat-bath"},
              "it is not the kernel that it claims to be", "from cell (0, 3) to itself with probability 0.5"),
}


@pytest.mark.parametrize("slip", BROKEN)
def test_broken(slip):
    step, options, *says = BROKEN[slip]
    options = {"logf": logf, **options}
    with pytest.raises(AssertionError) as failure:
        assert_kernel(step, shape=SHAPE, **options)
    verdict = " ".join(str(failure.value).split())
    assert all(text in verdict for text in says), verdict


def test_too_few():
    with pytest.raises(AssertionError, match="cannot tell: 3 draws are too few"):
        assert_draws([0, 1, 0], [0, 0], independent=True)


def test_what_is_wrong_with_draws():
    with pytest.raises(AssertionError, match=r"^not draws of p: a draw is in cell \(1, 1\), where p is 0"):
        assert_draws([(0, 0), (0, 1), (1, 0), (1, 1)] * 100, [[0, 0], [0, -math.inf]], places=True)
    draws = [0, 1, 0, 0] * 100
    with pytest.raises(AssertionError, match="cannot tell: draws that are 4 apart are alike"):  # walkers in turn
        assert_draws(draws, {"a": 0, "b": 0})
    draws *= 5
    random.Random(1).shuffle(draws)
    with pytest.raises(AssertionError, match=r"cell a has 0\.7\d+ after a step from p"):
        assert_draws(draws, {"a": 0, "b": 0})
    says = r"(?s)up to cell a, have 1500 of\s+2000\s+draws,\s+where\s+p\s+expects\s+1000"
    with pytest.raises(AssertionError, match=says):
        assert_draws(draws, {"a": 0, "b": 0}, independent=True)


@pytest.mark.parametrize("cell", [(3, 0), (0, -1), (0, 0.5), 7])
def test_no_cell(cell):
    with pytest.raises(ValueError, match=r"returned .*; cells of shape \(3, 4\) go from \(0, 0\) to \(2, 3\)"):
        assert_kernel(lambda before: cell, [[0.0] * 4] * 3)
