"""Scans of several updates, what is required of a verdict, and schedules that are found for a step.

    BREADBOARD=path/to/breadboard python3 -m pytest tests/test_scan.py
"""
import itertools
import math
import os
import random
import subprocess
import sys

import pytest

import breadboard

np = pytest.importorskip("numpy")

LOGF = {x: 0.4 * x[0] - 0.3 * x[0] * x[1] + 0.2 * x[1] for x in itertools.product(range(3), range(2))}


def update(i, power=1.0):
    """Return a Gibbs update of a coordinate of exp(power log f)."""
    def gibbs(x, beta):
        values = sorted({y[i] for y in LOGF})
        states = [x[:i] + (v,) + x[i + 1:] for v in values]
        return random.choices(states, [math.exp(power * beta * LOGF[y]) for y in states])[0]
    return gibbs


def scan(x, beta):
    """Make all updates in turn."""
    for i in range(2):
        x = update(i)(x, beta)
    return x


PARTS = [update(i) for i in range(2)]


def test_a_scan_is_the_product_of_its_updates():
    """The rows of a scan are those of its updates as one step; each update takes its own ways."""
    for beta in 0.5, 1:
        run = breadboard.validate(LOGF, step=PARTS, beta=beta, full=True)
        assert run.ok and "A scan of 2 updates" in run.words and "Followed: 30 ways" in run.words  # 6 (3 + 2)
        whole = breadboard.validate(LOGF, step=scan, beta=beta, full=True)
        assert np.abs(np.array(run.rows[0]["rows"][-1]) - np.array(whole.rows[0]["rows"][-1])).max() < 1e-14


@pytest.mark.parametrize("flags", [{"T": [3, 6]}, {"schedule": "friction"}, {"schedule": "best-j"}, {"repeat": 2},
                                   {"initial": [0, 1, 2] * 2}])
def test_a_scan_is_annealed(flags):
    """J and B of a scan are those of its updates as one step, at any betas."""
    run, whole = (breadboard.exact(LOGF, step=step, **{"T": 6, **flags}) for step in (PARTS, scan))
    assert run.J == pytest.approx(whole.J, rel=1e-9, abs=1e-12)
    assert run.B == pytest.approx(whole.B, rel=1e-9, nan_ok=True)


def test_commands_take_a_scan():
    rows = [breadboard.sweep(LOGF, step=step, T=[3, 5]).J for step in (PARTS, scan)]
    assert rows[0] == pytest.approx(rows[1], rel=1e-9)
    ress = [breadboard.score(LOGF, step=step, kernel="metropolis", N=50).ress for step in (PARTS, scan)]
    assert ress[0] == pytest.approx(ress[1], rel=1e-6)
    assert breadboard.sample(LOGF, step=PARTS, T=4, chains=200).rows[0]["z"] is not None


def independent(x, beta):
    """Draw from the target."""
    return random.choices([*LOGF], [math.exp(beta * v) for v in LOGF.values()])[0]


def collapsed():
    """Return the updates of a collapsed scan: the first coordinate from its marginal, and the second given it."""
    def first(x, beta):
        weights = [sum(math.exp(beta * v) for y, v in LOGF.items() if y[0] == i) for i in range(3)]
        return (random.choices(range(3), weights)[0], x[1])
    return [first, update(1)]


@pytest.mark.parametrize("parts", [[update(0, 0.8), independent], collapsed()])
def test_a_scan_is_right_as_a_whole(parts):
    """An update that misses p by itself is no fault where others mend that, as in a collapsed scan. In another order it
    is one."""
    run = breadboard.validate(LOGF, step=parts)
    words = " ".join(run.words.split())
    assert run.ok and not run.doubts and "Update step[0] (" in words
    assert "1 of 2, misses p by itself, and others mend that" in words
    breadboard.assert_kernel(parts, LOGF, require="exact")
    assert not breadboard.validate(LOGF, step=parts[::-1]).ok


@pytest.mark.parametrize("parts, wrong", [([update(0), update(1, 0.8), update(0)], 2),
                                          ([update(0, 0.8), update(1)], 1)])
