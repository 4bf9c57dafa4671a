"""A right sampler passes, and a sampler with one slip fails with the law, the place and, if it is known, the cause.

    BREADBOARD=path/to/breadboard PYTHONPATH=.. python3 -m pytest test_breadboard.py
"""
import itertools, math, random, unittest
import pytest
from breadboard import assert_kernel, assert_program

SHAPE = (3, 4)


def logf(i, j):
    return 0.8 * i - 0.3 * j * j


def walled(i, j):
    return -math.inf if (i, j) == (1, 1) else logf(i, j)


def metropolis(f=logf, accept=lambda gain: gain, again=False, axes=(0, 1)):
    def step(cell, beta=1):
        axis, to = random.choice(axes), list(cell)
        to[axis] += random.choice((-1, 1))
        if not 0 <= to[axis] < SHAPE[axis]:
            return step(cell, beta) if again else cell
        return tuple(to) if math.log(1 - random.random()) < accept(beta * (f(*to) - f(*cell))) else cell

    return step


def gibbs(power):
    def step(cell):  # redraws the first axis, the row
        column = [(i, cell[1]) for i in range(SHAPE[0])]
        return random.choices(column, [math.exp(power * logf(*to)) for to in column])[0]

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


@pytest.mark.parametrize("f", [logf, walled])
def test_right(f):
    assert "breaks none of 5 laws" in assert_kernel(metropolis(f), f, SHAPE)


def test_array():
    assert_kernel(metropolis(), [[logf(i, j) for j in range(4)] for i in range(3)], SHAPE)
    with pytest.raises(ValueError, match="shape"):
        assert_kernel(metropolis(), [[0.0] * 3] * 4, SHAPE)


def test_one_axis_and_three():
    assert_kernel(lambda x: random.choice((0, 1, 1)), [0, math.log(2), -math.inf], 3)
    assert_kernel(lambda x: tuple(random.choice((0, 0, 1)) for _ in x), lambda i, j, k: -math.log(2) * (i + j + k), (2, 2, 2))


def test_levels():
    assert "of 6 laws" in assert_kernel(metropolis(), logf, SHAPE, levels=3)


def test_too_few():
    with pytest.warns(UserWarning, match="Stopped before the end"):
        assert_kernel(metropolis(), logf, SHAPE, levels=11, time=0.8)


def test_program():
    assert "fit together" in assert_program(Importance().forward, Importance().reverse, logf, SHAPE)


class Overflows(Importance):
    """Runs of which three in ten have a weight above every float."""

    def forward(self):
        x, logw = super().forward()
        return x, math.inf if random.random() < 0.3 else logw


@pytest.mark.parametrize("way", ["forward", "reverse"])
@pytest.mark.parametrize("logw", [math.inf, -math.inf, math.nan])
def test_weights_that_are_none(way, logw):
    right = Importance()
    made = {"forward": lambda: (right.forward()[0], logw), "reverse": lambda cell: logw}[way]
    runs = {"forward": right.forward, "reverse": right.reverse, way: made}
    if logw == {"forward": -math.inf, "reverse": math.inf}[way]:  # runs that the other way never makes
        with pytest.warns(UserWarning, match="do not tell log R"):  # none has a weight
            assert_program(runs["forward"], runs["reverse"], logf, SHAPE)
    else:
        with pytest.raises(ValueError, match=f"{way} returned the log weight"):
            assert_program(runs["forward"], runs["reverse"], logf, SHAPE)


def test_overflow():
    with pytest.raises(ValueError, match="forward returned the log weight inf"):
        assert_program(Overflows().forward, Importance().reverse, logf, SHAPE)


def late():
    betas, step = [0], metropolis()

    def run(cell, beta):
        if beta != betas[-1]:
            betas.append(beta)
        return step(cell, betas[-2] if len(betas) > 1 else beta)

    return run


BROKEN = {
    "acceptance": (metropolis(accept=lambda gain: gain / 2), {}, "Your step is wrong: it does not keep p.", "At beta = 1 it entered cell ("),
    "sign": (metropolis(accept=lambda gain: -gain), {"levels": 3}, "it does not keep p", "Likely cause: it leaves 1/f invariant"),
    "Hastings": (metropolis(again=True), {}, "cell ", "Likely cause: it leaves f times a cell's number of moves"),
    "wall": (metropolis(f=logf), {"logf": walled}, "it entered cell (1, 1)", "No right kernel does that"),
    "axis": (metropolis(axes=(0,)), {}, "Likely cause: no move changes axis 2"),
    "claim": (metropolis(), {"kernel": "heat-bath"}, "it is not the kernel that it claims to be", "it went from cell ("),
    "level": (late(), {"levels": 3}, "Likely cause: "),
}


@pytest.mark.parametrize("slip", BROKEN)
def test_broken(slip):
    step, options, *says = BROKEN[slip]
    options = {"logf": logf, **options}
    with pytest.raises(AssertionError) as failure:
        assert_kernel(step, shape=SHAPE, **options)
    told = " ".join(str(failure.value).split())
    assert all(text in told for text in says), told


def test_broken_program():
    with pytest.raises(AssertionError, match="do not fit together"):
        assert_program(Importance().forward, Importance(keep=False).reverse, logf, SHAPE)


@pytest.mark.parametrize("step, fault", [(lambda cell: (7, 7), ValueError), (lambda cell: 1 / 0, ZeroDivisionError)])
def test_faults_are_the_steps_own(step, fault):
    with pytest.raises(fault):
        assert_kernel(step, logf, SHAPE)


def test_refused():
    with pytest.raises(RuntimeError, match="^tolerance 7"):
        assert_kernel(metropolis(), logf, SHAPE, tolerance=7)


class WithUnittest(unittest.TestCase):
    def test_right(self):
        assert_kernel(metropolis(), logf, SHAPE)

    @unittest.expectedFailure
    def test_broken(self):
        assert_kernel(metropolis(again=True), logf, SHAPE)
