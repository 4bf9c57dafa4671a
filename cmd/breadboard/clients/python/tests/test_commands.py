"""The commands as functions, beside what NumPy computes by itself.

    BREADBOARD=path/to/breadboard PYTHONPATH=.. python3 -m pytest test_commands.py
"""
import doctest
import inspect
import os
import re
import signal
import subprocess
import sys
import time
import traceback
import warnings

import pytest

import breadboard
from breadboard import _calls, conversation, process

np = pytest.importorskip("numpy")

I, K = np.indices((3, 4))
LOGF = 0.8 * I - 0.3 * K * K


def metropolis(beta, logf=LOGF):
    """The matrix of a move along one axis, accepted with min(1, f(y)/f(x)): of four ways each has a quarter."""
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


def propagated(logf, T, matrix):
    """J and B by the definition: laws pushed forward and backward through matrices, and the mean gains of each step."""
    def law(beta):
        p = np.exp(beta * logf.ravel())
        return p / p.sum()

    betas = np.linspace(0, 1, T)
    q = law(0)
    forward = reverse = 0.0
    for before, beta in zip(betas, betas[1:]):
        forward += (beta - before) * (q * logf.ravel()).sum()
        q = q @ matrix(beta)
    r = law(1)
    for before, beta in zip(betas[-2::-1], betas[:0:-1]):
        p = law(beta)
        back = (p[:, None] * matrix(beta)).T / p[:, None]  # Bayes
        r = r @ back
        reverse += (beta - before) * (r * logf.ravel()).sum()
    p = law(1)
    return ((q - p) * np.log(q / p)).sum(), reverse - forward, q.reshape(logf.shape)


def step(states, beta, rng):
    axis = rng.integers(0, 2, len(states))
    to = states.copy()
    to[np.arange(len(states)), axis] += rng.choice([-1, 1], len(states))
    inside = ((to >= 0) & (to < LOGF.shape)).all(1)
    to[~inside] = states[~inside]
    gain = LOGF[tuple(to.T)] - LOGF[tuple(states.T)]
    return np.where((rng.random(len(states)) < np.exp(np.minimum(0, beta * gain)))[:, None], to, states)


def test_exact_is_the_definition():
    run = breadboard.exact(LOGF, T=7)
    J, B, q = propagated(LOGF, 7, metropolis)
    assert run.J == pytest.approx(J, rel=1e-12) and run.B == pytest.approx(B, rel=1e-12)
    assert run.q.shape == (3, 4) and np.abs(run.q - q).max() < 1e-14
    assert np.abs(run.p - np.exp(LOGF) / np.exp(LOGF).sum()).max() < 1e-14


def test_targets_of_any_form():
    as_array = breadboard.exact(LOGF, T=5)
    as_lists = breadboard.exact(LOGF.tolist(), T=5)
    as_function = breadboard.exact(lambda i, k: 0.8 * i - 0.3 * k * k, shape=(3, 4), T=5)
    flat = breadboard.exact(LOGF.ravel(), shape=(3, 4), T=5)
    assert as_array.J == as_lists.J == flat.J and as_function.J == pytest.approx(as_array.J)
    cube = breadboard.exact(np.zeros((2, 3, 2)), T=3)
    assert cube.q.shape == (2, 3, 2)
    line = breadboard.exact([0, 1, 2], T=3)
    assert line.q.shape == (3,)
    with pytest.raises(TypeError, match="shape is missing"):
        breadboard.exact(lambda i, k: 0.0, T=3)
    with pytest.raises(ValueError, match="has the shape"):
        breadboard.exact(LOGF, shape=(4, 3), T=3)
    with pytest.raises(ValueError, match="no numbers"):
        breadboard.exact(np.array([["a"]]), T=3)


def test_several_rows_are_arrays():
    runs = breadboard.exact(LOGF, T=[3, 9])
    assert runs.J.shape == (2,) and len(runs) == 2 and runs[1]["T"] == 9
    assert list(runs["T"]) == [3, 9] and {"J", "B", "q"} <= set(dir(runs))
    with pytest.raises(AttributeError, match="no column nothing; it has target, grid"):
        runs.nothing  # pylint: disable=pointless-statement


