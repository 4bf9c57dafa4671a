"""The commands as functions: what they take, return and refuse.

    BREADBOARD=path/to/breadboard python3 -m pytest tests/test_commands.py
"""
import doctest
import inspect
import json
import math
import os
import random
import re
import signal
import subprocess
import threading
import traceback
import types
import warnings

import pytest

import breadboard
from breadboard import BadInput, _calls, process, results
from breadboard.conversation import Functions, undisturbed

np = pytest.importorskip("numpy")

I, K = np.indices((3, 4))
LOGF = 0.8 * I - 0.3 * K * K
P = np.exp(LOGF).ravel() / np.exp(LOGF).sum()


def metropolis(beta, logf=LOGF):
    """Return the matrix of a move along one axis, accepted with min(1, f(y)/f(x)): of four ways each has a quarter."""
    shape = logf.shape
    n = logf.size
    matrix = np.zeros((n, n))
    for x in range(n):
        i, k = np.unravel_index(x, shape)
        for to in ((i + 1, k), (i - 1, k), (i, k + 1), (i, k - 1)):
            if 0 <= to[0] < shape[0] and 0 <= to[1] < shape[1]:
                y = np.ravel_multi_index(to, shape)
                matrix[x, y] = min(1, np.exp(beta * (logf[to] - logf[i, k]))) / 4
        matrix[x, x] = 1 - matrix[x].sum()
    return matrix


def step(states, beta, rng):
    axis = rng.integers(0, 2, len(states))
    to = states.copy()
    to[np.arange(len(states)), axis] += rng.choice([-1, 1], len(states))
    inside = ((to >= 0) & (to < LOGF.shape)).all(1)
    to[~inside] = states[~inside]
    gain = LOGF[tuple(to.T)] - LOGF[tuple(states.T)]
    return np.where((rng.random(len(states)) < np.exp(np.minimum(0, beta * gain)))[:, None], to, states)


def sparse(matrix):
    """Return a sparse matrix as SciPy has them."""
    rows, columns = np.nonzero(matrix)
    made = types.SimpleNamespace(shape=matrix.shape, indices=columns, data=matrix[rows, columns], tocsr=lambda: made)
    made.indptr = np.searchsorted(rows, range(len(matrix) + 1))
    return made


def test_targets_of_any_form():
    run = breadboard.exact(LOGF, T=5)
    J = run.J
    assert np.abs(run.p.ravel() - P).max() < 1e-14
    assert breadboard.exact(LOGF.tolist(), T=5).J == breadboard.exact(LOGF.ravel(), shape=(3, 4), T=5).J == J
    assert breadboard.exact(lambda i, k: 0.8 * i - 0.3 * k * k, shape=(3, 4), T=5).J == pytest.approx(J)
    for shape in ((4,), (1, 4), (4, 1), (1, 1, 4), (2, 3, 2)):
        run = breadboard.exact(np.zeros(shape), T=np.prod(shape))
        assert run.q.shape == run.p.shape == shape and run.betas.shape == (run.T,)
        assert breadboard.validate(np.zeros(shape), draws=np.zeros(100, int)).q.shape == shape


def test_a_table_is_read_by_its_coordinates():
    """A Series with levels and a frame of coordinates are the grid that they were made of, in any order of rows; a grid
    in a frame is a grid."""
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"x": I.ravel() / 2 - 1, "y": np.array(list("dbca"))[K.ravel()], "logp": LOGF.ravel()})
    ordered = LOGF[:, [3, 1, 2, 0]]
    J, p = breadboard.exact(ordered, T=5).J, breadboard.exact(ordered, T=5).p
    mixed = table.sample(frac=1, random_state=1)
    for form in (table, mixed, mixed.set_index(["x", "y"]), mixed.set_index(["x", "y"])["logp"]):
        run = breadboard.exact(form, T=5)
        assert run.J == J and np.array_equal(run.p, p)
        assert words_of(run) == "logf is read by coordinates, x, y: 3x4 cells."
        assert breadboard.exact(LOGF, initial=form, T=5).B == breadboard.exact(LOGF, initial=ordered, T=5).B
    pivot = table.pivot(index="x", columns="y", values="logp")
    for grid in (pandas.DataFrame(LOGF), pivot[[*"dbca"]], pandas.DataFrame(LOGF, columns=[*"0123"])):
        run = breadboard.exact(grid, T=5)
        assert run.p.shape == (3, 4) and np.array_equal(run.p, breadboard.exact(LOGF, T=5).p) and run.words == ""
    for wrong, says in (
        (table[:-1], r"11 of 12 combinations of x, y, and none for 0.0, a; .* If logf is a grid use logf.to_numpy\(\)"),
        (pandas.concat([table, table[4:5]]), "logf has x, y = -0.5, d more than once. If logf is a grid"),
        (table.set_index(["x", "y"])[1:], "11 of 12 combinations of x, y, and none for -1.0, d; -inf is a wall$"),
        (table.assign(more=1).set_index(["x", "y"]), "2 levels of an index and 2 columns; use one column"),
    ):
        with pytest.raises(ValueError, match=says):
            breadboard.exact(wrong, T=5)


