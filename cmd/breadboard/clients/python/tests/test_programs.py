"""An inference program that is followed has the law of its definition; what cannot be followed is known by its runs.

    BREADBOARD=path/to/breadboard python3 -m pytest tests/test_programs.py
"""
import math
import os
import random
import re

import pytest

import breadboard
from breadboard import assert_program

np = pytest.importorskip("numpy")
LOGF = [0.0, 1.2, -0.7]
F, OWN, BETAS, PID = np.array(LOGF), np.random.default_rng(1), [0, 0.3, 0.7, 1], os.getpid()


def log_mean(logw):
    return np.logaddexp.reduce(logw) - np.log(len(logw))


def importance(n):
    """Importance resampling by NumPy, from a proposal that is not flat."""
    q = np.array([0.5, 0.2, 0.3])

    def forward(rng):
        cells = rng.choice(3, size=n, p=q)
        logw = F[cells] - np.log(q[cells])
        return rng.choice(cells, p=np.exp(logw - np.logaddexp.reduce(logw))), log_mean(logw)

    def reverse(cell, rng):
        cells = np.append(rng.choice(3, size=n - 1, p=q), cell)
        return log_mean(F[cells] - np.log(q[cells]))
    return forward, reverse


def of_lists(n):
    """The same by the module random, from a flat proposal."""
    def forward():
        cells = random.choices(range(3), k=n)
        weights = [3 * math.exp(LOGF[x]) for x in cells]
        return random.choices(cells, weights)[0], math.log(sum(weights) / n)

    def reverse(cell):
        return math.log(3 / n * sum(math.exp(LOGF[x]) for x in (cell, *random.choices(range(3), k=n - 1))))
    return forward, reverse


class Annealed:
    """Annealed importance sampling of four levels, with a generator of its own, or the module random."""

    def __init__(self, rng):
        self.rng = rng

    def move(self, x, beta):
        y = x + self.rng.choice((-1, 1))
        return y if y in range(3) and self.rng.random() < math.exp(min(0, beta * (LOGF[y] - LOGF[x]))) else x

    def forward(self):
        x, logw = self.rng.choice([0, 1, 2]), math.log(3)
        for before, beta in zip(BETAS, BETAS[1:]):
            logw += (beta - before) * LOGF[x]
            x = self.move(x, beta)
        return x, logw

    def reverse(self, x):
        logw = math.log(3)
        for before, beta in reversed([*zip(BETAS, BETAS[1:])]):
            x = self.move(x, beta)
            logw += (beta - before) * LOGF[x]
        return logw


def rejection():
    while True:
        x = random.randrange(3)
        if random.random() < math.exp(LOGF[x] - 1.2):
            return x, math.log(sum(map(math.exp, LOGF)))


PROGRAMS = {
    "importance 1": importance(1), "importance 3": importance(3), "lists 2": of_lists(2), "lists 3": of_lists(3),
    **{name: (Annealed(rng).forward, Annealed(rng).reverse) for name, rng in (("annealed", random), ("own", OWN))},
    "rejection": (rejection, lambda x: math.log(sum(map(math.exp, LOGF)))),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_right(name):
    """The verdict of a right program is exact."""
    forward, reverse = PROGRAMS[name]
    assert "fit together exactly" in assert_program(forward, reverse, LOGF)


RIGHT = of_lists(2)


def counter(count=[0]):
    count[0] += 1
    return count[0] % 3, 0.0


def remembering(count=[0]):
    count[0] += 1
    return random.randrange(3) if count[0] % 2 else random.choice((2, 1, 0, 0, 1, 2)), 0.0


@pytest.mark.parametrize("forward, says", (
    (lambda: (0, random.gauss(0, 1)), "followed: normal.*learnt: where it ends depends on every digit"),
    (lambda: (0, random.random()), "float of a random number"),
    (counter, "remembers earlier runs"),
    (lambda: (random.randrange(2) if os.getpid() == PID else 0, 0.0), "as none of its ways has: it remembers earlier"),
    (of_lists(10)[0], "there are .* ways, and 100,000 can be followed: with 80% of its particles"),
    (importance(56)[0], r"there are some 10\^28 ways, and 100,000 can be followed: with a sixth of its"),
))
def test_refused(forward, says):
    """What cannot be followed is known by its runs, and the note says why; too many ways are not all run."""
    words = " ".join(breadboard.exact(LOGF, forward=forward, reverse=lambda cell: 0.0).words.split())
    assert re.search(says, words), words


def test_verdicts():
    """The verdict is exact of what is followed, and but for a bound of what is learnt."""
    with pytest.raises(TypeError, match="breadboard asks for reverse runs, and the function reverse is missing"):
        assert_program(RIGHT[0], None, LOGF)
    with pytest.raises(AssertionError, match="forward returns 1 with log w\n  = 0.80865 with probability 0,"):
        assert_program(RIGHT[0], lambda cell: RIGHT[1](random.randrange(3)), LOGF)  # the cell is not kept
    assert "Learnt: " in assert_program(lambda: (RIGHT[0](), random.gauss(0, 1))[0], RIGHT[1], LOGF)
    with pytest.raises(AssertionError, match="(?s)^In doubt.*remembers\\s+earlier runs"):
        assert_program(remembering, lambda cell: 0.0, [0.0, 0.0, 0.0])


@pytest.mark.parametrize("way, logw, fault", [
    ("forward", math.inf, ValueError), ("forward", math.nan, ValueError), ("forward", -math.inf, AssertionError),
    ("reverse", -math.inf, ValueError), ("reverse", math.nan, ValueError), ("reverse", math.inf, AssertionError),
])
def test_weights_that_are_none(way, logw, fault):
    """A run may have the weight that the other way never makes, and no other that is not finite."""
    made = {"forward": lambda: (RIGHT[0]()[0], logw), "reverse": lambda cell: logw}[way]
    with pytest.raises(fault, match=f"{way} returned the log weight" if fault is ValueError else "do not fit together"):
        assert_program(**{"forward": RIGHT[0], "reverse": RIGHT[1], way: made}, logf=LOGF)


@pytest.mark.parametrize("name, spec, betas", (
    ("lists 2", "sir:2", [0, 1]), ("annealed", "ais", BETAS)))
def test_exact(name, spec, betas):
    """A program has the numbers of the one of the catalogue that it rewrites, up to its constant, log 3."""
    forward, reverse = PROGRAMS[name]
    mine, its = breadboard.exact(LOGF, program=["exec", spec], schedule=betas, forward=forward, reverse=reverse).rows
    for key in ("J", "B", "kl_q_p", "kl_p_q", "path_kl_fwd", "path_kl_rev", "ess", "q", "log_r"):
        assert mine[key] == pytest.approx(its[key], rel=1e-12, abs=1e-12)
    for key, constant in (("e_log_w_fwd", math.log(3)), ("e_log_w_rev", math.log(3)), ("mean_w", 2)):
        assert mine[key] - its[key] == pytest.approx(constant, abs=1e-12)
    assert mine["var_w"] / 9 == pytest.approx(its["var_w"], rel=1e-12)
    assert mine["exec_constant"] == pytest.approx(math.log(3), rel=1e-12)


def test_another_program():
    """What is not the program of the catalogue has other numbers."""
    forward, reverse = importance(2)
    mine, its = breadboard.exact(LOGF, program=["exec", "sir:2"], forward=forward, reverse=reverse).rows
    assert abs(mine["J"] - its["J"]) > 1e-3 and mine["how"] == "enumerated"
