"""An inference program that is followed has the law of its definition: Crooks' law holds for each way, summed by hand.

    BREADBOARD=path/to/breadboard python3 -m pytest tests/test_programs.py
"""
import collections
import json
import math
import os
import random
import re

import pytest

import breadboard
from breadboard import assert_program
from breadboard.conversation import Functions

np = pytest.importorskip("numpy")
LOGF = [0.0, 1.2, -0.7]
F, OWN, BETAS, PID = np.array(LOGF), np.random.default_rng(1), [0, 0.3, 0.7, 1], os.getpid()
FILTERED = [0, 0.4, 1] if os.environ.get("BREADBOARD_LONG") else [0, 1]  # the middle level has 9,000 ways more


def told(forward, reverse=None, grid=(3,)):
    """Return all ways of forward runs, and those of reverse runs for each cell; a sentence in the place of each."""
    functions = Functions(forward=forward, reverse=reverse)
    functions.answer(json.dumps({"seed": 1, "grid": grid}))
    questions = ["forward", [*range(math.prod(grid))]] if reverse else ["forward"]
    return [json.loads(functions.answer(json.dumps({"ways": question}))) for question in questions]


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


def filters(resample):
    """A particle filter of two particles, whose moves are those of Metropolis between neighbours."""
    levels = [F * beta for beta in FILTERED]
    moves = np.eye(3, k=1) + np.eye(3, k=-1)
    kernels = [moves * np.minimum(1, np.exp(f - f[:, None])) / 2 for f in levels]
    kernels = [kernel + np.diag(1 - kernel.sum(1)) for kernel in kernels]

    def forward(rng):
        cells, logw = rng.integers(3, size=2), math.log(3)
        for t in range(1, len(levels)):
            w = np.exp((levels[t] - levels[t - 1])[cells])
            logw += np.log(w.mean())
            cells = cells[resample(rng, w / w.sum())]
            cells = np.array([rng.choice(3, p=kernels[t][x]) for x in cells])
        return cells[rng.integers(2)], logw

    def reverse(cell, rng):
        line = [cell]
        for kernel in kernels[:0:-1]:
            line.insert(0, rng.choice(3, p=kernel[line[0]]))
        kept, logw = (line[0], int(rng.integers(3))), math.log(3)
        for t in range(1, len(levels)):
            w = np.exp((levels[t] - levels[t - 1])[[*kept]])
            logw += np.log(w.mean())
            parent = kept[rng.choice(2, p=w / w.sum())]
            kept = line[t], rng.choice(3, p=kernels[t][parent])
        return logw
    return forward, reverse


def rejection():
    while True:
        x = random.randrange(3)
        if random.random() < math.exp(LOGF[x] - 1.2):
            return x, math.log(sum(map(math.exp, LOGF)))


FILTERS = {"particles": filters(lambda rng, w: rng.choice(2, size=2, p=w)), "systematic": (filters(
    lambda rng, w: np.searchsorted(np.cumsum(w), (rng.random() + np.arange(2)) / 2))[0], None)}
PROGRAMS = {
    **{f"importance {n}": importance(n) for n in (1, 2, 3)}, **{f"lists {n}": of_lists(n) for n in (1, 2, 3)},
    **{name: (Annealed(rng).forward, Annealed(rng).reverse) for name, rng in (("annealed", random), ("own", OWN))},
    **FILTERS, "rejection": (rejection, lambda x: math.log(sum(map(math.exp, LOGF)))),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_crooks(name):
    """All ways sum to 1, E[w] is R, and w P_fwd(x, w) / R is p(x) P_rev(w; x)."""
    forward, reverse = PROGRAMS[name]
    ahead, *back = told(forward, reverse)
    R = sum(map(math.exp, LOGF))
    assert math.fsum(p for *_, p in ahead) == pytest.approx(1, abs=1e-12)
    assert math.fsum(math.exp(logw) * p for _, logw, p in ahead) == pytest.approx(R, rel=1e-12)
    defect = collections.Counter()
    for x, logw, p in ahead:
        defect[x, round(logw, 9)] += math.exp(logw) * p / R
    for x, ways in enumerate(back[0] if back else ()):
        assert math.fsum(p for _, p in ways) == pytest.approx(1, abs=1e-12)
        for logw, p in ways:
            defect[x, round(logw, 9)] -= math.exp(LOGF[x]) / R * p
    assert not reverse or max(map(abs, defect.values())) < 1e-12
    if name == "lists 3":
        assert len(ahead) == 3 * 6  # ways of one cell and one weight are one: a cell, and which two are beside it


RIGHT = of_lists(2)


def counter(count=[0]):
    count[0] += 1
    return count[0] % 3, 0.0


@pytest.mark.parametrize("forward, says", (
    (lambda: (0, random.gauss(0, 1)), "^gauss"), (lambda: (0, random.random()), "float of a random number"),
    (counter, "memory"), (lambda: (0, math.nan), "ValueError: forward returned the log weight nan"),
    (lambda: (random.randrange(2) if os.getpid() == PID else 0, 0.0), "^its runs, .* remembers earlier calls"),
    (lambda: (0, float(os.getpid() == PID)), "^its runs, "),
    (of_lists(10)[0], "^its runs have some 5[0-9]0,000 ways, and 100,000 can be followed: with 80% of its particles"),
    (importance(56)[0], r"^its runs have some 10\^28 ways, and 100,000 can be followed: with a sixth of its"),
))
def test_refused(forward, says):
    """What cannot be followed is refused, and so are too many ways, before they are run."""
    answer, = told(forward)
    assert isinstance(answer, str) and re.search(says, answer)


def test_verdicts():
    """The verdict is exact of what is followed, and by drawn runs of what is not."""
    assert "fit together exactly" in assert_program(*RIGHT, LOGF)
    with pytest.raises(AssertionError, match="forward returns 1 with log w\n  = 0.80865 with probability 0,"):
        assert_program(RIGHT[0], lambda cell: RIGHT[1](random.randrange(3)), LOGF)  # the cell is not kept
    assert "gauss" in assert_program(lambda: (RIGHT[0](), random.gauss(0, 1))[0], RIGHT[1], LOGF)


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
    ("lists 2", "sir:2", [0, 1]), ("annealed", "ais", BETAS), ("particles", "smc:2", FILTERED)))
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