def test_several_rows_are_arrays():
    runs = breadboard.exact(LOGF, T=[3, 9])
    assert runs.J.shape == (2,) and len(runs) == 2 and runs[1]["T"] == 9
    assert list(runs["T"]) == [3, 9] and {"J", "B", "q"} <= set(dir(runs))
    with pytest.raises(AttributeError, match="no column nothing; it has target, grid"):
        runs.nothing  # pylint: disable=pointless-statement


def test_null_is_a_float():
    """J and B are floats also where they are infinite, or not known, in one row and in several."""
    walls = [-math.inf, 0, 0]
    for T in (5, [5, 9]):
        run = breadboard.exact([0, 0, 1], initial=walls, T=T)
        assert np.all(run.B == math.inf) and np.all(np.isfinite(run.J)) and run.rows[0]["B"] == math.inf
    assert breadboard.exact(walls, initial=[0, 0, 0], T=5).e_log_w_fwd == -math.inf
    for command in (breadboard.exact, breadboard.sweep):
        run = command([0, 1, 2], rows=lambda beta: [[0.5, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0.5]], T=5)
        assert run.J > 0 and math.isnan(run.B) and run[0].get("seed") is None and "B" not in run.table


def test_a_distance_is_the_first_word():
    words = words_of(breadboard.aide(LOGF, program="sir:3", T=5))
    assert re.match(r"AIDE puts sir:3 at T = 5 0\.\d+ ± 0\.\d+ nats from posterior; exactly it is 0\.\d+, "
                    r"and AIDE's bias is 0\.\d+\.", words)
    assert "exactly" not in words_of(breadboard.aide(LOGF, program="sir:3", T=5, skip_exact=True))
    drawn = breadboard.aide(toy="barrier", program="ais", T=5, meta=3, runs=100)
    assert f"bias is {drawn.bias:.3g} ± {drawn.bias_stderr:.2g}." in words_of(drawn)


def test_a_distance_by_wrong_weights_says_so():
    found = breadboard.aide([0, 1], forward=lambda: (random.randrange(2), 0), reverse=lambda x: x, runs=50)
    assert not found.ok
    assert "AIDE goes by weights, which do not fit together, and the exact distance does not." in words_of(found)


def test_the_bounds_of_a_sandwich_are_words():
    rng = np.random.default_rng(1)
    found = breadboard.sandwich(forward=rng.normal(-0.5, 1, (3, 400)), reverse=rng.normal(0.5, 1, (3, 400)))
    low, high = found.log_r_lower, found.log_r_upper
    words = words_of(found)
    assert words.startswith("Given that no kind of run is missing (3 groups show each of 63% or more, with 95% ")
    said = f"if each step keeps its p_t, the samples are at most J = {high - low:#.5g} nats from the target, with 95% "
    assert said + f"confidence; log R is between {low:#.5g} and {high:#.5g}, each with 97.5% confidence." in words
    assert "each row of an array is a group of runs" in words
    with pytest.raises(ValueError, match="sandwich draws no figures"):
        found.figures()


@pytest.mark.parametrize("of", [breadboard.exact, breadboard.validate])
def test_an_error_says_where_the_step_was(of):
    def step(cell, beta):
        return cell if beta > 0.3 or cell < 2 else 1 // 0

    def together(states, beta, rng):
        return states if beta > 0.3 or states.max() < 2 else 1 // 0

    for each, of_array in (step, ""), (together, "(states, beta, rng), whose states are an array,"):
        with pytest.raises(ZeroDivisionError) as error:
            of([0, 1, 2], step=each, T=5)
        note = f"in step{of_array} from cell 2, beta = 0.25"
        assert getattr(error.value, "__notes__", [note]) == [note]


