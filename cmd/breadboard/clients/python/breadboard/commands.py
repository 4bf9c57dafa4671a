"""The commands of breadboard as functions, which take every flag as a keyword."""
# pylint: disable=too-many-arguments,unused-argument,redefined-builtin
from __future__ import annotations

import os
from typing import Any, Callable, Iterable, Optional, Sequence, Union

from ._calls import call, show
from .results import Result

__all__ = [  # list is left out: a name of Python's own
    "exact",
    "sample",
    "sweep",
    "validate",
    "aide",
    "sandwich",
    "protocol",
    "score",
    "reproduce",
    "explore",
]

__tracebackhide__ = True  # pytest then shows the line of the test

Word = Union[str, int, float]
Words = Union[Word, Iterable[Word], None]  # a text, a number, or several
Path = Union[str, "os.PathLike[str]", None]
Array = Any  # a NumPy array, or nested lists
File = Union[Path, Array, Iterable[Path]]  # the name of a file, or what would be in it
Spec = Union[Words, Array]  # words, or an array that stands for file:PATH
Time = Union[str, int, float, None]  # "30s", or a number of seconds
Switch = Optional[bool]
LogF = Union[Path, Array, Callable[..., float]]
Shape = Union[int, Sequence[int], None]
Function = Optional[Callable[..., Any]]  # a function that breadboard asks


def exact(
    logf: LogF = None, *, shape: Shape = None, toy: Words = None, axes: Words = None, data: File = None,
    seed: Words = None, T: Words = None, kernel: Words = None, schedule: Spec = None, bridge: Words = None,
    initial: Spec = None, repeat: Words = None, skip_last_kernel: Switch = None, step: Function = None,
    rows: Function = None, matrix: File = None, program: Words = None, forward: Function = None,
    reverse: Function = None, get: Function = None, set: Function = None, patience: Words = None,
    by_step: Switch = None, binary: Path = None, **flags: Any,
) -> Result:
    """J and B of an annealing or of programs, exactly, and what they are made of.

    An annealing goes from the initial density to the target through T levels, at the betas of the schedule, with a
    step of the kernel at each. q is the distribution of the cell where it ends, and p the target. J is how far apart
    they are, KL(q||p) + KL(p||q) in nats, and B is BREAD's bound on J. Both are computed from whole distributions:
    nothing is drawn.

    >>> import breadboard
    >>> run = breadboard.exact(toy="barrier", T=100)
    >>> round(run.J, 4), round(run.B, 4)
    (1.6479, 1.8104)
    >>> run.q.shape
    (7, 7)

    Arguments:
        logf: log f of the target: an array of any shape; a Series with levels of an index, or a frame whose last column
            is log f, by coordinates; a function of a cell's places, with shape; a dict, {state: log f}, of states of
            any kind; or the name of a file. In its place toy is a target by name, as "barrier", with its seed and data.
        shape: the lengths of the axes, for a function.
        axes: how a walker moves along the axes: "line", "ring", "any"; one word for each, or one for all.
        T: the number of levels, or several.
        kernel, bridge: names of the catalogue; breadboard.list("kernels") has them.
        schedule: a name, as "sigmoid:4" or "best-j"; or the betas.
        initial: the initial density: "uniform", "prior", "tempered:BETA"; or an array of log densities.
        repeat: how many steps the kernel makes at each level.
        skip_last_kernel: leave out the last kernel: it changes J and not B.
        step: a step of the kernel, as a sampler has it. It is followed: run for each way in which its random numbers
            can fall, at each beta anew, so that J and B are exact. step(cell, beta) takes a cell and returns the next
            one; step(states, beta, rng) takes many at once, as an array of cell numbers, or with a row of
            places for each, and returns the next ones. With a parameter called logf it gets the density of the level,
            with beta in it, and with one called rng a generator of NumPy. Without beta and logf it is the same at every
            level, and there is no B. A list of updates is a scan, which makes them in turn: each is followed by itself,
            and their rows are multiplied.
        rows: the kernel as rows(beta), a matrix: row x has the probabilities of one step from cell x. It is an array,
            or sparse as SciPy has them. rows(beta, logf) gets the density of the level too.
        matrix: the kernel as matrices by beta, {0.5: K1, 1: K2}, or a folder of them.
        program: inference programs in place of the annealing, as "smc:8"; "exec" is the one of forward and reverse.
        forward: a forward run of a program of your own: forward() or forward(rng) returns a cell and log w, the log
            weight of the run. It is followed as a step is. One that cannot be followed makes runs, which are drawn.
        reverse: a reverse run of it: reverse(cell) or reverse(cell, rng) returns log w of a run that might have
            returned this cell. rng is a generator of NumPy.
        get, set: of an object that step changes in place: set(state) puts a state into it, step() or step(beta) changes
            it, and get() returns its state.
        patience: seconds in which a run of these functions that is followed ends; 10, and a tenth of time= at most.
        by_step: also each step's share of B, and J and B of the annealing that stops there.
        binary: the path of breadboard; without it the variable BREADBOARD, or breadboard in the PATH.
        flags: all else that breadboard exact --help has, as by_step=True for --by-step.
    """
    return call("exact", locals())


