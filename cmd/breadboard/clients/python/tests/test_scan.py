"""Scans of several updates, what is required of a verdict, and schedules that are found for a step.

    BREADBOARD=path/to/breadboard python3 -m pytest tests/test_scan.py
"""
import itertools
import math
import os
import random
import subprocess
import sys
import time

import pytest

import breadboard

np = pytest.importorskip("numpy")

LOGF = {x: 0.4 * x[0] - 0.3 * x[0] * x[1] + 0.2 * x[1] * x[2] for x in itertools.product(range(3), range(2), range(2))}


def update(i, power=1.0):
    """Return a Gibbs update of a coordinate of exp(power log f)."""
    def gibbs(x, beta):
        values = sorted({y[i] for y in LOGF})
        states = [x[:i] + (v,) + x[i + 1:] for v in values]
        return random.choices(states, [math.exp(power * beta * LOGF[y]) for y in states])[0]
    return gibbs


def scan(x, beta):
    """Make all updates in turn."""
    for i in range(3):
        x = update(i)(x, beta)
    return x


def test_a_scan_is_the_product_of_its_updates():
    """The rows of a scan are those of its updates as one step, and so are J and B; each update takes its own ways."""
    parts = [update(i) for i in range(3)]
    for beta in 0.5, 1:
        run = breadboard.validate(LOGF, step=parts, beta=beta, full=True)
        assert run.ok and "A scan of 3 updates" in run.words
        whole = breadboard.validate(LOGF, step=scan, beta=beta, full=True)
        assert np.abs(np.array(run.rows[0]["rows"][-1]) - np.array(whole.rows[0]["rows"][-1])).max() < 1e-14
    run, whole = (breadboard.exact(LOGF, step=step, T=6) for step in (parts, scan))
    assert run.J == pytest.approx(whole.J, rel=1e-9)
    assert run.B == pytest.approx(whole.B, rel=1e-9)


def test_the_update_that_is_wrong_is_named():
    run = breadboard.validate(LOGF, step=[update(0), update(1, 0.8), update(2)], beta=1)
    assert not run.ok
    assert run.words.startswith("This is update 2 of 3, gibbs.")
    with pytest.raises(breadboard.BadInput, match="update 2 of 2"):
        breadboard.exact(LOGF, step=[update(0), update(1, 0.8)], T=4)


def test_who_takes_no_scan_says_so():
    with pytest.raises(breadboard.BadInput, match="sweep takes no list of updates"):
        breadboard.sweep(LOGF, step=[update(0)], T=4)


def test_rows_are_of_all_levels():
    """As many rows as levels, the last at the target."""
    run = breadboard.validate(LOGF, step=update(0), partial=True, T=4, full=True).rows[0]
    alone = breadboard.validate(LOGF, step=update(0), partial=True, beta=1, full=True).rows[0]
    assert [level["beta"] for level in run["levels"]] == pytest.approx([1 / 3, 2 / 3, 1])
    assert len(run["rows"]) == 3 and run["rows"][-1] == alone["rows"][-1]


def hidden(x):
    """Move by a clock, which nobody follows."""
    y = (x + time.perf_counter_ns() // 64) % 3
    return y if random.random() < math.exp(min(0, y - x)) else x


def test_an_exact_answer_may_be_required():
    """A step that is followed passes, and one that would be judged by moves fails, with the reason."""
    def metropolis(x):
        y = random.randrange(3)
        return y if random.random() < math.exp(min(0, y - x)) else x
    breadboard.assert_kernel(metropolis, [0, 1, 2], require="exact")
    with pytest.raises(breadboard.BadInput, match="would be judged by moves"):
        breadboard.assert_kernel(hidden, [0, 1, 2], require="exact")


def walk(cell, beta):
    """Make a Metropolis step to a neighbour on a grid of 2 by 3 cells, as the catalogue's."""
    i, j = cell
    k, m = random.choice(((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)))
    if not (0 <= k < 2 and 0 <= m < 3):
        return cell
    return (k, m) if random.random() < math.exp(min(0, beta * (TARGET[k][m] - TARGET[i][j]))) else cell


TARGET = [[0, 1, -1], [2, 0.5, 1]]


@pytest.mark.parametrize("schedule", ["friction", "best-b", "best-j"])
def test_a_schedule_is_found_for_a_step(schedule):
    """J and B are those of the same kernel of the catalogue."""
    own = breadboard.exact(TARGET, step=walk, T=12, schedule=schedule)
    known = breadboard.exact(TARGET, kernel="metropolis", T=12, schedule=schedule)
    assert own.J == pytest.approx(known.J, abs=1e-9)
    assert own.B == pytest.approx(known.B, abs=1e-7)


def test_pytest_annotates_the_step_on_github(tmp_path):
    """A verdict that fails a test has the line of its step."""
    (tmp_path / "test_mine.py").write_text("import breadboard\n\n\ndef step(x):\n    return 0\n\n\n"
                                           "def test():\n    breadboard.assert_kernel(step, [0, 1])\n", "utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "breadboard.pytest_plugin"]
    for on_github in "true", "":
        paths = {"PYTHONPATH": os.path.dirname(os.path.dirname(breadboard.__file__)), "GITHUB_ACTIONS": on_github}
        run = subprocess.run(words, cwd=tmp_path, env={**os.environ, **paths}, text=True, stdout=subprocess.PIPE,
                             check=False)
        assert "your step" in run.stdout.lower()
        assert ("\n::error file=test_mine.py,line=4::Your step is wrong" in run.stdout) == bool(on_github)