def test_a_rare_error_says_where_the_step_was():
    with pytest.raises(BadInput, match=r"ZeroDivisionError: .*; in step from cell 0, beta = 0.25; validate"):
        breadboard.exact([0, 1, 2], step=lambda cell, beta: cell if random.random() < 0.9999 else 1 // 0, T=5)


def test_a_step_that_misses_p_is_not_ok():
    assert not breadboard.exact([0, 1], step=lambda cell, beta: random.randrange(2), T=3).ok
    assert not breadboard.sweep([0, 1], step=lambda cell, beta: random.randrange(2), T=3).ok


def test_a_reproduction_names_its_quantities(tmp_path):
    pytest.importorskip("pandas")
    with pytest.raises(TypeError, match="each with its own density"):
        breadboard.reproduce(step=lambda cell, beta: cell)
    found = breadboard.reproduce(quick=True, kernel="heat-bath", out=tmp_path)
    by = found.beside[0]
    assert words_of(found).startswith("J of easy at T = 100 is 0.1267, and 0.13 was published: agrees to the digits "
                                      f"published. By the kernel beside it is {by:.4g}. J of easy at T = 1000")
    assert re.match(r" *toy +quantity +T ", repr(found).splitlines()[-len(found) - 1])


def redrawn(states, beta, rng, logf):
    """A step on one axis that knows the density of its level."""
    p = np.exp(logf)
    return rng.choice(3, len(states), p=p / p.sum())


CELLS = np.random.default_rng(1).choice(12, 2000, p=P)
PLACES = np.stack(np.unravel_index(CELLS, LOGF.shape), -1)
VALIDATED = {  # by the keywords, whether they are right
    "matrix": (True, {"matrix": metropolis(1.0)}),
    "cold matrix": (False, {"matrix": metropolis(0.9)}),
    "rows": (True, {"rows": metropolis}),
    "cold rows": (False, {"rows": lambda beta: metropolis(0.9 * beta)}),
    "step": (True, {"step": step, "T": 3}),
    "step beside its rows": (True, {"step": step, "rows": metropolis, "T": 3}),
    "step beside other rows": (False, {"step": lambda states, beta, rng: states, "rows": metropolis, "T": 3}),
    "flat step": (False, {"step": lambda states, beta, rng: rng.integers(LOGF.shape, size=states.shape), "T": 3}),
    "step on one axis": (True, {"logf": [0, 1, 0.5], "step": redrawn, "T": 3}),
    "step of a cell": (True, {"logf": [0, np.log(2)], "step": lambda cell: random.choice((0, 1, 1))}),
    "cells": (True, {"draws": CELLS}),
    "chains": (True, {"draws": CELLS.reshape(4, 500)}),
    "chains of places": (True, {"draws": PLACES.reshape(4, 500, 2)}),
    "places": (True, {"draws": PLACES, "places": True}),
    "places from 1": (True, {"draws": PLACES + 1, "places": True, "from_": 1}),
    "places on one axis": (True, {"logf": [0, 0, 0], "draws": np.arange(300).reshape(4, -1, 1) % 3}),
    "independent": (True, {"draws": CELLS, "independent": True}),
    "places as cells": (None, {"draws": PLACES, "cells": True}),  # most of them have no draw
    "moves": (True, {"logf": [0, 0], "moves": np.array([(0, 0), (0, 1), (1, 0), (1, 1)] * 9000)}),
}


@pytest.mark.parametrize("name", VALIDATED)
def test_validate(name):
    right, given = VALIDATED[name]
    result = breadboard.validate(**{"logf": LOGF, **given})
    assert result.ok == (right is not False)
    assert bool(re.search("none of|keeps all|no difference", result.words)) == bool(right)
    if right and "draws" in given:
        assert re.search(r"within 0[.0-9]* of p|is 0\.\d+ or more from p", " ".join(result.words.split()))
        assert "logf" in given or list(result.q.ravel()) == list(breadboard.validate(LOGF, draws=CELLS).q.ravel())


def words_of(result):
    return " ".join(result.words.split())


REFUSED = [
    (TypeError, "^steps is a function, and no flag takes one; functions are the target, step=",
     lambda: breadboard.exact(LOGF, steps=step)),
    (BadInput, '^unknown flag kernl, did you mean "kernel"?', lambda: breadboard.exact(LOGF, kernl="slice")),
    (ValueError, "^T 1; use a whole number from 2", lambda: breadboard.exact(LOGF, T=1)),  # BadInput is one
    (FileNotFoundError, "no executable /nowhere", lambda: breadboard.exact(LOGF, binary="/nowhere")),
    (BadInput, 'kernel "nix" is unknown', lambda: breadboard.explore(LOGF, T=5, kernel="nix", site="site")),
    (TypeError, "shape is missing", lambda: breadboard.exact(lambda i, k: 0.0, T=3)),
    (ValueError, "has the shape", lambda: breadboard.exact(LOGF, shape=(4, 3), T=3)),
    (ValueError, r"has the shape \(3, 3\); the target has 12 cells",
     lambda: breadboard.exact(LOGF, rows=lambda beta: np.eye(3), T=7)),
    (BadInput, "nor can it be learnt", lambda: breadboard.exact(
        LOGF, step=lambda cell, beta: cell if random.random() * random.random() < 0.5 else (0, 0), T=7)),
    (TypeError, r"takes no beta.*step\(cell, beta\)", lambda: breadboard.sample(LOGF, step=lambda cell: cell, T=5)),
    (ValueError, "whose places are 0 to", lambda: breadboard.validate(LOGF, step=lambda states, beta, rng: states + 1)),
    (ValueError, r"have the shape \(1,\); use \(\d+,\)",
     lambda: breadboard.validate([0, 0, 0], step=lambda states, beta, rng: rng.integers(3, size=1))),
    (ValueError, r"may be cells, \(chains, draws\), or places, \(draws, axes\); cells=True or places=True says which",
     lambda: breadboard.validate(LOGF, draws=PLACES.tolist())),
    (ValueError, "the draws have place 3 along axis 1, whose places are 0 to 2",
     lambda: breadboard.validate(LOGF, draws=PLACES + 1, places=True)),
    (ValueError, r"use \(20, 2\)", lambda: breadboard.validate(LOGF, draws=np.zeros((4, 5, 3)))),
    (ValueError, "the target's lengths are not known",
     lambda: breadboard.validate(toy="easy", draws=PLACES.reshape(4, 500, 2))),
    (BadInput, "a result has its numbers .* or use breadboard validate --format github in a shell, .* assert_kernel",
     lambda: breadboard.validate(LOGF, kernel="king", format="github")),
    (BadInput, "unknown flag places", lambda: breadboard.validate(LOGF, draws="draws.csv", places=True)),
]


@pytest.mark.parametrize("fault, says, call", REFUSED)
def test_refused(fault, says, call):
    with pytest.raises(fault, match=says):
        call()


def test_an_error_of_a_step_is_shown_where_it_is():
    def step(cell, beta):
        return cell / 0

    with pytest.raises(ZeroDivisionError) as raised:
        breadboard.validate([0, 1, 0.5], step=step)
    assert [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)] == [
        "test_an_error_of_a_step_is_shown_where_it_is", "validate", "call", "step"]