def sample(
    logf: LogF = None, *, shape: Shape = None, toy: Words = None, axes: Words = None, data: File = None,
    seed: Words = None, T: Words = None, kernel: Words = None, schedule: Spec = None, bridge: Words = None,
    initial: Spec = None, repeat: Words = None, step: Function = None, program: Words = None, chains: Words = None,
    mc_seed: Words = None, binary: Path = None, **flags: Any,
) -> Result:
    """Monte Carlo estimates beside their exact values, with the error of each in standard errors, z.

    Arguments:
        step: a step of the kernel, as in exact, and chains are made by it. With
            kernel it claims to be that kernel, whose exact values then stand beside the estimates.
        program: an inference program in place of the annealing.
        chains: how many chains to run in each direction.
        mc_seed: the seed of random numbers: the same seed, the same numbers.
        logf, shape, toy, axes, data, seed, T, kernel, schedule, bridge, initial, repeat, binary: as in exact.
        flags: all else that breadboard sample --help has.
    """
    return call("sample", locals())


def sweep(
    logf: LogF = None, *, shape: Shape = None, toy: Words = None, axes: Words = None, data: File = None,
    seed: Words = None, T: Words = None, evaluations: Words = None, kernel: Words = None, schedule: Spec = None,
    bridge: Words = None, initial: Spec = None, repeat: Words = None, step: Function = None, rows: Function = None,
    matrix: File = None, program: Words = None, chains: Words = None, out: File = None, shard: Words = None,
    binary: Path = None, **flags: Any,
) -> Result:
    """Every combination of targets, kernels, schedules and T, in one table of J and B, a row for each.

    Every result is written to a journal in out at once, and the same call goes on where a run was stopped.

    >>> import breadboard
    >>> rows = breadboard.sweep(toy="easy", kernel=["metropolis", "heat-bath"], T=[10, 100])
    >>> [round(float(j), 3) for j in rows.J]
    [1.016, 0.127, 0.13, 0.002]

    Arguments:
        evaluations: in place of T: evaluations of the density in a run. T is what they afford.
        chains: also estimate B by this number of chains in each direction.
        out: the directory of the journal and of the tables; one that goes with the result, if it is left out.
        shard: only the Ith of N parts, as "3/8".
        logf, shape, toy, axes, data, seed, T, kernel, schedule, bridge, initial, repeat, step, rows, matrix, program:
            as in exact, each of them one or a list: schedule=["linear", a, b] with arrays a and b, say.
        binary: as in exact.
        flags: all else that breadboard sweep --help has.
    """
    return call("sweep", locals())