def test_words_that_do_not_exist():
    with pytest.raises(breadboard.BadInput, match='^unknown flag kernl, did you mean "kernel"?'):
        breadboard.exact(LOGF, kernl="slice")
    with pytest.raises(breadboard.BadInput, match='^kernel "slicing" is unknown; use slice'):
        breadboard.exact(LOGF, kernel="slicing")
    with pytest.raises(ValueError, match="^T 1; use a whole number from 2"):  # BadInput is one
        breadboard.exact(LOGF, T=1)
    with pytest.raises(FileNotFoundError, match="no program /nowhere"):
        breadboard.exact(LOGF, binary="/nowhere")


def test_arrays_for_words():
    betas = [0, 0.1, 0.4, 1]
    assert breadboard.exact(LOGF, schedule=np.array(betas)).T == 4
    uniform = breadboard.exact(LOGF, T=5)
    given = breadboard.exact(LOGF, T=5, initial=np.zeros((3, 4)))
    assert given.J == pytest.approx(uniform.J)
    right = breadboard.validate(LOGF, matrix=metropolis(1.0))
    assert right.ok and "keeps all" in right.words
    wrong = breadboard.validate(LOGF, matrix=metropolis(0.9))
    assert not wrong.ok and "breaks" in wrong.words
    folder = {beta: metropolis(beta) for beta in (0.5, 1.0)}
    assert breadboard.exact(LOGF, matrix=folder).J == pytest.approx(propagated(LOGF, 3, metropolis)[0])


def test_a_sweep_and_its_table():
    rows = breadboard.sweep(LOGF, kernel=["metropolis", "heat-bath"], T=[4, 8])
    assert len(rows) == 4 and rows.J[0] == pytest.approx(propagated(LOGF, 4, metropolis)[0])
    table = rows.table
    names = table[0] if isinstance(table, list) else table
    assert "J" in names and "key" not in names and "spec" not in names
    assert rows.plot().png.startswith(b"\x89PNG")
    assert "heat-bath" in rows._repr_html_() and "<table" in rows._repr_html_()


def test_figures(tmp_path):
    run = breadboard.exact(LOGF, T=6)
    figure = run.plot()
    assert figure.name == "maps-T6" and figure.png.startswith(b"\x89PNG") and "<svg" in figure.svg
    figure.save(tmp_path / "maps.svg")
    assert "<svg" in (tmp_path / "maps.svg").read_text()
    with pytest.raises(ValueError, match="there is no figure curve; one of "):
        run.plot("curve")
    with pytest.raises(ValueError, match="ends in .png or .svg"):
        figure.save("maps.pdf")


def test_a_step_on_arrays():
    assert breadboard.validate(LOGF, step=step).ok
    wrong = breadboard.validate(LOGF, step=lambda states, beta, rng: step(states, beta / 2, rng))
    assert not wrong.ok and "breaks" in wrong.words
    with pytest.raises(ValueError, match="a cell for each state would do"):
        breadboard.validate(LOGF, step=lambda states, beta, rng: states[:, 0])
    with pytest.raises(ValueError, match="along axis 2, whose places are 0 to 3|along axis 1, whose places are 0 to 2"):
        breadboard.validate(LOGF, step=lambda states, beta, rng: states + 1)
    with pytest.raises(ValueError, match="returned 1 states for"):
        breadboard.validate(LOGF, step=lambda states, beta, rng: states[:1])


def test_an_error_of_a_step_is_shown_where_it_is():
    def step(cell, beta):
        return cell / 0

    with pytest.raises(ZeroDivisionError) as raised:
        breadboard.validate([0, 1, 0.5], step=step)
    assert [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)] == [
        "test_an_error_of_a_step_is_shown_where_it_is", "validate", "call", "step"]


def test_a_step_on_a_line():
    def redraw(states, beta, rng):
        assert states.ndim == 1
        p = np.exp(beta * np.array([0.0, 1.0, 0.5]))
        return rng.choice(3, len(states), p=p / p.sum())

    assert breadboard.validate([0, 1, 0.5], step=redraw).ok