def test_the_update_that_is_wrong_is_named(parts, wrong):
    run = breadboard.validate(LOGF, step=parts, beta=1)
    assert not run.ok
    named = f"Update step[{wrong - 1}] (gibbs), {wrong} of {len(parts)}, is wrong: it does not keep p."
    assert " ".join(run.words.split()).startswith(named)
    assert "f^0.8" in run.words
    with pytest.raises(AssertionError) as rejected:
        breadboard.assert_kernel(parts, LOGF)
    assert rejected.value.breadboard_function is parts[wrong - 1]


def test_all_updates_that_are_wrong_are_named():
    run = breadboard.validate(LOGF, step=[update(0, 0.8), update(1), update(0, 0.7)], beta=1)
    words = " ".join(run.words.split())
    assert words.startswith("Update step[0] (gibbs), 1 of 3, is wrong")
    assert "Update step[2] (gibbs), 3 of 3, misses p by itself too" in words and "step[1]" not in words
    assert "J" not in run.columns or run.J is None or math.isnan(run.J)  # of an update alone it would mislead


def stuck(x):
    """Never move, though numbers are drawn."""
    return x if random.random() < 0.5 else x


@pytest.mark.parametrize("step", [lambda x: x, stuck])
def test_a_step_that_never_moves_keeps_p(step):
    """It is wrong as it is stuck, exactly, and not for what it keeps; as a part of a sweep it is right."""
    run = breadboard.validate([0, 1, 2], step=step, require="exact")
    assert not run.ok and "does not keep p" not in run.words and "Judged by moves" not in run.words
    assert breadboard.validate([0, 1, 2], step=step, require="exact", partial=True).ok


def test_an_update_may_be_learnt():
    """An update by a normal number is learnt beside others that are followed."""
    def turn(x, beta):
        y = (x[0], 1 - x[1])
        return y if random.gauss(0, 1) < 0 and random.random() < math.exp(min(0, beta * (LOGF[y] - LOGF[x]))) else x
    run = breadboard.validate(LOGF, step=[update(0), turn], beta=1)
    assert run.ok and "Followed: 18 ways" in run.words and "Learnt: " in run.words


def test_an_update_that_hides_has_the_scan_judged_by_moves():
    run = breadboard.validate(LOGF, step=[update(0), lambda x, beta: (x[0], hidden(x[1]) % 2)], beta=1)
    assert "by moves: in update 2 of 2 " in " ".join(run.words.split())


def test_a_scan_in_place():
    """Updates may change one object."""
    class Walker:
        def first(self):
            self.x = update(0)(self.x, 1)

        def rest(self):
            self.x = update(1)(self.x, 1)
    w = Walker()
    run = breadboard.validate(LOGF, step=[w.first, w.rest], set=lambda x: setattr(w, "x", x), get=lambda: w.x)
    assert run.ok and "A scan of 2 updates" in run.words


def test_who_is_no_scan_is_refused():
    for step, says in (([], "step is"), ([update(0), "update"], "step is"),
                       ([update(0), stuck], "takes no beta, and others")):
        with pytest.raises(TypeError, match=says):
            breadboard.validate(LOGF, step=step)


def test_an_error_of_a_scan_is_of_its_update():
    def astray(x, beta):
        return -1
    parts = [update(0), astray]
    with pytest.raises(ValueError, match="-1") as error:
        breadboard.assert_kernel(parts, LOGF)
    assert error.value.breadboard_function is astray


def test_rows_are_of_all_levels():
    """As many rows as levels, the last at the target."""
    run = breadboard.validate(LOGF, step=update(0), partial=True, T=4, full=True).rows[0]
    alone = breadboard.validate(LOGF, step=update(0), partial=True, beta=1, full=True).rows[0]
    assert [level["beta"] for level in run["levels"]] == pytest.approx([1 / 3, 2 / 3, 1])
    assert len(run["rows"]) == 3 and run["rows"][-1] == alone["rows"][-1]