def test_arrays_for_words(tmp_path):
    assert breadboard.exact(LOGF, schedule=np.array([0, 0.1, 0.4, 1])).T == 4
    assert breadboard.exact(LOGF, T=5, initial=np.zeros((3, 4))).J == pytest.approx(breadboard.exact(LOGF, T=5).J)
    matrices = {beta: metropolis(beta) for beta in (0.5, 1.0)}
    assert breadboard.exact(LOGF, matrix=matrices).J == pytest.approx(breadboard.exact(LOGF, T=3).J)
    assert breadboard.exact(toy="clustering:3:2", data=np.array([[0.1, 2], [1, 2], [-1, 0.5]]), T=5).J > 0
    np.save(tmp_path / "mine.npy", LOGF)
    assert set(breadboard.exact(tmp_path / "mine.npy", T=[3, 5]).grid) == {"3x4"}


A, B = np.linspace(0, 1, 5) ** 0.5, np.linspace(0, 1, 5) ** 2
DATA = np.array([[0.1, 2], [1, 2], [-1, 0.5]])


@pytest.mark.parametrize("name, values", [
    ("schedule", [A, "linear", B]), ("schedule", np.array([A, B])), ("initial", ("uniform", LOGF / 2, -LOGF)),
    ("initial", [LOGF.tolist(), (-LOGF).tolist()]), ("data", [DATA, 2 * DATA]), ("logf", [LOGF, LOGF / 2]),
    ("logf", [lambda i, k: 0.8 * i, lambda i, k: k]),
])
def test_every_array_of_a_list_is_measured(name, values):
    """A list of arrays has a row for each, of the numbers that it has alone, and a name that tells it apart."""
    toy = {"toy": "clustering:3:2"} if name == "data" else {"logf": LOGF, "axes": "any"}
    shape = {"shape": (3, 4)} if callable(values[0]) else {}
    rows = breadboard.sweep(**{**toy, **shape, name: values}, T=5)
    assert [*rows.J] == [breadboard.exact(**{**toy, **shape, name: one}, T=5).J for one in values]
    assert len(set(rows["target" if name in ("data", "logf") else name])) == len(values)


def test_a_list_of_numbers_is_one_array():
    for one in ([0, 0.5, 1], (0, 0.5, 1), np.array([[0], [0.5], [1]])):
        assert breadboard.exact(LOGF, schedule=one).J == breadboard.exact(LOGF, T=3).J
    assert breadboard.exact(LOGF, initial=[*LOGF], T=3).J == breadboard.exact(LOGF, initial=LOGF, T=3).J
    for name, value in ("schedule", [A, B]), ("initial", [LOGF, "uniform"]), ("schedule", [0.5, "linear"]):
        with pytest.raises(BadInput, match=f"{name} is a list of several; use one in a call, or breadboard.sweep"):
            breadboard.exact(LOGF, **{name: value})


def test_an_array_has_a_plain_name(tmp_path, monkeypatch):
    """What people see names an array by its keyword and place, and a journal knows it again."""
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        rows = breadboard.sweep(LOGF, schedule=["linear", A, B], T=5, out="out")
    assert [*rows.schedule] == ["linear", "schedule[1].csv", "schedule[2].csv"]
    assert len((tmp_path / "out" / "journal.jsonl").read_text().splitlines()) == 3
    rows.plot().save("figure.svg")
    for text in (words_of(rows), (tmp_path / "out" / "summary.md").read_text(), (tmp_path / "figure.svg").read_text()):
        assert "schedule[1].csv" in text and "breadboard-" not in text