def test_rows_are_the_kernel():
    run = breadboard.exact(LOGF, rows=metropolis, T=[7, 20])
    assert run.J[0] == pytest.approx(propagated(LOGF, 7, metropolis)[0], rel=1e-10)
    assert run.J[1] == pytest.approx(propagated(LOGF, 20, metropolis)[0], rel=1e-10)
    told = breadboard.exact(LOGF, rows=lambda beta, logf: metropolis(1, logf), T=7)
    as_lists = breadboard.exact(LOGF, rows=lambda beta: metropolis(beta).tolist(), T=7)
    assert told.J == pytest.approx(run.J[0]) and as_lists.J == run.J[0]
    assert breadboard.validate(LOGF, rows=metropolis).ok
    wrong = breadboard.validate(LOGF, rows=lambda beta: metropolis(0.9 * beta))
    assert not wrong.ok and "breaks" in wrong.words
    rows = breadboard.sweep(LOGF, rows=metropolis, kernel="metropolis", T=7)
    assert len(rows) == 2 and rows.J[0] == pytest.approx(rows.J[1])
    with pytest.raises(breadboard.BadInput, match="pT = p"):  # its reverse chain, and so B, do not exist
        breadboard.exact(LOGF, rows=lambda beta: metropolis(0.9 * beta), T=7)
    with pytest.raises(ValueError, match=r"has the shape \(3, 3\); the target has 12 cells"):
        breadboard.exact(LOGF, rows=lambda beta: np.eye(3), T=7)
    with pytest.raises(TypeError, match="asks for rows, and rows is missing"):
        conversation.Asked(step=step).given_rows([0])


def test_the_protocol_of_a_step():
    rng = np.random.default_rng(3)

    def step(cell, beta, logf):  # told the density anew whenever the data change
        to = tuple(rng.integers(logf.shape))
        return to if np.log(rng.random()) < logf[to] - logf[cell] else cell

    model = {"toy": "clustering:3:2", "data": np.array([[0.5, 1.2], [0.1, -0.3], [2, 0.9]]), "sets": 2}
    fit = breadboard.protocol(**model, T=[5, 10])
    assert sum(fit.p_real) == pytest.approx(1) and list(fit.fitted) == [p == max(fit.p_real) for p in fit.p_real]
    assert {row["T"] for row in fit.tables["forward"]} == {5, 10}
    drawn = breadboard.protocol(**model, T=5, step=step)
    assert set(drawn.T) == {5}


def test_data_as_an_array():
    y = np.array([[0.1, 2], [1, 2], [-1, 0.5]])
    assert breadboard.exact(toy="clustering:3:2", data=y, T=5).J > 0
    with pytest.raises(breadboard.BadInput, match="use 3 rows of 2 numbers"):
        breadboard.exact(toy="clustering:3:2", data=y[:2], T=5)


def test_sparse_rows():
    sparse = pytest.importorskip("scipy.sparse")
    run = breadboard.exact(LOGF, rows=lambda beta: sparse.csr_matrix(metropolis(beta)), T=7)
    assert run.J == pytest.approx(propagated(LOGF, 7, metropolis)[0], rel=1e-10)


def test_chains_of_a_step():
    run = breadboard.sample(LOGF, step=step, kernel="metropolis", T=5, chains=400)
    assert run.quantity[0] == "e_log_w_fwd" and max(map(abs, run.z)) < 5
    with pytest.raises(TypeError, match=r"step\(cell, beta\)"):
        breadboard.sample(LOGF, step=lambda cell: cell, T=5)