def hidden(x):
    """Move by a generator that is made inside with a seed, which nobody follows."""
    y = (x + random.Random(7).randrange(1, 3)) % 3
    return y if random.random() < math.exp(min(0, y - x)) else x


def test_an_exact_answer_may_be_required():
    """A step that is followed passes, and one that would be judged by moves fails, with the reason."""
    def metropolis(x):
        y = random.randrange(3)
        return y if random.random() < math.exp(min(0, y - x)) else x
    breadboard.assert_kernel(metropolis, [0, 1, 2], require="exact")
    with pytest.raises(AssertionError, match="would be judged by moves") as rejected:
        breadboard.assert_kernel(hidden, [0, 1, 2], require="exact")
    assert rejected.value.breadboard_function is hidden
    with pytest.raises(breadboard.BadInput, match="would be judged by moves"):
        breadboard.validate([0, 1, 2], step=hidden, require="exact")


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
    """A verdict that fails a test has the line of its step in the repository, or that of the test if the step is
    installed elsewhere; so have an error of the step, without the code of this package, and what cannot be judged, also
    draws, a program, and what no assertion asks."""
    (tmp_path / "repository" / "src").mkdir(parents=True)
    (tmp_path / "elsewhere.py").write_text("def step(x):\n    return 0\n", "utf-8")
    (tmp_path / "repository" / "src" / "test_mine.py").write_text(
        "import breadboard\nimport elsewhere\n\n\ndef step(x):\n    return 0\n\n\ndef astray(x):\n    return -1\n\n\n"
        "def test():\n    breadboard.assert_kernel(step, [0, 1])\n\n\n"
        "def test_of_another():\n    breadboard.assert_kernel(elsewhere.step, [0, 1])\n\n\n"
        "def test_astray():\n    breadboard.assert_kernel(astray, [0, 1])\n\n\n"
        "def test_nan():\n    breadboard.assert_kernel(astray, [0, float('nan')])\n\n\n"
        "def test_draws():\n    breadboard.assert_draws([0, 5], [0, 1])\n\n\n"
        "def test_program():\n    breadboard.assert_program(astray, step, [0, float('nan')])\n\n\n"
        "def test_validate():\n    breadboard.validate([0, float('nan')], step=step)\n", "utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "breadboard.pytest_plugin"]
    for on_github in "true", "":
        paths = {"PYTHONPATH": os.pathsep.join([os.path.dirname(os.path.dirname(breadboard.__file__)), str(tmp_path)]),
                 "GITHUB_ACTIONS": on_github, "GITHUB_WORKSPACE": str(tmp_path / "repository")}
        run = subprocess.run(words, cwd=tmp_path / "repository" / "src", env={**os.environ, **paths}, text=True,
                             stdout=subprocess.PIPE, check=False)
        assert "your step" in run.stdout.lower() and "What is exactly right and wrong" not in run.stdout
        said = [line[:70] for line in run.stdout.splitlines() if line.startswith("::")]
        assert said == [f"::error file=src/test_mine.py,line={line}::{begins}"[:70] for line, begins in [
            (5, "Your step is wrong: it does not keep p."), (17, "Your step is wrong: it does not keep p."),
            (9, "the sampler returned -1; cells of shape (2,) go from 0 to 1"),
            (9, "logf.npy: entry 2: found NaN; use a finite number"),
            (29, "draws.npy: entry 2 is 5; use a whole number"),
            *[(line, "logf.npy: entry 2: found NaN; use a finite number") for line in (9, 37)]]] * bool(on_github)


def test_an_update_that_does_not_reach_every_cell_is_pointed_to_partial():
    def flips_two(spins):
        first, second = random.sample(range(3), 2)
        return tuple(1 - s if i in (first, second) else s for i, s in enumerate(spins))

    flat = [[[0.0] * 2] * 2] * 2
    whole = breadboard.validate(flat, step=flips_two)
    assert not whole.ok and "by the option partial it is judged as such" in whole.words.replace("\n  ", " ")
    assert breadboard.validate(flat, step=flips_two, partial=True).ok