def test_files_are_found_from_here(tmp_path, monkeypatch):
    """A file that the user names, also beside arrays, is where the user is."""
    monkeypatch.chdir(tmp_path)
    J = breadboard.exact(LOGF, initial=LOGF / 2, T=5, save_betas="betas.txt").J
    np.save("mine", LOGF / 2)
    (tmp_path / "folder").mkdir()
    np.savetxt("folder/values", LOGF / 2, delimiter=",")
    for initial, schedule in ("mine.npy", "betas.txt"), ("file:folder/values", np.linspace(0, 1, 5)):
        assert breadboard.exact(LOGF, initial=initial, schedule=schedule).J == J
    rows = breadboard.sweep(LOGF, initial=["mine.npy", LOGF], T=5)
    assert [*rows.initial] == ["mine.npy", "initial[1].npy"] and "take initial[1].npy" in words_of(rows)


def test_a_sweep_and_its_table(tmp_path):
    pytest.importorskip("pandas")
    rows = breadboard.sweep(LOGF, kernel=["metropolis", "heat-bath"], T=[4, 8], out=tmp_path)
    assert re.fullmatch(r"At T = 8 take heat-bath: J .*", words_of(rows))
    assert len(rows) == 4 and rows.J[0] == breadboard.exact(LOGF, T=4).J
    assert "J" in rows.table and "key" not in rows.table and "q" not in rows.table
    assert rows.plot().name == "summary" and (tmp_path / "rows.csv").exists()
    for shown in (repr(rows), rows._repr_html_()):
        assert "heat-bath" in shown and "geometric" not in shown  # which all have
    assert "geometric" in repr(breadboard.exact(LOGF, T=4))


def test_a_wide_table_goes_on_below(monkeypatch):
    pytest.importorskip("pandas")
    rows = breadboard.sweep(LOGF, kernel=["metropolis", "heat-bath"], T=[4, 8])
    for most in 100, 80:
        monkeypatch.setenv("COLUMNS", str(most))
        parts = rows._shown("to_string").split("\n\nThe same rows, further columns:\n")
        lines = [part.splitlines() for part in parts]
        names = [head.split() for head, *_ in lines]
        assert max(len(line) for part in lines for line in part) <= most and {len(part) for part in lines} == {5}
        assert len(parts) > 1 and all(head[:2] == ["kernel", "T"] for head in names)
        assert [name for head in names for name in head[2:]] == [*rows.table.columns[rows.table.nunique() > 1]][2:]


def test_what_names_a_row_is_printed_before_its_numbers():
    pandas = pytest.importorskip("pandas")
    rows = breadboard.sweep(LOGF, T=[4, 8], repeat=[1, 40])
    head, *lines = rows._shown("to_string").split("\n\n")[0].splitlines()
    assert head.split()[:4] == ["T", "repeat", "J", "B"]
    assert [line.split()[:3] for line in lines] == [[str(r["T"]), str(r["repeat"]), f"{r['J']:.5g}"] for r in rows]
    long = pandas.DataFrame({"T": range(61), "J": np.arange(61) / 7})
    *lines, _, last = results.in_parts(long).splitlines()
    assert len(lines) == 12 and lines[-1].split() == ["60", "8.5714"] and last == "10 of 61 rows; .table has all"
    assert len(results.in_parts(long[:60]).splitlines()) == 61


def test_figures(tmp_path):
    run = breadboard.exact(LOGF, T=6)
    figure = run.plot()
    assert figure.name == "maps-T6" and figure._repr_png_().startswith(b"\x89PNG")
    figure.save(tmp_path / "maps.svg")
    assert "<svg" in (tmp_path / "maps.svg").read_text()
    with pytest.raises(ValueError, match="there is no figure curve; use one of "):
        run.plot("curve")
    figure.save(tmp_path / "maps.pdf")
    assert (tmp_path / "maps.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(ValueError, match="ends in .png, .svg or .pdf"):
        figure.save("maps.eps")


def test_rows_are_the_kernel():
    J = breadboard.exact(LOGF, T=7).J
    for rows in (metropolis, lambda beta, logf: metropolis(1, logf), lambda beta: metropolis(beta).tolist(),
                 lambda beta: sparse(metropolis(beta))):
        assert breadboard.exact(LOGF, rows=rows, T=7).J == pytest.approx(J, rel=1e-10)
    rows = breadboard.sweep(LOGF, rows=metropolis, kernel="metropolis", T=7)
    assert len(rows) == 2 and rows.J[0] == pytest.approx(rows.J[1])


def test_a_step_has_the_numbers_of_its_rows():
    """J and B by step are those by rows; states may have names, and a step that cannot be followed has no J."""
    def one(cell, beta):
        to = tuple(np.add(cell, random.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])))
        inside = min(to) >= 0 and to[0] < 3 and to[1] < 4
        return to if inside and np.log(random.random()) < beta * (LOGF[to] - LOGF[cell]) else cell

    want = breadboard.exact(LOGF, rows=metropolis, T=7)
    for made in (one, step):
        run = breadboard.exact(LOGF, step=made, T=7)
        assert run.J == pytest.approx(want.J, rel=1e-12) and run.B == pytest.approx(want.B, rel=1e-12)
        told = breadboard.validate(LOGF, step=made, beta=0.5, full=True).rows[0]
        assert np.array(told["rows"]) == pytest.approx(metropolis(0.5)[None], abs=1e-12) and told["calls"] > 2000
    named = {("a", 1): 0.0, "b": 1.0, frozenset("c"): -1.0}

    def hop(state, beta):
        to = random.choice([*named])
        return to if random.random() < np.exp(beta * (named[to] - named[state])) else state

    run = breadboard.exact(named, step=hop, T=5)
    want = breadboard.exact([*named.values()], axes="any", kernel="from-prior", T=5)
    assert run.J == pytest.approx(want.J, rel=1e-12)
    assert run.q.keys() == named.keys() and breadboard.validate(named, step=hop).ok