def validate(
    logf: LogF = None, *, shape: Shape = None, step: Function = None, partial: Switch = None, draw: Function = None,
    rows: Function = None, matrix: File = None, moves: File = None, draws: File = None, independent: Switch = None,
    cells: Switch = None, places: Switch = None, columns: Words = None, from_: Words = None, toy: Words = None,
    axes: Words = None, data: File = None, seed: Words = None, get: Function = None, set: Function = None,
    kernel: Words = None, beta: Words = None, T: Words = None, time: Time = None, patience: Words = None,
    reach: Words = None, require: Words = None, tolerance: Words = None, mc_seed: Words = None, binary: Path = None,
    **flags: Any,
) -> Result:
    """What is exactly right and wrong with a kernel, or with draws.

    First a verdict, words, with the likely cause and what to do where the pattern of what is broken tells them. ok is
    False if a law is broken, as by a chain that cannot reach part of the target.

    >>> import breadboard
    >>> flip = breadboard.validate([0, 1], matrix=[[0.25, 0.75], [0.5, 0.5]])
    >>> flip.ok, flip.verdict.split(";")[0]
    (False, 'matrix.npy on logf.npy is wrong: it does not keep p')
    >>> breadboard.validate([0, 0], draws=[0, 1] * 200, independent=True).verdict
    'no difference seen'

    Arguments:
        step: a step of the kernel, as in exact; or step(cell), at one beta. It is judged exactly; by moves, and the
            verdict says why, if it cannot be followed. Of a scan, a list of updates, the one that is wrong is named.
        partial: step is a part of a sweep, as an update of one coordinate: it keeps p, and need not lead to every cell.
        draw: in place of a step a sampler of p: draw() or draw(rng), which returns a state.
        rows: the kernel as rows(beta), as in exact; with step, its moves are compared with them.
        matrix: a matrix at one beta; or {0.5: K1, 1: K2}, for a whole annealing.
        kernel: a kernel of the catalogue; or what step, matrix or moves claim to be.
        moves: observed moves, cell numbers from 0: an array with the rows (from, to), a DataFrame with these columns,
            or a file.
        draws: draws of any sampler, along chains, which are judged in place of a kernel: an array of cell numbers,
            (chains, draws); of places, (chains, draws, axes) or (draws, axes); or a file.
        independent: the draws are independent, and not a chain.
        cells: draws has the numbers of cells, a chain a row. It is asked for where a row may be the places of a draw.
        places: draws has places along the axes, a row for each draw.
        columns: what the columns of moves or draws are called, as "chain=run".
        from_: the number of the first cell, and of the first place along an axis: 0, or 1.
        beta: validate at this beta alone; 1 is the target.
        T: the number of levels of the annealing.
        time: end after this number of seconds, and judge what is known by then.
        patience: seconds in which a run of step that is followed ends; 10, and a tenth of time at most.
        reach: a difference of the step's moves from its ways that is to show, as 0.01; more moves are made for it.
        require: "exact" refuses to judge a step by moves, and says why it would.
        tolerance: how far laws may be off besides rounding.
        mc_seed: the seed of random numbers, which step gets too.
        logf, shape, get, set, toy, axes, data, seed, binary: as in exact.
        flags: all else that breadboard validate --help has.
    """
    return call("validate", locals())


def aide(
    logf: LogF = None, *, shape: Shape = None, forward: Function = None, reverse: Function = None, toy: Words = None,
    axes: Words = None, data: File = None, seed: Words = None, T: Words = None, kernel: Words = None,
    schedule: Spec = None, bridge: Words = None, initial: Spec = None, hmm: File = None, gold: Words = None,
    program: Words = None, runs: Words = None, meta: Words = None, skip_exact: Switch = None, mc_seed: Words = None,
    binary: Path = None, **flags: Any,
) -> Result:
    """How far apart two inference programs are: AIDE's estimate beside the truth.

    Arguments:
        forward, reverse: runs of a program of your own, as in exact.
        hmm: a hidden Markov model from a file, instead of a target.
        gold: the gold standard, a program with settings of its own, as "ais:T=1000:kernel=king".
        program: the programs to compare with it; "exec" is the one of forward and reverse.
        runs: how many forward runs of both.
        meta: how many reverse runs of both look at each returned cell: more lower the bias.
        skip_exact: leave out the exact numbers, which may take long.
        mc_seed: the seed of random numbers.
        logf, shape, toy, axes, data, seed, T, kernel, schedule, bridge, initial, binary: as in exact.
        flags: all else that breadboard aide --help has.
    """
    return call("aide", locals())