def test_draws():
    rng = np.random.default_rng(1)
    p = np.exp(LOGF).ravel()
    cells = rng.choice(12, 2000, p=p / p.sum())
    places = np.stack(np.unravel_index(cells, LOGF.shape), -1)
    for draws in (cells, cells.reshape(4, 500), places.reshape(4, 500, 2)):
        judged = breadboard.validate(LOGF, draws=draws)
        assert judged.ok and re.search(r"a sampler off by 0\.\d+ or more", judged.words)
    breadboard.assert_draws(places, LOGF, places=True)
    with pytest.raises(AssertionError, match="ot draws of p"):
        breadboard.assert_draws(rng.choice(12, 2000), LOGF)
    with pytest.raises(ValueError, match="the draws have place 3 along axis 1, whose places are 0 to 2"):
        breadboard.validate(LOGF, draws=places + 1)
    with pytest.raises(ValueError, match="places are 0 to 2"):
        breadboard.validate(LOGF, draws=places + 1, places=True)
    assert list(breadboard.validate(LOGF, draws=places + 1, places=True, from_=1).q.ravel()) == list(
        breadboard.validate(LOGF, draws=cells).q.ravel())
    with pytest.raises(ValueError, match="the target's lengths are not known"):
        breadboard.validate(toy="easy", draws=places.reshape(4, 500, 2))


def test_cells_or_places():
    rng = np.random.default_rng(4)
    p = np.exp(LOGF).ravel()
    cells = rng.choice(12, (1000, 2), p=p / p.sum())
    places = np.stack(np.unravel_index(cells[:, 0], LOGF.shape), -1)
    for reading in ({}, {"cells": True}):  # cells up to 11 are no places on 3x4
        assert breadboard.validate(LOGF, draws=cells, **reading).draws == 2000
    few = np.minimum(cells, 2)
    for draws in (places, few, few.tolist()):
        with pytest.raises(ValueError, match=r"shape \(1000, 2\) may be cells, \(chains, draws\), or places, "
                                             r"\(draws, axes\); cells=True or places=True says which"):
            breadboard.validate(LOGF, draws=draws)
    assert breadboard.validate(LOGF, draws=places, places=True).draws == 1000
    assert breadboard.validate(LOGF, draws=places, cells=True).draws == 2000
    column = rng.choice(3, (400, 1))
    with pytest.raises(ValueError, match="cells=True or places=True says which"):
        breadboard.validate([0, 0, 0], draws=column)
    for reading in ({"places": True}, {"cells": True}):
        assert breadboard.validate([0, 0, 0], draws=column, **reading).ok
    assert breadboard.validate([0, 0, 0], draws=column.reshape(4, 100, 1)).draws == 400
    with pytest.raises(ValueError, match="one of them would do"):
        breadboard.validate(LOGF, draws=places, cells=True, places=True)
    with pytest.raises(ValueError, match=r"places of shape \(chains, draws, 2\)"):
        breadboard.validate(LOGF, draws=np.zeros((4, 5, 3)))
    with pytest.raises(ValueError, match=r"places of shape \(chains, draws, 2\)"):
        breadboard.validate(LOGF, draws=np.zeros((4, 5, 2)), cells=True)
    with pytest.raises(ValueError, match="columns of a file say which"):
        breadboard.validate(LOGF, draws="draws.csv", places=True)


def test_results_have_the_shape_of_the_target():
    for shape in ((4,), (1, 4), (4, 1), (1, 1, 4)):
        run = breadboard.exact(np.zeros(shape), T=3)
        assert run.q.shape == run.p.shape == shape
        assert breadboard.validate(np.zeros(shape), draws=np.zeros(100, int)).q.shape == shape
    assert breadboard.exact(lambda i, k: 0.0, shape=(1, 4), T=3).q.shape == (1, 4)


def test_weights_of_ones_own():
    rng = np.random.default_rng(2)
    forward = rng.normal(-0.5, 1, 4000)
    assert breadboard.sandwich(forward=forward, reverse=rng.normal(0.5, 1, 4000)).ok
    assert not breadboard.sandwich(forward=forward, reverse=rng.normal(1.5, 1, 4000)).ok


def test_warnings_are_those_of_python():
    with pytest.warns(UserWarning, match="look like probabilities") as warned:
        breadboard.exact(np.full((3, 4), 1 / 12), T=5)
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not breadboard.validate(LOGF, rows=lambda beta: metropolis(0.9 * beta)).ok


def test_whole_numbers():
    words = _calls.Words("")
    for value in (100, 100.0, np.float64(100), np.int64(100)):
        assert words.flag("T", value) == "--levels=100"
    assert words.flag("T", np.array([10.0, 20.0])) == "--levels=10,20"
    assert words.flag("tolerance", 0.05) == "--tolerance=0.05"