def test_a_part_of_a_sweep():
    """It keeps p, and is not asked to lead everywhere; one that misses p is wrong."""
    def update(of):
        def step(state):
            i, k = state
            return i, random.choices(range(4), [of(LOGF[i, j]) for j in range(4)])[0]
        return step

    whole, part = (breadboard.validate(LOGF, step=update(np.exp), **given) for given in ({}, {"partial": True}))
    assert not whole.ok and "lead from every cell" in whole.verdict
    assert part.ok and part.status == "right" and "keeps all 6 laws" in part.words
    assert not breadboard.validate(LOGF, step=update(lambda v: np.exp(v / 2)), partial=True).ok


def test_a_sampler():
    """Its draws are p, in its own words; followed, learnt or by its draws."""
    table = [*np.exp(LOGF).ravel()]

    def of(weights):
        return lambda: divmod(random.choices(range(12), weights)[0], 4)

    def learnt(rng):
        return divmod(int(np.searchsorted(np.cumsum(table) / sum(table), rng.random() ** 1.0)), 4)

    for draw in (of(table), learnt):
        right = breadboard.validate(LOGF, draw=draw)
        assert right.status == "right" and right.words.startswith("Your sampler draws from p"), right.words
    wrong = breadboard.validate(LOGF, draw=of([0.0, *table[1:]]))
    assert not wrong.ok and "Your sampler is wrong: it does not draw from p" in wrong.words, wrong.words
    assert "(0, 0) is drawn with probability 0, where it is" in " ".join(wrong.words.split())
    hidden = iter(np.random.default_rng(3).random, None)
    ends = np.cumsum(table) / sum(table)
    seen = breadboard.validate(LOGF, draw=lambda: divmod(int(np.searchsorted(ends, next(hidden))), 4))
    assert seen.ok and seen.status == "not enough" and "long run" not in seen.words, seen.words


def test_an_object_that_a_step_changes():
    """It is put into each state, and its law is that of the step of states."""
    class Walker:
        def move(self, beta):
            y = self.at + random.choice((-1, 1))
            if 0 <= y < 3 and random.random() < np.exp(beta * (y - self.at)):
                self.at = y

    walker = Walker()
    run = breadboard.exact([0, 1, 2], T=4, step=walker.move, get=lambda: walker.at,
                           set=lambda at: setattr(walker, "at", at))
    want = breadboard.exact([0, 1, 2], T=4, kernel="metropolis")
    assert run.J == pytest.approx(want.J, rel=1e-12) and run.B == pytest.approx(want.B, rel=1e-12)
    with pytest.raises(TypeError, match="give all three"):
        breadboard.validate([0, 1, 2], step=walker.move, get=lambda: walker.at)


def of_cell(beta, rng=random):
    """Return a step of Metropolis from a cell by a function of beta, and a generator with choice and random."""
    def move(cell):
        to = tuple(np.add(cell, rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])).tolist())
        inside = min(to) >= 0 and to[0] < 3 and to[1] < 4
        return to if inside and np.log(rng.random()) < beta * (LOGF[to] - LOGF[cell]) else cell
    return move


def test_a_step_is_given_what_its_parameters_are_called():
    """beta and rng go by their names, one cell or many."""
    for made in (lambda cell, rng: of_cell(1, rng)(cell), lambda x, generator: of_cell(1, generator)(x)):
        assert "keeps all 7 laws" in words_of(breadboard.validate(LOGF, step=made))
    J = breadboard.exact(LOGF, T=4).J
    for made in (lambda cell, beta: of_cell(beta)(cell), lambda x, b: of_cell(b)(x), lambda x, beta=1: of_cell(beta)(x),
                 step, lambda states, rng, beta: step(states, beta, rng), lambda s, b, r: step(s, b, r),
                 lambda cell, logf: cell_of_density(cell, logf)):
        assert breadboard.exact(LOGF, step=made, T=4).J == pytest.approx(J, rel=1e-12)