def sandwich(
    *, forward: File = None, reverse: File = None, columns: Words = None, binary: Path = None, **flags: Any,
) -> Result:
    """Whether log weights from any sampler, on any space, are right, and what log R they bound.

    ok is False if forward and reverse weights cannot be of one sampler (Crooks' law).

    Arguments:
        forward: log weights of forward runs: an array, or a file with the column log_w.
        reverse: log weights of reverse runs from exact draws of the target, with the forward sign: the mean of log w
            is above log R.
        columns: what the columns are called, if not so.
        binary: as in exact.
        flags: all else that breadboard sandwich --help has.
    """
    return call("sandwich", locals())


def protocol(
    *, toy: Words = None, data: File = None, step: Function = None, kernel: Words = None, axes: Words = None,
    schedule: Spec = None, T: Words = None, sets: Words = None, seed: Words = None, out: File = None,
    binary: Path = None, **flags: Any,
) -> Result:
    """A sampler on real data, judged on simulated data like them, exactly: BREAD's protocol.

    Arguments:
        toy: the model of the data, as "clustering:4:2".
        data: data, one observation a row; the shipped cases without them.
        step: a step of the kernel, as in exact. If that takes more than 20,000 rows, 100 runs of each kind are drawn.
        sets: how many sets of data to simulate.
        seed: the seed of the simulated data.
        out: also write tables and figures to this directory.
        kernel, axes, schedule, T, binary: as in exact.
        flags: all else that breadboard protocol --help has.
    """
    return call("protocol", locals())


def score(
    logf: LogF = None, *, shape: Shape = None, step: Function = None, zoo: Words = None, toy: Words = None,
    axes: Words = None, seed: Words = None, kernel: Words = None, matrix: File = None, N: Words = None,
    evaluations: Words = None, start: Words = None, function: Words = None, out: File = None, binary: Path = None,
    **flags: Any,
) -> Result:
    """How well kernels really work: exact effective sample sizes, and a leaderboard.

    RESS, the real effective sample size, is the number of independent draws whose average has the same mean squared
    error as the time average of a chain.

    Arguments:
        step: a step of a kernel of your own, as in exact. matrix is its matrix on one density.
        zoo: densities of the zoo: "all", "small", a group or a name.
        kernel: kernels; without it all.
        N: numbers of steps. evaluations: in their place, of the density.
        start: where chains start: "exact", "lightest", "worst", "cell:I".
        function: what chains average: "mean:AXIS", "var:AXIS", "logf", "mode:I".
        out: the directory of the rows, the tables and the figures.
        logf, shape, toy, axes, seed, binary: as in exact.
        flags: all else that breadboard score --help has.
    """
    return call("score", locals())


def reproduce(
    *, quick: Switch = None, kernel: Words = None, step: Function = None, T: Words = None, out: File = None,
    binary: Path = None, **flags: Any,
) -> Result:
    """BREAD's Appendix B again: its tables, and its figures in a folder.

    Arguments:
        quick: less of everything: a look in seconds.
        kernel: a kernel beside the paper's Metropolis, in every table and figure: the column beside has its numbers.
        step: a step of your own beside it, as in exact: step(cell, beta, logf), as each toy has its own density on 7 by
            7 cells.
        T: the largest T for step; 1000, or 100 if quick.
        out: the directory of the tables and figures.
        binary: as in exact.
        flags: all else that breadboard reproduce --help has.
    """
    return call("reproduce", locals())


def explore(
    logf: LogF = None, *, shape: Shape = None, toy: Words = None, axes: Words = None, seed: Words = None,
    T: Words = None, kernel: Words = None, schedule: Spec = None, bridge: Words = None, initial: Spec = None,
    site: Path = None, binary: Path = None, **flags: Any,
) -> None:
    """The page on which one paints a density and drags a schedule, in the browser, until Ctrl-C.

    Arguments:
        site: a directory: the page is written there for any web server, and nothing is opened.
        T: one number of levels.
        logf, shape, toy, axes, seed, kernel, schedule, bridge, initial, binary: as in exact.
        flags: all else that breadboard explore --help has.
    """
    show("explore", locals())


def list(what: Words = None, *, binary: Path = None, **flags: Any) -> Result:
    """Toys, kernels, bridges and schedules, a row for each.

    Arguments:
        what: one catalogue alone, such as "kernels"; all if it is left out.
        binary: as in exact.
        flags: all else that breadboard list --help has.
    """
    return call("list", locals())