def test_progress_is_told(capsys):
    said = []
    process.listen(["breadboard: exact: 61% after 2s, and about 1s to go\n", "breadboard: -T 1; 2 would do\n"], said)
    assert "61%" in capsys.readouterr().err and said == ["breadboard: -T 1; 2 would do\n"]
    assert process.in_python("--mc-seed 1.5 beside -T 3, in --target a.csv") == "mc_seed 1.5 beside T 3, in logf a.csv"


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_interrupted(tmp_path):
    begun, program = tmp_path / "begun", tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch '{begun}'\nexec '{process.find()}' \"$@\"\n")
    program.chmod(0o755)
    script = ("import breadboard, sys\ntry:\n"
              "    breadboard.exact(toy='barrier', T=10000, program='smc:1000000:ess=0.5',\n"
              f"                     binary='{program}')\n"  # which takes minutes
              "except KeyboardInterrupt:\n    print('interrupted')\n")
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, start_new_session=True) as python:
        while not begun.exists() and python.poll() is None:
            time.sleep(0.02)
        time.sleep(0.3)  # until it computes, and Python waits for it
        python.send_signal(signal.SIGINT)  # as a notebook does: the program itself gets no signal
        try:
            assert python.communicate(timeout=60)[0] == b"interrupted\n"
        finally:
            if python.poll() is None:
                os.killpg(python.pid, signal.SIGKILL)  # and the program with it


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("waits", ["cat >'{}'", "exec sleep 100"])
def test_interrupted_while_it_waits(tmp_path, waits):
    """A program that waits for an answer ends when none can come, and one that hears nothing at the second Ctrl-C."""
    number, program = tmp_path / "number", tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntrap '' INT\necho $$ >'{number}'\n{waits.format(tmp_path / 'said')}\n")
    program.chmod(0o755)
    script = ("import breadboard\ntry:\n"
              f"    breadboard.validate([0, 1], step=lambda x: x, binary='{program}')\n"
              "except KeyboardInterrupt:\n    print('interrupted')\n")
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          start_new_session=True) as python:
        while not (number.exists() and number.read_text().strip()):
            time.sleep(0.02)
        time.sleep(0.3)  # until Python waits for it
        python.send_signal(signal.SIGINT)
        try:
            if "sleep" in waits:
                time.sleep(0.3)
                python.send_signal(signal.SIGINT)
            assert python.communicate(timeout=60) == (b"interrupted\n", b"")
            with pytest.raises(ProcessLookupError):
                os.kill(int(number.read_text()), 0)
        finally:
            if python.poll() is None:
                os.killpg(python.pid, signal.SIGKILL)


def test_examples():
    failed, tried = doctest.testmod(breadboard.commands)
    assert tried >= 8 and failed == 0


def test_signatures():
    """Every keyword has a type and a description, and is a flag of the command unless it is Python's own."""
    own = {*_calls.FUNCTIONS, *_calls.ARGUMENTS, "logf", "shape", "cells", "places", "binary", "flags"}
    for name in (*breadboard.commands.__all__, "list"):
        function = getattr(breadboard, name)
        told = subprocess.run([process.find(), name, "--help"], check=True, capture_output=True, text=True).stdout
        words = function.__doc__.partition("Arguments:")[2]
        for keyword, parameter in inspect.signature(function).parameters.items():
            flag = "--" + _calls.FLAGS.get(keyword, keyword.replace("_", "-"))
            assert parameter.annotation is not parameter.empty and re.search(rf"\b{keyword}\b", words), (name, keyword)
            assert keyword in own or re.search(rf"{flag}\b(?!-)", told), (name, flag)


def test_reproduce(tmp_path):
    run = breadboard.reproduce(quick=True, out=tmp_path / "paper")
    assert (tmp_path / "paper" / "figure3.png").exists() and "barrier" in run.toy


def test_explore(tmp_path):
    with pytest.raises(breadboard.BadInput, match='kernel "nix" is unknown'):
        breadboard.explore(LOGF, T=5, kernel="nix", site=tmp_path)