def cell_of_density(cell, logf):
    """A step that sees the level by its density alone."""
    to = tuple(np.add(cell, random.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])).tolist())
    inside = min(to) >= 0 and to[0] < 3 and to[1] < 4
    return to if inside and np.log(random.random()) < logf[to] - logf[cell] else cell


def test_an_annealing_whose_step_sees_no_beta():
    """It makes the same step at each level: J is that of the chain as it runs, there is no B, and it is said why."""
    for run in breadboard.exact, breadboard.sweep:
        made = run(LOGF, step=of_cell(1), T=4)
        assert words_of(made).startswith("Your step takes no beta: it is the same at every level, and keeps the target")
        assert "write step(cell, beta)" in words_of(made) and not made.ok and math.isnan(made.B)
        assert made.J == pytest.approx(run(LOGF, rows=lambda beta: metropolis(1), T=4).J, rel=1e-12)
        assert "takes no beta" not in run(LOGF, step=lambda cell, beta: of_cell(beta)(cell), T=4).words
    assert breadboard.validate(LOGF, step=of_cell(1)).ok


def test_generators_are_as_they_were():
    """The modules random and numpy.random go on where they were, also after an error. One seed makes the same moves."""
    def drawn(seed):
        functions = Functions(step=lambda cell: (random.random(), np.random.random()))
        with undisturbed():
            functions.answer(json.dumps({"seed": seed, "grid": [2]}))
            return functions.step[0](0)

    def states():
        return random.getstate(), repr(np.random.get_state())

    before = states()
    assert breadboard.exact([0, 0], step=lambda cell, beta: int(2 * random.random()), T=2).ok and states() == before
    assert drawn(3) == drawn(3) and not {*drawn(3)} & {*drawn(4)} and states() == before
    with pytest.raises(ZeroDivisionError):
        breadboard.validate([0, 0], step=lambda cell: random.randrange(2) // 0)
    assert states() == before


def a_command(folder, says, then=""):
    """Return the path of a command that answers to version, and notes that it was asked."""
    path = folder / "breadboard"
    path.write_text(f'#!/bin/sh\nif [ "$1" = version ]; then echo >> {folder}/asked; echo "{says}"; exit; fi\n{then}\n')
    path.chmod(0o755)
    return path


def test_a_command_of_another_version_is_named(tmp_path, monkeypatch):
    """Package and command may ask and answer otherwise, and so they are of one version. It is asked once."""
    other = a_command(tmp_path, "breadboard 0.1.2, commit abc")
    says = (rf"^{other} is breadboard 0.1.2, and this package is {breadboard.__version__}; use both of one clone, "
            ".* BREADBOARD")
    with pytest.raises(breadboard.BreadboardError, match=says):
        breadboard.exact(LOGF, T=4, binary=other)
    own = a_command(tmp_path, f"breadboard {breadboard.__version__}, commit abc", f'exec {process.find()} "$@"')
    (tmp_path / "asked").unlink()
    monkeypatch.setenv("BREADBOARD", str(own))
    assert {breadboard.exact(LOGF, T=4).J for _ in range(3)} == {breadboard.exact(LOGF, T=4).J}
    assert (tmp_path / "asked").read_text() == "\n"


@pytest.mark.parametrize("command, says", (
    ("/bin/true", "/bin/true is not breadboard: /bin/true version prints nothing; name another in BREADBOARD"),
    ("/bin/echo", "/bin/echo is not breadboard: /bin/echo version prints 'version'"), ("/usr/bin/yes", "'version'"),
    ("/bin/cat", "nothing"), (__file__, "no executable "),
))
def test_what_is_no_breadboard_is_named(command, says, monkeypatch):
    monkeypatch.setenv("BREADBOARD", command)
    with pytest.raises((breadboard.BreadboardError, FileNotFoundError), match=says):
        breadboard.exact(LOGF, T=4)


def test_the_protocol_of_a_step():
    rng = np.random.default_rng(3)

    def step(cell, beta, logf):  # the density is another one whenever the data change
        to = tuple(rng.integers(logf.shape))
        u = (rng.random() + rng.random()) % 1  # uniform, and neither followed nor learnt
        return to if u < math.exp(min(0, logf[to] - logf[cell])) else cell

    model = {"toy": "clustering:3:2", "data": np.array([[0.5, 1.2], [0.1, -0.3], [2, 0.9]]), "sets": 2}
    fit = breadboard.protocol(**model, T=[5, 10])
    assert sum(fit.p_real) == pytest.approx(1) and list(fit.fitted) == [p == max(fit.p_real) for p in fit.p_real]
    assert {row["T"] for row in fit.tables["forward"]} == {5, 10}
    assert set(breadboard.protocol(**model, T=5, step=step).T) == {5}


def test_chains_and_their_weights():
    run = breadboard.sample(LOGF, step=step, kernel="metropolis", T=5, chains=400)
    assert run.quantity[0] == "e_log_w_fwd" and max(map(abs, run.z)) < 5
    rng = np.random.default_rng(2)
    forward = rng.normal(-0.5, 1, 4000)
    result = breadboard.sandwich(forward=forward, reverse=rng.normal(0.5, 1, 4000))
    assert result.ok
    assert re.search(r"4,000 runs show .* holds: if the forward weights alone were .* too large", words_of(result))
    few = breadboard.sandwich(forward=forward[:20] * 3, reverse=forward[20:40] * 3)
    assert re.search(r"cannot tell: .* Note: the largest of 20 forward weights is \d+% of", words_of(few))
    assert not breadboard.sandwich(forward=forward, reverse=rng.normal(1.5, 1, 4000)).ok


def test_warnings_are_those_of_python():
    with pytest.warns(UserWarning, match="look like probabilities") as warned:
        breadboard.exact(np.full((3, 4), 1 / 12), T=5)
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not breadboard.validate(LOGF, rows=lambda beta: metropolis(0.9 * beta)).ok


def test_words_of_a_line():
    given = {"T": [100.0, np.float64(100), np.int64(100)], "tolerance": 0.05, "time": 30, "mc_seed": np.array([10.0])}
    line = _calls.Line("validate", {**given, "flags": {"full": True, "by_step": False}})
    assert line.words[2:] == ["--levels=100,100,100", "--tolerance=0.05", "--time=30s", "--mc-seed=10", "--full"]
    assert process.in_python("--mc-seed 1.5 beside -T 3, in --target a.csv") == "mc_seed 1.5 beside T 3, in logf a.csv"


def test_progress_is_shown(capsys):
    lines = []
    process.listen(["breadboard: exact: 61% after 2s, and about 1s to go\n", "breadboard: -T 1; use 2\n"], lines)
    assert "61%" in capsys.readouterr().err and lines == ["breadboard: -T 1; use 2\n"]


def interrupt(*_):
    os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture
def heard():
    """Ctrl-C is heard, though tests in the background of a script begin without."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("call", [
    lambda: breadboard.validate([0, 1], step=interrupt),  # while breadboard waits for an answer
    lambda: breadboard.exact(toy="barrier", T=10000, program="smc:1000000:ess=0.5"),  # which takes minutes
])
def test_interrupted(monkeypatch, call):
    begun, popen, later = [], subprocess.Popen, threading.Timer(0.3, interrupt)

    def begin(*words, **how):
        begun.append(popen(*words, **how))
        later.start()
        return begun[0]

    monkeypatch.setattr(subprocess, "Popen", begin)
    with pytest.raises(KeyboardInterrupt):
        call()
    later.cancel()
    assert begun[0].wait(timeout=60) != 0


def test_examples():
    failed, tried = doctest.testmod(breadboard.commands)
    assert tried >= 8 and failed == 0


def test_signatures():
    """Every keyword has a type and a description, and is a flag of the command unless it is Python's own."""
    own = {*_calls.FUNCTIONS, *_calls.ARGUMENTS, "logf", "shape", "cells", "places", "binary", "patience", "flags", "get", "set"}
    for name in (*breadboard.commands.__all__, "list"):
        function = getattr(breadboard, name)
        flags = subprocess.run([process.find(), name, "--help"], check=True, capture_output=True, text=True).stdout
        words = function.__doc__.partition("Arguments:")[2]
        for keyword, parameter in inspect.signature(function).parameters.items():
            flag = "--" + _calls.FLAGS.get(keyword, keyword.replace("_", "-"))
            assert parameter.annotation is not parameter.empty and re.search(rf"\b{keyword}\b", words), (name, keyword)
            assert keyword in own or re.search(rf"{flag}\b(?!-)", flags), (name, flag)


ORDER = [0, 1]


def shuffled(cell, beta, logf):
    """Move along each axis once, in an order that is shuffled in its place."""
    random.shuffle(ORDER)
    for axis in ORDER:
        there = tuple(random.randrange(2) if i == axis else v for i, v in enumerate(cell))
        if random.random() < math.exp(min(0, logf[there] - logf[cell])):
            cell = there
    return cell


def test_a_sweep_of_a_step_has_the_same_bytes_each_time(tmp_path, monkeypatch):
    """The journal too: on one core and on two, and of a step that holds what it changes."""
    runs = []
    for cores in "1", "2":
        monkeypatch.setenv("GOMAXPROCS", cores)
        schedules = ["linear", "power:2"]
        breadboard.sweep([[0, 1], [2, 0.5]], step=shuffled, schedule=schedules, T=[4, 3], out=tmp_path / cores)
        runs.append({path.name: path.read_bytes() for path in (tmp_path / cores).iterdir()})
    assert runs[0] == runs[1]
    assert runs[0]["journal.jsonl"].count(b"was put back after each run") == 4
