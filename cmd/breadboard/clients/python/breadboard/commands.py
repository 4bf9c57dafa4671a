"""The commands of breadboard as functions. breadboard completion python writes this module: do not edit it."""
# pylint: disable=too-many-arguments,too-many-locals,unused-argument,redefined-builtin
from __future__ import annotations

from ._calls import call
from ._types import File, LogF, Spec, Step, Time, Words
from .results import Result
from typing import Any, Callable, Optional, Sequence, Union

__all__ = [ # list is left out: a name of Python's own
    "exact",
    "sample",
    "sweep",
    "validate",
    "tune",
    "weights",
    "temper",
    "certify",
    "aide",
    "sandwich",
    "protocol",
    "draws",
    "score",
    "geweke",
    "columns",
]


def exact(
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    rows: Optional[Callable[..., Any]] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    data: Optional[File] = None,
    bridge: Optional[Words] = None,
    schedule: Optional[Spec] = None,
    initial: Optional[Spec] = None,
    skip_last_kernel: Optional[bool] = None,
    repeat: Optional[Words] = None,
    kernel: Optional[Words] = None,
    settings: Optional[File] = None,
    T: Optional[Words] = None,
    yes: Optional[bool] = None,
    matrix: Optional[File] = None,
    program: Optional[Words] = None,
    exec: Optional[Words] = None,
    timeout: Optional[Time] = None,
    seed: Optional[Words] = None,
    backward: Optional[Words] = None,
    sets: Optional[Words] = None,
    mc_seed: Optional[Words] = None,
    by_step: Optional[bool] = None,
    lengths: Optional[bool] = None,
    save_betas: Optional[File] = None,
    save_laws: Optional[File] = None,
    pictures: Optional[File] = None,
    title: Optional[Words] = None,
    size: Optional[Words] = None,
    font_size: Optional[Words] = None,
    font: Optional[Words] = None,
    theme: Optional[Words] = None,
    pgf: Optional[bool] = None,
    force: Optional[bool] = None,
    label: Optional[Words] = None,
    columns: Optional[Words] = None,
    binary: Optional[str] = None,
) -> Result:
    """J and B of an annealing or of programs, exactly, and what they are made of.

    An annealing goes from the initial density to the target through T levels, at the betas of the schedule, with a
    step of the kernel at each. q is the law of the cell where it ends, and p the target. J is how far apart they
    are, KL(q||p) + KL(p||q) in nats, and B is BREAD's bound on J. Both are computed from whole distributions:
    nothing is drawn. breadboard columns exact says what each column means.

    >>> import breadboard
    >>> run = breadboard.exact(toy="barrier", T=100)
    >>> round(run.J, 4), round(run.B, 4)
    (1.6479, 1.8104)
    >>> run.q.shape
    (7, 7)

    Arguments:
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        rows: the kernel as rows(beta), a matrix: row x has the probabilities of one step from cell x. It is an
            array, or sparse as scipy has them. rows(beta, logf) is told the density of the level too.
        toy: A target by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS. Or several,
            separated by commas.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What files of targets and initial densities hold: log f (log, the default) or p up to a factor, 0
            for a wall (p).
        axes: How a walker moves along the axes: line, ring, any; one word for each, or one for all (default the
            target's own: spins and labels any, lattices line).
        data: A model's data from a file, instead of simulated ones: CSV, one observation a row.
        bridge: From the initial density to the target: geometric, mixture, power:Q, moments:STATISTICS,
            observations (default geometric).
        schedule: The betas: linear, sigmoid:DELTA, power:K, geometric:RATIO, fisher, binned, kl, friction, best-b,
            best-j, curve:0:BETA:...:1, FORMULA, file:PATH (default linear).
        initial: The initial density: uniform, prior, tempered:BETA, file:PATH (default uniform, or prior for a
            model); a file is like a target's.
        skip_last_kernel: Leave out the last kernel: it changes J and not B.
        repeat: How many steps the kernel makes at each level: T and the weights stay, the cost is so many times as
            much (default 1). Or what differs by level: dwell:9 for nine at the target, numbers at equal distances
            as 1:1:8, or a formula of s as 1+7*s^2.
        kernel: The Markov kernel: metropolis, barker, heat-bath, cycle, slice, king, lazy:A, mixture, cauchy:SCALE,
            laplace:SCALE, langevin:SIZE, hamiltonian:STEPS, stretch, perfect, identity, from-prior, informed,
            gaussian:SCALE, gaussian-hamiltonian:SCALE (default metropolis).
        settings: Kernel, bridge, schedule, steps and T from a file, as tune writes them; a flag beside it comes
            first.
        T: Numbers of levels, from 2: a list, or logarithmic steps as 10..1000x5 (default 10,100,1000).
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        matrix: A folder of transition matrices in place of the kernel: beta-0.5.csv and so on, CSV or NPY. Their
            betas are the annealing's.
        program: Inference programs in its place, separated by commas: ais, importance, sir:P, smc:P, rejection,
            posterior, vb, masked:K=STEPS, uniform:K=STEPS, ns:P, bic, smc-data:P, shme:K, hme-chain:K, cms:K,
            chib:K.
        exec: A program that tells the rows of its kernel when asked over its pipes, in any language: see
            cmd/breadboard/clients. It takes the kernel's place, and all is as exact. A caller says -: the questions
            come on stdout, before the table, and the answers on stdin.
        timeout: How long a program may take over a line.
        seed: The seed of the target, a random toy or simulated data (default: the toy's own); or several, as 1..20.
        backward: The backward kernel of the reverse paths, of which B is: the reversal at the density (reversal,
            the default); the marginal's own, by which B is J (marginal); or one from N pilot runs (pilot:N, or
            pilot:N:WEIGHT with the density weighed as so many; WEIGHT is 1).
        sets: Over how many sets of pilots B is a mean (default 32).
        mc_seed: The seed of random numbers, of chains and draws: the same seed, the same numbers (default 1).
        by_step: Also each step's share of B.
        lengths: Also the lengths of the path under the kernel, and how near B is to what they say.
        save_betas: Also write the betas, of one T, to this file, as schedule file: reads them.
        save_laws: Also write the laws at each level, of one T, to this .npy: p, that of the forward chains and that
            of the reverse ones, each by level and cell.
        pictures: Also draw the run into this directory, as figures and one page, run.html: p and q, what each cell
            and step adds to B, and the law of log w.
        title: A title above each figure.
        size: The size of each figure on the printed page, in cm, mm, in or pt (default the figure's own). Letters
            keep theirs, and panels shrink; a figure that has no room there is not drawn.
        font_size: The size of the smallest letters, in points (default 8 with size, and else the figure's own).
        font: The letters: sans, or serif as in books (default sans).
        theme: The page of each figure: paper, or slide, which is dark, bold and 16 to 9 wide (default paper).
        pgf: Write each figure as PGF too, for LaTeX: its words are in the document's font, with J, B and T in
            italics.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        label: What figures call a target, kernel or another name that they show, as g.csv=Galaxies; in PGF a part
            as $J$ is a formula.
        columns: How many panels of a figure stand side by side (default as many as it has, or as a page of size has
            room for).
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("exact", locals(), {
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "data": ("--data", "file"),
        "bridge": ("--bridge", "words"),
        "schedule": ("--schedule", "spec"),
        "initial": ("--initial", "spec"),
        "skip_last_kernel": ("--skip-last-kernel", "switch"),
        "repeat": ("--repeat", "words"),
        "kernel": ("--kernel", "words"),
        "settings": ("--settings", "file"),
        "T": ("--levels", "words"),
        "yes": ("--yes", "switch"),
        "matrix": ("--matrix", "file"),
        "program": ("--program", "words"),
        "exec": ("--exec", "words"),
        "timeout": ("--timeout", "time"),
        "seed": ("--seed", "words"),
        "backward": ("--backward", "words"),
        "sets": ("--sets", "words"),
        "mc_seed": ("--mc-seed", "words"),
        "by_step": ("--by-step", "switch"),
        "lengths": ("--lengths", "switch"),
        "save_betas": ("--save-betas", "file"),
        "save_laws": ("--save-laws", "file"),
        "pictures": ("--pictures", "file"),
        "title": ("--title", "words"),
        "size": ("--size", "words"),
        "font_size": ("--font-size", "words"),
        "font": ("--font", "words"),
        "theme": ("--theme", "words"),
        "pgf": ("--pgf", "switch"),
        "force": ("--force", "switch"),
        "label": ("--label", "words"),
        "columns": ("--columns", "words"),
    })


def sample(
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    step: Optional[Step] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    data: Optional[File] = None,
    bridge: Optional[Words] = None,
    schedule: Optional[Spec] = None,
    initial: Optional[Spec] = None,
    skip_last_kernel: Optional[bool] = None,
    repeat: Optional[Words] = None,
    kernel: Optional[Words] = None,
    settings: Optional[File] = None,
    T: Optional[Words] = None,
    yes: Optional[bool] = None,
    matrix: Optional[File] = None,
    program: Optional[Words] = None,
    seed: Optional[Words] = None,
    chains: Optional[Words] = None,
    mc_seed: Optional[Words] = None,
    exact: Optional[Words] = None,
    save: Optional[File] = None,
    exec: Optional[Words] = None,
    reversible: Optional[bool] = None,
    timeout: Optional[Time] = None,
    workers: Optional[Words] = None,
    pictures: Optional[File] = None,
    title: Optional[Words] = None,
    size: Optional[Words] = None,
    font_size: Optional[Words] = None,
    font: Optional[Words] = None,
    theme: Optional[Words] = None,
    pgf: Optional[bool] = None,
    force: Optional[bool] = None,
    label: Optional[Words] = None,
    columns: Optional[Words] = None,
    binary: Optional[str] = None,
) -> Result:
    """Monte Carlo estimates beside their exact values.

    Estimates stand beside exact values, with the error in standard errors (z). A saved file has a row for each run;
    reports/draws shows how DuckDB and ArviZ read it.

    Arguments:
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        step: a step of the kernel. step(cell) and step(cell, beta) take a cell and return the next one;
            step(states, beta, rng) takes many at once, as an array of cell numbers, or with a row of places for
            each, and returns the next ones. With a parameter called logf it is told the density of the level too.
        toy: A target by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What files of targets and initial densities hold: log f (log, the default) or p up to a factor, 0
            for a wall (p).
        axes: How a walker moves along the axes: line, ring, any; one word for each, or one for all (default the
            target's own: spins and labels any, lattices line).
        data: A model's data from a file, instead of simulated ones: CSV, one observation a row.
        bridge: From the initial density to the target: geometric, mixture, power:Q, moments:STATISTICS,
            observations (default geometric).
        schedule: The betas: linear, sigmoid:DELTA, power:K, geometric:RATIO, fisher, binned, kl, friction, best-b,
            best-j, curve:0:BETA:...:1, FORMULA, file:PATH (default linear).
        initial: The initial density: uniform, prior, tempered:BETA, file:PATH (default uniform, or prior for a
            model); a file is like a target's.
        skip_last_kernel: Leave out the last kernel: it changes J and not B.
        repeat: How many steps the kernel makes at each level: T and the weights stay, the cost is so many times as
            much (default 1). Or what differs by level: dwell:9 for nine at the target, numbers at equal distances
            as 1:1:8, or a formula of s as 1+7*s^2.
        kernel: The Markov kernel: metropolis, barker, heat-bath, cycle, slice, king, lazy:A, mixture, cauchy:SCALE,
            laplace:SCALE, langevin:SIZE, hamiltonian:STEPS, stretch, perfect, identity, from-prior, informed,
            gaussian:SCALE, gaussian-hamiltonian:SCALE (default metropolis).
        settings: Kernel, bridge, schedule, steps and T from a file, as tune writes them; a flag beside it comes
            first.
        T: Numbers of levels, from 2: a list, or logarithmic steps as 10..1000x5 (default 100).
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        matrix: A folder of transition matrices in place of the kernel: beta-0.5.csv and so on, CSV or NPY. Their
            betas are the annealing's.
        program: Inference programs in its place, separated by commas: ais, importance, sir:P, smc:P, rejection,
            posterior, vb, masked:K=STEPS, uniform:K=STEPS, ns:P, bic, smc-data:P, shme:K, hme-chain:K, cms:K,
            chib:K.
        seed: The seed of the target, a random toy or simulated data (default: the toy's own); or several, as 1..20.
        chains: How many chains to run in each direction, at least 2 (default 100000; 1000 with exec).
        mc_seed: The seed of random numbers, of chains and draws: the same seed, the same numbers (default 1).
        exact: Whether exact numbers stand beside the estimates: auto leaves them out on a large space where they
            would take far longer than the chains, always and never.
        save: Also save every run, its cell and its log w, as Parquet: for ArviZ, DuckDB, pandas. reports/draws has
            the columns.
        exec: A program that makes the moves, in any language: see cmd/breadboard/clients. With kernel it claims to
            be that kernel, whose exact values stand beside the estimates; reverse chains run if that kernel is
            reversible.
        reversible: The kernel of exec keeps detailed balance, so that reverse chains can run by its own moves. The
            moves are tested for it.
        timeout: How long a program may take over a line.
        workers: How many chains run at once; 0 is one a core (the default). The numbers do not depend on it.
        pictures: Also draw the run into this directory, as figures and one page, run.html: p and q, what each cell
            and step adds to B, and the law of log w.
        title: A title above each figure.
        size: The size of each figure on the printed page, in cm, mm, in or pt (default the figure's own). Letters
            keep theirs, and panels shrink; a figure that has no room there is not drawn.
        font_size: The size of the smallest letters, in points (default 8 with size, and else the figure's own).
        font: The letters: sans, or serif as in books (default sans).
        theme: The page of each figure: paper, or slide, which is dark, bold and 16 to 9 wide (default paper).
        pgf: Write each figure as PGF too, for LaTeX: its words are in the document's font, with J, B and T in
            italics.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        label: What figures call a target, kernel or another name that they show, as g.csv=Galaxies; in PGF a part
            as $J$ is a formula.
        columns: How many panels of a figure stand side by side (default as many as it has, or as a page of size has
            room for).
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("sample", locals(), {
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "data": ("--data", "file"),
        "bridge": ("--bridge", "words"),
        "schedule": ("--schedule", "spec"),
        "initial": ("--initial", "spec"),
        "skip_last_kernel": ("--skip-last-kernel", "switch"),
        "repeat": ("--repeat", "words"),
        "kernel": ("--kernel", "words"),
        "settings": ("--settings", "file"),
        "T": ("--levels", "words"),
        "yes": ("--yes", "switch"),
        "matrix": ("--matrix", "file"),
        "program": ("--program", "words"),
        "seed": ("--seed", "words"),
        "chains": ("--chains", "words"),
        "mc_seed": ("--mc-seed", "words"),
        "exact": ("--exact", "words"),
        "save": ("--save", "file"),
        "exec": ("--exec", "words"),
        "reversible": ("--reversible", "switch"),
        "timeout": ("--timeout", "time"),
        "workers": ("--workers", "words"),
        "pictures": ("--pictures", "file"),
        "title": ("--title", "words"),
        "size": ("--size", "words"),
        "font_size": ("--font-size", "words"),
        "font": ("--font", "words"),
        "theme": ("--theme", "words"),
        "pgf": ("--pgf", "switch"),
        "force": ("--force", "switch"),
        "label": ("--label", "words"),
        "columns": ("--columns", "words"),
    })


def sweep(
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    rows: Optional[Callable[..., Any]] = None,
    spec: Optional[File] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    seed: Optional[Words] = None,
    data: Optional[File] = None,
    kernel: Optional[Words] = None,
    repeat: Optional[Words] = None,
    matrix: Optional[File] = None,
    exec: Optional[Words] = None,
    bridge: Optional[Words] = None,
    initial: Optional[Spec] = None,
    schedule: Optional[Spec] = None,
    program: Optional[Words] = None,
    T: Optional[Words] = None,
    evaluations: Optional[Words] = None,
    skip_last_kernel: Optional[bool] = None,
    chains: Optional[Words] = None,
    mc_seed: Optional[Words] = None,
    full: Optional[bool] = None,
    timeout: Optional[Time] = None,
    out: Optional[File] = None,
    shard: Optional[Words] = None,
    workers: Optional[Words] = None,
    title: Optional[Words] = None,
    size: Optional[Words] = None,
    font_size: Optional[Words] = None,
    font: Optional[Words] = None,
    theme: Optional[Words] = None,
    pgf: Optional[bool] = None,
    force: Optional[bool] = None,
    label: Optional[Words] = None,
    columns: Optional[Words] = None,
    save_betas: Optional[File] = None,
    all: Optional[bool] = None,
    dry_run: Optional[bool] = None,
    yes: Optional[bool] = None,
    binary: Optional[str] = None,
) -> Result:
    """Every combination of targets, kernels, schedules and T, in one table.

    The result is a table of J and B by whatever has several values, and in DIR a page with charts, summary.html,
    and a figure. Up to 200 results need no DIR: then the table has the quartiles over the draws of each target, and
    on how many draws each setting has the least J and the least B. format csv and json print every row instead, as
    rows.csv has it. A column that has no value in any row is left out; reports/columns.md and the metadata of
    rows.parquet explain the columns.

    A name in a list may have a range in place of its number: sigmoid:1..8 are all whole numbers from 1 to 8, and
    laplace:0.5..4x5 five values from 0.5 to 4, in equal ratios where they are a scale and else in equal steps. So
    may any number of a toy, a program or a curve: ising:2x3:0.1..0.9x5, smc:10..1000x3, which is 10, 100 and 1000,
    curve:0:0.1..0.5x5:1.

    Every result is written to a journal in DIR at once. However a run was stopped, the same command goes on where
    it was, and ends in the same tables. A table in DIR with rows that the new one lacks is replaced with force
    alone. The rows of exec are asked for at ten betas on each target, 0.1 to 1: results are kept as long as these
    are the same. breadboard help exact shows what it is asked.

    >>> import breadboard
    >>> rows = breadboard.sweep(toy="easy", kernel=["metropolis", "heat-bath"], T=[10, 100])
    >>> [round(float(j), 3) for j in rows.J]
    [1.016, 0.127, 0.13, 0.002]

    Arguments:
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        rows: the kernel as rows(beta), a matrix: row x has the probabilities of one step from cell x. It is an
            array, or sparse as scipy has them. rows(beta, logf) is told the density of the level too.
        spec: A TOML file of lists; its keys are the names of these flags. A flag beside it takes the place of its
            list; an empty one, as seed=, leaves the list out. Paths in it start from the current directory.
        toy: Targets by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What files of targets and initial densities hold: log f (log, the default) or p up to a factor, 0
            for a wall (p).
        axes: How walkers move along the axes of all targets: line, ring, any; one word for each axis, or one for
            all (default each target's own).
        seed: Seeds of the targets, random toys or simulated data, and ranges of them (default: each toy's own).
        data: Data of the models from files, instead of simulated ones.
        kernel: Kernels: metropolis, barker, heat-bath, cycle, slice, king, lazy:A, mixture, cauchy:SCALE,
            laplace:SCALE, langevin:SIZE, hamiltonian:STEPS, stretch, perfect, identity, from-prior, informed,
            gaussian:SCALE, gaussian-hamiltonian:SCALE.
        repeat: How many steps the kernels make at each level: T and the weights stay, the cost is so many times as
            much (default 1). Or what differs by level: dwell:9 for nine at the target, numbers at equal distances
            as 1:1:8, or a formula of s as 1+7*s^2.
        matrix: Folders of transition matrices, beta-0.5.csv and so on: more kernels, each at its own betas and T
            alone.
        exec: A program that tells the rows of its kernel when asked over its pipes, in any language: one kernel
            more. Its rows at ten betas on each target, 0.1 to 1, are part of what a result is kept by: a sweep goes
            on only if they are what they were.
        bridge: Bridges: geometric, mixture, power:Q, moments:STATISTICS, observations.
        initial: Initial densities: uniform, prior, tempered:BETA, file:PATH.
        schedule: Schedules: linear, sigmoid:DELTA, power:K, geometric:RATIO, fisher, binned, kl, friction, best-b,
            best-j, curve:0:BETA:...:1, FORMULA, file:PATH. A file is a curve through its betas, linear between
            them; without -T all run at its own T.
        program: Inference programs: ais, importance, sir:P, smc:P, rejection, posterior, vb, masked:K=STEPS,
            uniform:K=STEPS, ns:P, bic, smc-data:P, shme:K, hme-chain:K, cms:K, chib:K.
        T: Numbers of levels, from 2, and logarithmic steps: LOW..HIGHxSTEPS.
        evaluations: In place of -T: evaluations of the density in a run, of weights and of the kernel's steps, as
            lists of T are written. T is what they afford, and the front of J and of B against cost is drawn.
        skip_last_kernel: Leave out the last kernel: it changes J and not B.
        chains: Also estimate B by so many chains in each direction.
        mc_seed: The seed of random numbers, of chains and draws: the same in every run (default 1).
        full: Also B from pairwise marginals, and the other checks: it takes longer.
        timeout: How long a program may take over a line.
        out: The directory of the journal and of the tables.
        shard: Only the Ith of N parts, which take equally long: for array jobs, and then merge.
        workers: How many results are computed at once; 0 is one a core. The rows do not depend on it.
        title: A title above each figure.
        size: The size of each figure on the printed page, in cm, mm, in or pt (default the figure's own). Letters
            keep theirs, and panels shrink; a figure that has no room there is not drawn.
        font_size: The size of the smallest letters, in points (default 8 with size, and else the figure's own).
        font: The letters: sans, or serif as in books (default sans).
        theme: The page of each figure: paper, or slide, which is dark, bold and 16 to 9 wide (default paper).
        pgf: Write each figure as PGF too, for LaTeX: its words are in the document's font, with J, B and T in
            italics.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        label: What figures call a target, kernel or another name that they show, as g.csv=Galaxies; in PGF a part
            as $J$ is a formula.
        columns: How many panels of a figure stand side by side (default as many as it has, or as a page of size has
            room for).
        save_betas: Also write the betas of every best-b and best-j, a file each, to this directory, as schedule
            file: reads them.
        all: A row for each result, in place of the medians over the draws of each target.
        dry_run: Only print what would be run, and an estimate of the time.
        yes: Go on even if it takes more than 262,144 cells or 1 GiB.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("sweep", locals(), {
        "spec": (None, "file"),
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "seed": ("--seed", "words"),
        "data": ("--data", "file"),
        "kernel": ("--kernel", "words"),
        "repeat": ("--repeat", "words"),
        "matrix": ("--matrix", "file"),
        "exec": ("--exec", "words"),
        "bridge": ("--bridge", "words"),
        "initial": ("--initial", "spec"),
        "schedule": ("--schedule", "spec"),
        "program": ("--program", "words"),
        "T": ("--levels", "words"),
        "evaluations": ("--evaluations", "words"),
        "skip_last_kernel": ("--skip-last-kernel", "switch"),
        "chains": ("--chains", "words"),
        "mc_seed": ("--mc-seed", "words"),
        "full": ("--full", "switch"),
        "timeout": ("--timeout", "time"),
        "out": ("--out", "file"),
        "shard": ("--shard", "words"),
        "workers": ("--workers", "words"),
        "title": ("--title", "words"),
        "size": ("--size", "words"),
        "font_size": ("--font-size", "words"),
        "font": ("--font", "words"),
        "theme": ("--theme", "words"),
        "pgf": ("--pgf", "switch"),
        "force": ("--force", "switch"),
        "label": ("--label", "words"),
        "columns": ("--columns", "words"),
        "save_betas": ("--save-betas", "file"),
        "all": ("--all", "switch"),
        "dry_run": ("--dry-run", "switch"),
        "yes": ("--yes", "switch"),
    })


def validate(
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    step: Optional[Step] = None,
    rows: Optional[Callable[..., Any]] = None,
    matrix: Optional[File] = None,
    exec: Optional[Words] = None,
    moves: Optional[File] = None,
    columns: Optional[Words] = None,
    from_: Optional[Words] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    data: Optional[File] = None,
    bridge: Optional[Words] = None,
    schedule: Optional[Spec] = None,
    initial: Optional[Spec] = None,
    skip_last_kernel: Optional[bool] = None,
    repeat: Optional[Words] = None,
    kernel: Optional[Words] = None,
    seed: Optional[Words] = None,
    redraws: Optional[Words] = None,
    beta: Optional[Words] = None,
    T: Optional[Words] = None,
    tolerance: Optional[Words] = None,
    most_moves: Optional[Words] = None,
    mc_seed: Optional[Words] = None,
    time: Optional[Time] = None,
    fault: Optional[Words] = None,
    timeout: Optional[Time] = None,
    pictures: Optional[File] = None,
    title: Optional[Words] = None,
    size: Optional[Words] = None,
    font_size: Optional[Words] = None,
    font: Optional[Words] = None,
    theme: Optional[Words] = None,
    pgf: Optional[bool] = None,
    force: Optional[bool] = None,
    yes: Optional[bool] = None,
    binary: Optional[str] = None,
) -> Result:
    """What is exactly right and wrong with a kernel.

    First a verdict. Where the pattern of what is broken tells, the likely cause and what to do stand below. Then
    every law, with how far it is off and where; how fast the chain is at each beta; and the same figures of the
    catalogue. The exit code is 0 if every law is kept, 1 if one is broken, as by a chain that cannot reach part of
    the target, 2 for bad input. format json prints one object, csv the laws alone.

    >>> import breadboard
    >>> flip = breadboard.validate([0, 1], matrix=[[0.25, 0.75], [0.5, 0.5]])
    >>> flip.ok, flip.verdict.split(":")[0]
    (False, 'matrix.npy on logf.npy breaks 3 of 8 laws')

    Arguments:
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        step: a step of the kernel. step(cell) and step(cell, beta) take a cell and return the next one;
            step(states, beta, rng) takes many at once, as an array of cell numbers, or with a row of places for
            each, and returns the next ones. With a parameter called logf it is told the density of the level too.
        rows: the kernel as rows(beta), a matrix: row x has the probabilities of one step from cell x. It is an
            array, or sparse as scipy has them. rows(beta, logf) is told the density of the level too.
        matrix: A transition matrix, CSV or NPY, at one beta; or a folder of them, beta-0.5.csv and so on, for a
            whole annealing.
        exec: A program that makes moves when asked over its pipes, in any language: see cmd/breadboard/clients. A
            test suite says -: the questions come on stdout, before the verdict, and the answers on stdin.
        moves: A file of observed moves, CSV or Parquet: columns from and to, cell numbers from 0. Or of chains,
            also .npy: a column of states, or x_1, x_2 and so on (or row, col), each followed by the next of its
            chain.
        columns: What the columns are called, if not as above: NAME,NAME in that order, or WORD=NAME, as chain=run
            or x_1=x[1,2].
        from_: The number of the first cell, and of the first place along an axis: 1 if they were counted as R and
            Julia count.
        toy: A target by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What files of targets and initial densities hold: log f (log, the default) or p up to a factor, 0
            for a wall (p).
        axes: How a walker moves along the axes: line, ring, any; one word for each, or one for all (default the
            target's own: spins and labels any, lattices line).
        data: A model's data from a file, instead of simulated ones: CSV, one observation a row.
        bridge: From the initial density to the target: geometric, mixture, power:Q, moments:STATISTICS,
            observations (default geometric).
        schedule: The betas: linear, sigmoid:DELTA, power:K, geometric:RATIO, fisher, binned, kl, friction, best-b,
            best-j, curve:0:BETA:...:1, FORMULA, file:PATH (default linear).
        initial: The initial density: uniform, prior, tempered:BETA, file:PATH (default uniform, or prior for a
            model); a file is like a target's.
        skip_last_kernel: Leave out the last kernel: it changes J and not B.
        repeat: How many steps the kernel makes at each level: T and the weights stay, the cost is so many times as
            much (default 1). Or what differs by level: dwell:9 for nine at the target, numbers at equal distances
            as 1:1:8, or a formula of s as 1+7*s^2.
        kernel: A kernel of the catalogue; or, with matrix, exec or moves, the kernel that those claim to be:
            metropolis, barker, heat-bath, cycle, slice, king, lazy:A, mixture, cauchy:SCALE, laplace:SCALE,
            langevin:SIZE, hamiltonian:STEPS, stretch, perfect, identity, from-prior, informed, gaussian:SCALE,
            gaussian-hamiltonian:SCALE.
        seed: The seed of the target, a random toy or simulated data (default: the toy's own).
        redraws: Also test it as a Gibbs sampler: the last thing that a step does is to redraw this axis, from 1,
            given the others; or, any, one axis picked at random.
        beta: Validate at this beta alone; 1 is the target, and the default with one matrix.
        T: The number of levels of the annealing (11).
        tolerance: How far laws may be off besides rounding: 1e-5, say, for a matrix that was written with six
            digits.
        most_moves: How many moves to ask exec for at most, at all betas together. It is asked until every law is
            decided: broken, or kept by as many moves as find fault.
        mc_seed: The seed of random numbers, of chains and draws: the same seed, the same numbers (default 1).
        time: End after this time, such as 30s: exec is asked for moves until the last fifth of it, or the last ten
            seconds, in which those that were made are judged. Of a kernel on too many cells for matrices as many
            betas are looked at as this allows by the count of their work (a minute), and the clock ends it too. The
            verdict says what was left out (default no bound).
        fault: The smallest fault, in total variation, that the moves of exec and moves should be enough to find.
        timeout: How long a program may take over a line.
        pictures: Also draw heat maps and the spectrum into this directory, and one page with charts,
            validation.html.
        title: A title above each figure.
        size: The size of each figure on the printed page, in cm, mm, in or pt (default the figure's own). Letters
            keep theirs, and panels shrink; a figure that has no room there is not drawn.
        font_size: The size of the smallest letters, in points (default 8 with size, and else the figure's own).
        font: The letters: sans, or serif as in books (default sans).
        theme: The page of each figure: paper, or slide, which is dark, bold and 16 to 9 wide (default paper).
        pgf: Write each figure as PGF too, for LaTeX: its words are in the document's font, with J, B and T in
            italics.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        yes: Go on even if it takes more than 262,144 cells or 1 GiB.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("validate", locals(), {
        "rows": ("--rows", "switch"),
        "matrix": ("--matrix", "file"),
        "exec": ("--exec", "words"),
        "moves": ("--moves", "file"),
        "columns": ("--columns", "words"),
        "from_": ("--from", "words"),
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "data": ("--data", "file"),
        "bridge": ("--bridge", "words"),
        "schedule": ("--schedule", "spec"),
        "initial": ("--initial", "spec"),
        "skip_last_kernel": ("--skip-last-kernel", "switch"),
        "repeat": ("--repeat", "words"),
        "kernel": ("--kernel", "words"),
        "seed": ("--seed", "words"),
        "redraws": ("--redraws", "words"),
        "beta": ("--beta", "words"),
        "T": ("--levels", "words"),
        "tolerance": ("--tolerance", "words"),
        "most_moves": ("--most-moves", "words"),
        "mc_seed": ("--mc-seed", "words"),
        "time": ("--time", "time"),
        "fault": ("--fault", "words"),
        "timeout": ("--timeout", "time"),
        "pictures": ("--pictures", "file"),
        "title": ("--title", "words"),
        "size": ("--size", "words"),
        "font_size": ("--font-size", "words"),
        "font": ("--font", "words"),
        "theme": ("--theme", "words"),
        "pgf": ("--pgf", "switch"),
        "force": ("--force", "switch"),
        "yes": ("--yes", "switch"),
    })


def tune(
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    seed: Optional[Words] = None,
    data: Optional[File] = None,
    initial: Optional[Spec] = None,
    cost: Optional[Words] = None,
    weights: Optional[Words] = None,
    kernel: Optional[Words] = None,
    bridge: Optional[Words] = None,
    goal: Optional[Words] = None,
    out: Optional[File] = None,
    workers: Optional[Words] = None,
    title: Optional[Words] = None,
    size: Optional[Words] = None,
    font_size: Optional[Words] = None,
    font: Optional[Words] = None,
    theme: Optional[Words] = None,
    pgf: Optional[bool] = None,
    force: Optional[bool] = None,
    label: Optional[Words] = None,
    binary: Optional[str] = None,
) -> Result:
    """The settings of least J and of least B at a price: kernel, bridge, betas and steps.

    Kernels and bridges are tried one by one. For each the betas, the steps of the kernel at each level, the number
    of levels and the parameters that stand as ranges are searched, so that a run takes no more evaluations of the
    density than cost says. A level takes one for its weight, and those of its steps. Betas go down exact gradients;
    all else is tried, and no search proves that nothing is better. A parameter that is found at the end of its
    range is said to be there. Beside the best settings stands what choosing one part alone is worth.

    For several targets one setting is searched, too: the one whose largest ratio of J to the least J of a target is
    least, and the one whose median ratio is. Beside it stands how a setting does on a target without which it was
    searched. It has one kernel, one list of betas and of steps, and costs no more on any target. Their spaces may
    differ; a kernel that does not go on one of them is refused.

    With out each setting is a file, best-j-100.toml, that settings of exact, sample and others reads, and sweep
    too. Those for several targets are best-worst-100.toml and best-median-100.toml. A search that was stopped goes
    on by the same command, and ends in the same rows on any number of cores.

    Arguments:
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        toy: Targets by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What files of targets and initial densities hold: log f (log, the default) or p up to a factor, 0
            for a wall (p).
        axes: How walkers move along the axes of all targets: line, ring, any; one word for each axis, or one for
            all (default each target's own).
        seed: Seeds of the targets, random toys or simulated data, and ranges of them (default: each toy's own).
        data: Data of the models from files, instead of simulated ones.
        initial: The initial density: uniform, prior, tempered:BETA, file:PATH (default uniform, or prior for a
            model); a file is like a target's.
        cost: The most evaluations of the density in a run: numbers, and logarithmic steps as 10..1000x5 (default
            100).
        weights: What the weight of a level costs: an evaluation (charged, the default), or none (free).
        kernel: The kernels to choose from (default metropolis,heat-bath,king,laplace:0.25..64): metropolis, barker,
            heat-bath, cycle, slice, king, lazy:A, mixture, cauchy:SCALE, laplace:SCALE, langevin:SIZE,
            hamiltonian:STEPS, stretch, perfect, identity, from-prior, informed, gaussian:SCALE,
            gaussian-hamiltonian:SCALE. Between the ends of a range, as laplace:0.5..4, any value may be the best.
        bridge: The bridges to choose from (default geometric): geometric, mixture, power:Q, moments:STATISTICS,
            observations. Ranges as power:0..1 are searched.
        goal: What is to be least: J, B, and of one setting for several targets the worst and the median ratio of J
            to the least J (default all).
        out: The directory of the journal, by which a search that was stopped goes on, and of the settings: files
            that settings and sweep read.
        workers: How many searches run at once; 0 is one a core (the default). The rows do not depend on it.
        title: A title above each figure.
        size: The size of each figure on the printed page, in cm, mm, in or pt (default the figure's own). Letters
            keep theirs, and panels shrink; a figure that has no room there is not drawn.
        font_size: The size of the smallest letters, in points (default 8 with size, and else the figure's own).
        font: The letters: sans, or serif as in books (default sans).
        theme: The page of each figure: paper, or slide, which is dark, bold and 16 to 9 wide (default paper).
        pgf: Write each figure as PGF too, for LaTeX: its words are in the document's font, with J, B and T in
            italics.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        label: What figures call a target, kernel or another name that they show, as g.csv=Galaxies; in PGF a part
            as $J$ is a formula.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("tune", locals(), {
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "seed": ("--seed", "words"),
        "data": ("--data", "file"),
        "initial": ("--initial", "spec"),
        "cost": ("--cost", "words"),
        "weights": ("--weights", "words"),
        "kernel": ("--kernel", "words"),
        "bridge": ("--bridge", "words"),
        "goal": ("--goal", "words"),
        "out": ("--out", "file"),
        "workers": ("--workers", "words"),
        "title": ("--title", "words"),
        "size": ("--size", "words"),
        "font_size": ("--font-size", "words"),
        "font": ("--font", "words"),
        "theme": ("--theme", "words"),
        "pgf": ("--pgf", "switch"),
        "force": ("--force", "switch"),
        "label": ("--label", "words"),
    })


def weights(
    what: Optional[Words] = None,
    of: Optional[Words] = None,
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    data: Optional[File] = None,
    bridge: Optional[Words] = None,
    schedule: Optional[Spec] = None,
    initial: Optional[Spec] = None,
    skip_last_kernel: Optional[bool] = None,
    repeat: Optional[Words] = None,
    kernel: Optional[Words] = None,
    settings: Optional[File] = None,
    T: Optional[Words] = None,
    yes: Optional[bool] = None,
    matrix: Optional[File] = None,
    program: Optional[Words] = None,
    seed: Optional[Words] = None,
    upper: Optional[Words] = None,
    lower: Optional[Words] = None,
    reverse_from: Optional[Words] = None,
    rival: Optional[Words] = None,
    binary: Optional[str] = None,
) -> Result:
    """What else is known exactly of log w: tails, averages, bounds, starts.

    One question about log w, the log weight of a run, answered from its whole law:

        tails       how likely log w is to be 0, 1 or 2 nats or more on the
                    wrong side of log R
        averages    the mean and the error of the log of an average of 25 runs
        estimators  how well estimators of log R, such as thermodynamic
                    integration, do on 100 chains
        raise       bounds of log p of each cell, by reverse runs from there
        bounds      what bounds of log R that you bring (upper, lower)
                    certify of the divergences
        cells       F and G, the account of each cell: where B comes from, and
                    what it becomes if reverse runs start there
        starts      what B becomes if reverse runs start elsewhere
                    (reverse_from), and how likely its estimate from 10 runs
                    is below J if they share one draw
        choice      how likely averages of 25 runs name the wrong one of two
                    models (rival)

    Arguments:
        what: One of tails, averages, estimators, raise, bounds, cells, starts, choice.
        of: Of tails: how many nats beyond log R, as 0,1,2. Of averages: of how many runs. Of estimators: of how
            many chains. Of starts: of how many runs each way. Of choice: of how many runs of each model.
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        toy: A target by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What files of targets and initial densities hold: log f (log, the default) or p up to a factor, 0
            for a wall (p).
        axes: How a walker moves along the axes: line, ring, any; one word for each, or one for all (default the
            target's own: spins and labels any, lattices line).
        data: A model's data from a file, instead of simulated ones: CSV, one observation a row.
        bridge: From the initial density to the target: geometric, mixture, power:Q, moments:STATISTICS,
            observations (default geometric).
        schedule: The betas: linear, sigmoid:DELTA, power:K, geometric:RATIO, fisher, binned, kl, friction, best-b,
            best-j, curve:0:BETA:...:1, FORMULA, file:PATH (default linear).
        initial: The initial density: uniform, prior, tempered:BETA, file:PATH (default uniform, or prior for a
            model); a file is like a target's.
        skip_last_kernel: Leave out the last kernel: it changes J and not B.
        repeat: How many steps the kernel makes at each level: T and the weights stay, the cost is so many times as
            much (default 1). Or what differs by level: dwell:9 for nine at the target, numbers at equal distances
            as 1:1:8, or a formula of s as 1+7*s^2.
        kernel: The Markov kernel: metropolis, barker, heat-bath, cycle, slice, king, lazy:A, mixture, cauchy:SCALE,
            laplace:SCALE, langevin:SIZE, hamiltonian:STEPS, stretch, perfect, identity, from-prior, informed,
            gaussian:SCALE, gaussian-hamiltonian:SCALE (default metropolis).
        settings: Kernel, bridge, schedule, steps and T from a file, as tune writes them; a flag beside it comes
            first.
        T: Numbers of levels, from 2: a list, or logarithmic steps as 10..1000x5 (default 10,100,1000).
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        matrix: A folder of transition matrices in place of the kernel: beta-0.5.csv and so on, CSV or NPY. Their
            betas are the annealing's.
        program: Inference programs in its place, separated by commas: ais, importance, sir:P, smc:P, rejection,
            posterior, vb, masked:K=STEPS, uniform:K=STEPS, ns:P, bic, smc-data:P, shme:K, hme-chain:K, cms:K,
            chib:K.
        seed: The seed of the target, a random toy or simulated data (default: the toy's own); or several, as 1..20.
        upper: Of bounds: upper bounds of log R, which with forward runs certify kl_q_p. Numbers in nats, or
            programs, whose mean log w in reverse is one.
        lower: Of bounds: lower bounds of log R, which with reverse runs certify kl_p_q. Numbers in nats, or
            programs, whose mean log w forward is one.
        reverse_from: Of starts: where reverse runs start besides draws of the target: prior, draws of the initial
            density; cell:I; a number K, what K steps of the kernel at the target make of such a draw; or a file of
            a density.
        rival: Of choice: the other model, on the data of the first.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("weights", locals(), {
        "what": (None, "words"),
        "of": (None, "words"),
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "data": ("--data", "file"),
        "bridge": ("--bridge", "words"),
        "schedule": ("--schedule", "spec"),
        "initial": ("--initial", "spec"),
        "skip_last_kernel": ("--skip-last-kernel", "switch"),
        "repeat": ("--repeat", "words"),
        "kernel": ("--kernel", "words"),
        "settings": ("--settings", "file"),
        "T": ("--levels", "words"),
        "yes": ("--yes", "switch"),
        "matrix": ("--matrix", "file"),
        "program": ("--program", "words"),
        "seed": ("--seed", "words"),
        "upper": ("--upper", "words"),
        "lower": ("--lower", "words"),
        "reverse_from": ("--reverse-from", "words"),
        "rival": ("--rival", "words"),
    })


def temper(
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    data: Optional[File] = None,
    bridge: Optional[Words] = None,
    schedule: Optional[Spec] = None,
    initial: Optional[Spec] = None,
    kernel: Optional[Words] = None,
    repeat: Optional[Words] = None,
    seed: Optional[Words] = None,
    walkers: Optional[Words] = None,
    practice: Optional[bool] = None,
    exchange: Optional[Words] = None,
    hot: Optional[Words] = None,
    start: Optional[Words] = None,
    scans: Optional[Words] = None,
    all: Optional[bool] = None,
    chains: Optional[Words] = None,
    mc_seed: Optional[Words] = None,
    yes: Optional[bool] = None,
    binary: Optional[str] = None,
) -> Result:
    """Parallel tempering: J after so many scans, rejections, the barrier, round trips and log R.

    Walkers stand at the betas of a schedule, from 0 to 1. At a scan each makes a step of the kernel at its own
    beta, and then neighbours at x and y change places with probability min(1, f_low(y) f_high(x) / f_low(x)
    f_high(y)). The cold walker is the sample: the table has its J after so many scans. Up to 10,000,000 product
    states all is exact, as 3 walkers on 7x7 in seconds, and 4 in minutes. With chains runs are made by dice too, or
    in place of that.

    A round trip is the way of a walker from beta 0 to 1 and back. If exploration forgot everything at each scan
    their rate would be 1/(2 + 2E) for deo and 1/(2(N-1) + 2E) for seo, E the sum of r/(1-r) over the rejections r
    (Syed, Bouchard-Cote, Deligiannidis and Doucet 2022). The exact rate stands beside it.

    Arguments:
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        toy: A target by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What files of targets and initial densities hold: log f (log, the default) or p up to a factor, 0
            for a wall (p).
        axes: How a walker moves along the axes: line, ring, any; one word for each, or one for all (default the
            target's own: spins and labels any, lattices line).
        data: A model's data from a file, instead of simulated ones: CSV, one observation a row.
        bridge: From the initial density to the target: geometric, mixture, power:Q, moments:STATISTICS,
            observations (default geometric).
        schedule: The betas of the walkers: linear, sigmoid:DELTA, power:K, geometric:RATIO, fisher, binned, kl,
            friction, best-b, best-j, curve:0:BETA:...:1, FORMULA, file:PATH (default linear).
        initial: The initial density: uniform, prior, tempered:BETA, file:PATH (default uniform, or prior for a
            model); a file is like a target's.
        kernel: The Markov kernel by which each walker explores: metropolis, barker, heat-bath, cycle, slice, king,
            lazy:A, mixture, cauchy:SCALE, laplace:SCALE, langevin:SIZE, hamiltonian:STEPS, stretch, perfect,
            identity, from-prior, informed, gaussian:SCALE, gaussian-hamiltonian:SCALE (default metropolis).
        repeat: How many steps it makes at each scan (default 1). Or what differs by level: dwell:9 for nine at the
            target, numbers at equal distances as 1:1:8, or a formula of s as 1+7*s^2.
        seed: The seed of the target, a random toy or simulated data (default: the toy's own).
        walkers: How many walkers stand at the betas from 0 to 1 (default 3).
        practice: The number of walkers and the betas that practice has: twice the barrier many pairs, which all
            reject alike.
        exchange: Which neighbours are offered an exchange: deo, seo; deo are even and odd pairs in turn, seo either
            by a coin (default deo).
        hot: What the walker at beta 0 does at a scan: draw, move; a draw is from the initial density, a move is the
            kernel's (default draw).
        start: Where the walkers start: initial, with draws of the initial density; equilibrium, each with one of
            its own density; cell:I from cell 0 (default initial).
        scans: After how many scans there is a row: a list, or logarithmic steps as 10..1000x5 (default 1,10,100).
        all: Also round trips, the relaxation time and deviations where there are many product states, which takes
            long.
        chains: How many runs to make by dice, beside the exact numbers or in their place where there are too many
            product states.
        mc_seed: The seed of random numbers, of chains and draws: the same seed, the same numbers (default 1).
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("temper", locals(), {
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "data": ("--data", "file"),
        "bridge": ("--bridge", "words"),
        "schedule": ("--schedule", "spec"),
        "initial": ("--initial", "spec"),
        "kernel": ("--kernel", "words"),
        "repeat": ("--repeat", "words"),
        "seed": ("--seed", "words"),
        "walkers": ("--walkers", "words"),
        "practice": ("--practice", "switch"),
        "exchange": ("--exchange", "words"),
        "hot": ("--hot", "words"),
        "start": ("--start", "words"),
        "scans": ("--scans", "words"),
        "all": ("--all", "switch"),
        "chains": ("--chains", "words"),
        "mc_seed": ("--mc-seed", "words"),
        "yes": ("--yes", "switch"),
    })


def certify(
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    data: Optional[File] = None,
    bridge: Optional[Words] = None,
    schedule: Optional[Spec] = None,
    initial: Optional[Spec] = None,
    skip_last_kernel: Optional[bool] = None,
    repeat: Optional[Words] = None,
    kernel: Optional[Words] = None,
    settings: Optional[File] = None,
    T: Optional[Words] = None,
    yes: Optional[bool] = None,
    seed: Optional[Words] = None,
    catalogue: Optional[bool] = None,
    binary: Optional[str] = None,
) -> Result:
    """How many digits of J, B and the divergences are right, with a proof.

    The float64 results of the command exact, each beside the truth. Other code computes the truth in big floats,
    from the same definition of the kernel, between two proved bounds, and doubles the precision until fifteen
    digits agree. The exit code is 1 if fewer than nine digits of a result are right.

    Arguments:
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        toy: A target by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What files of targets and initial densities hold: log f (log, the default) or p up to a factor, 0
            for a wall (p).
        axes: How a walker moves along the axes: line, ring, any; one word for each, or one for all (default the
            target's own: spins and labels any, lattices line).
        data: A model's data from a file, instead of simulated ones: CSV, one observation a row.
        bridge: From the initial density to the target: geometric, mixture, power:Q, moments:STATISTICS,
            observations (default geometric).
        schedule: The betas: linear, sigmoid:DELTA, power:K, geometric:RATIO, fisher, binned, kl, friction, best-b,
            best-j, curve:0:BETA:...:1, FORMULA, file:PATH (default linear).
        initial: The initial density: uniform, prior, tempered:BETA, file:PATH (default uniform, or prior for a
            model); a file is like a target's.
        skip_last_kernel: Leave out the last kernel: it changes J and not B.
        repeat: How many steps the kernel makes at each level: T and the weights stay, the cost is so many times as
            much (default 1). Or what differs by level: dwell:9 for nine at the target, numbers at equal distances
            as 1:1:8, or a formula of s as 1+7*s^2.
        kernel: The Markov kernel: metropolis, barker, heat-bath, cycle, slice, king, lazy:A, mixture, cauchy:SCALE,
            laplace:SCALE, langevin:SIZE, hamiltonian:STEPS, stretch, perfect, identity, from-prior, informed,
            gaussian:SCALE, gaussian-hamiltonian:SCALE (default metropolis).
        settings: Kernel, bridge, schedule, steps and T from a file, as tune writes them; a flag beside it comes
            first.
        T: Numbers of levels, from 2: a list, or logarithmic steps as 10..1000x5 (default 10,100,1000).
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        seed: The seed of the target, a random toy or simulated data (default: the toy's own); or several, as 1..20.
        catalogue: Instead, prove every kernel on every toy, bridge and schedule, and the extremes.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("certify", locals(), {
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "data": ("--data", "file"),
        "bridge": ("--bridge", "words"),
        "schedule": ("--schedule", "spec"),
        "initial": ("--initial", "spec"),
        "skip_last_kernel": ("--skip-last-kernel", "switch"),
        "repeat": ("--repeat", "words"),
        "kernel": ("--kernel", "words"),
        "settings": ("--settings", "file"),
        "T": ("--levels", "words"),
        "yes": ("--yes", "switch"),
        "seed": ("--seed", "words"),
        "catalogue": ("--catalogue", "switch"),
    })


def aide(
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    forward: Optional[Callable[[], Any]] = None,
    reverse: Optional[Callable[[Any], float]] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    data: Optional[File] = None,
    bridge: Optional[Words] = None,
    schedule: Optional[Spec] = None,
    initial: Optional[Spec] = None,
    skip_last_kernel: Optional[bool] = None,
    repeat: Optional[Words] = None,
    kernel: Optional[Words] = None,
    settings: Optional[File] = None,
    T: Optional[Words] = None,
    yes: Optional[bool] = None,
    hmm: Optional[File] = None,
    gold: Optional[Words] = None,
    program: Optional[Words] = None,
    runs: Optional[Words] = None,
    meta: Optional[Words] = None,
    skip_exact: Optional[bool] = None,
    seed: Optional[Words] = None,
    exec: Optional[Words] = None,
    timeout: Optional[Time] = None,
    mc_seed: Optional[Words] = None,
    workers: Optional[Words] = None,
    binary: Optional[str] = None,
) -> Result:
    """How far apart two inference programs are: AIDE's estimate beside the truth.

    After its own parameters a program takes the settings T, kernel, schedule, bridge and initial in which it
    differs, as in smc:8:kernel=lazy:0.5:T=20. The exact numbers stand beside the estimate if both programs have
    exact accounts.

    Arguments:
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        forward: a forward run of a program: forward() returns a cell and log w.
        reverse: a reverse run of the program: reverse(cell) returns log w.
        toy: A target by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What files of targets and initial densities hold: log f (log, the default) or p up to a factor, 0
            for a wall (p).
        axes: How a walker moves along the axes: line, ring, any; one word for each, or one for all (default the
            target's own: spins and labels any, lattices line).
        data: A model's data from a file, instead of simulated ones: CSV, one observation a row.
        bridge: From the initial density to the target: geometric, mixture, power:Q, moments:STATISTICS,
            observations (default geometric).
        schedule: The betas: linear, sigmoid:DELTA, power:K, geometric:RATIO, fisher, binned, kl, friction, best-b,
            best-j, curve:0:BETA:...:1, FORMULA, file:PATH (default linear).
        initial: The initial density: uniform, prior, tempered:BETA, file:PATH (default uniform, or prior for a
            model); a file is like a target's.
        skip_last_kernel: Leave out the last kernel: it changes J and not B.
        repeat: How many steps the kernel makes at each level: T and the weights stay, the cost is so many times as
            much (default 1). Or what differs by level: dwell:9 for nine at the target, numbers at equal distances
            as 1:1:8, or a formula of s as 1+7*s^2.
        kernel: The Markov kernel: metropolis, barker, heat-bath, cycle, slice, king, lazy:A, mixture, cauchy:SCALE,
            laplace:SCALE, langevin:SIZE, hamiltonian:STEPS, stretch, perfect, identity, from-prior, informed,
            gaussian:SCALE, gaussian-hamiltonian:SCALE (default metropolis).
        settings: Kernel, bridge, schedule, steps and T from a file, as tune writes them; a flag beside it comes
            first.
        T: Numbers of levels, from 2: a list, or logarithmic steps as 10..1000x5 (default 100).
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        hmm: A hidden Markov model from a file, instead of a target: JSON with initial, transition, emission and
            observations. Symbols count from 1. Its programs are posterior and smc-data:P[:proposal=prior|optimal]
            (default smc-data:10).
        gold: The gold standard, a program with settings of its own, as in ais:T=1000:kernel=king (default
            posterior).
        program: The programs to compare with it, separated by commas, likewise (default ais): ais, importance,
            sir:P, smc:P, rejection, posterior, vb, masked:K=STEPS, uniform:K=STEPS, ns:P, bic, smc-data:P, shme:K,
            hme-chain:K, cms:K, chib:K.
        runs: How many runs of each to look at, at least 2; or of the gold standard, and of the program (default
            1000).
        meta: How many runs of each a look has: more lower the bias (default 1).
        skip_exact: Leave out the exact numbers, which may take long: the estimate stands alone.
        seed: The seed of the target, a random toy or simulated data (default: the toy's own).
        exec: A program that makes runs when asked over its pipes, in any language: see cmd/breadboard/clients. In
            gold and program it is called exec; it is the program if neither is given.
        timeout: How long a program may take over a line.
        mc_seed: The seed of random numbers, of chains and draws: the same seed, the same numbers (default 1).
        workers: How many groups of looks are made at once; 0 is one a core (the default). The numbers do not depend
            on it.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("aide", locals(), {
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "data": ("--data", "file"),
        "bridge": ("--bridge", "words"),
        "schedule": ("--schedule", "spec"),
        "initial": ("--initial", "spec"),
        "skip_last_kernel": ("--skip-last-kernel", "switch"),
        "repeat": ("--repeat", "words"),
        "kernel": ("--kernel", "words"),
        "settings": ("--settings", "file"),
        "T": ("--levels", "words"),
        "yes": ("--yes", "switch"),
        "hmm": ("--hmm", "file"),
        "gold": ("--gold", "words"),
        "program": ("--program", "words"),
        "runs": ("--runs", "words"),
        "meta": ("--meta", "words"),
        "skip_exact": ("--skip-exact", "switch"),
        "seed": ("--seed", "words"),
        "exec": ("--exec", "words"),
        "timeout": ("--timeout", "time"),
        "mc_seed": ("--mc-seed", "words"),
        "workers": ("--workers", "words"),
    })


def sandwich(
    *,
    forward: Optional[File] = None,
    reverse: Optional[File] = None,
    columns: Optional[Words] = None,
    page: Optional[File] = None,
    force: Optional[bool] = None,
    yes: Optional[bool] = None,
    binary: Optional[str] = None,
) -> Result:
    """Whether log weights from any sampler are right, and what log R they bound.

    The runs are of any sampler on any space: log weights in the column log_w, or in the only column, of CSV,
    Parquet or .npy. Reverse weights have the forward sign. Columns group, direction, cell, T and program are read
    where they stand, and the file of breadboard sample save is taken as it is. The exit code is 1 if forward and
    reverse weights cannot be of one sampler (Crooks' law), and 2 for bad input.

    Arguments:
        forward: Log weights of forward runs: the column log_w, or the only one, of CSV, Parquet or .npy. A column
            group names runs that may depend on one another; each value of T is judged by itself. A file with a
            column direction may have both directions, as that of sample save.
        reverse: Log weights of reverse runs from exact draws of the target, with the forward sign: the mean of log
            w is above log R.
        columns: What the columns are called, if not as above: NAME,NAME in that order, or WORD=NAME, as chain=run
            or x_1=x[1,2].
        page: Also write the verdict as one page, with a figure: HTML that fetches nothing.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("sandwich", locals(), {
        "forward": ("--forward", "file"),
        "reverse": ("--reverse", "file"),
        "columns": ("--columns", "words"),
        "page": ("--page", "file"),
        "force": ("--force", "switch"),
        "yes": ("--yes", "switch"),
    })


def protocol(
    *,
    simulate: Optional[Callable[..., Any]] = None,
    loglik: Optional[Callable[[Any], Any]] = None,
    step: Optional[Step] = None,
    toy: Optional[Words] = None,
    data: Optional[File] = None,
    data_as: Optional[Words] = None,
    prior: Optional[File] = None,
    model: Optional[Words] = None,
    hyperparameters: Optional[Words] = None,
    kernel: Optional[Words] = None,
    exec: Optional[Words] = None,
    timeout: Optional[Time] = None,
    axes: Optional[Words] = None,
    schedule: Optional[Spec] = None,
    T: Optional[Words] = None,
    sweeps: Optional[Words] = None,
    sets: Optional[Words] = None,
    seed: Optional[Words] = None,
    out: Optional[File] = None,
    title: Optional[Words] = None,
    size: Optional[Words] = None,
    font_size: Optional[Words] = None,
    font: Optional[Words] = None,
    theme: Optional[Words] = None,
    pgf: Optional[bool] = None,
    force: Optional[bool] = None,
    columns: Optional[Words] = None,
    yes: Optional[bool] = None,
    binary: Optional[str] = None,
) -> Result:
    """A sampler on real data, judged on simulated data like them, exactly.

    A model of your own is the log density of its hyperparameters and latents in a file, prior, and a program,
    model: see breadboard geweke help.

    Arguments:
        simulate: data of a model: simulate(cell) draws y from p(y | cell), an array of any shape; simulate(cell,
            rng) has a generator of NumPy.
        loglik: the likelihood of the model: loglik(y) returns log p(y | x) of all cells x, in the shape of prior.
            It may leave out what is the same for all cells.
        step: a step of the kernel. step(cell) and step(cell, beta) take a cell and return the next one;
            step(states, beta, rng) takes many at once, as an array of cell numbers, or with a row of places for
            each, and returns the next ones. With a parameter called logf it is told the density of the level too.
        toy: The model of data: clustering:N:K, attributes:N:K, lowrank:N:D:K, linear:N:K:POINTS,
            logistic:N:K:POINTS, ar1:N:POINTS.
        data: Data from a CSV file, one observation a row; without it the shipped cases.
        data_as: What is done to each column: standardized, scaled to variance 1 alone, or raw (default
            standardized, and raw for model).
        prior: A model of your own: log p(x) of its latents, up to a constant, from a file as logf takes one. model
            has its data.
        model: A program that simulates data of the model, and tells their log likelihood: see
            cmd/breadboard/clients.
        hyperparameters: How many of the first axes of prior are hyperparameters, which are fitted (1).
        kernel: The Markov kernel: metropolis, barker, heat-bath, cycle, slice, king, lazy:A, mixture, cauchy:SCALE,
            laplace:SCALE, langevin:SIZE, hamiltonian:STEPS, stretch, perfect, identity, from-prior, informed,
            gaussian:SCALE, gaussian-hamiltonian:SCALE (default heat-bath).
        exec: A program that makes the steps, in any language, in place of the kernel: see cmd/breadboard/clients.
            Then nothing is exact: 100 runs of each kind are drawn, as the paper draws them.
        timeout: How long a program may take over a line.
        axes: How a walker moves along the axes: line, ring, any; one word for each, or one for all (default the
            model's own).
        schedule: The betas: linear, sigmoid:DELTA, power:K, geometric:RATIO, fisher, binned, kl, friction, best-b,
            best-j, curve:0:BETA:...:1, FORMULA, file:PATH (default linear).
        T: Numbers of levels, from 2: a list, or logarithmic steps as 10..1000x5 (default 10,30,100,300).
        sweeps: Numbers of sweeps from the fitted values to the start of reverse runs, each a step of the kernel for
            every hyperparameter and latent (default 0,1,10,100).
        sets: How many sets of data to simulate (default 19).
        seed: The seed of the target, simulated data (default 10).
        out: Also write tables and figures to this directory.
        title: A title above each figure.
        size: The size of each figure on the printed page, in cm, mm, in or pt (default the figure's own). Letters
            keep theirs, and panels shrink; a figure that has no room there is not drawn.
        font_size: The size of the smallest letters, in points (default 8 with size, and else the figure's own).
        font: The letters: sans, or serif as in books (default sans).
        theme: The page of each figure: paper, or slide, which is dark, bold and 16 to 9 wide (default paper).
        pgf: Write each figure as PGF too, for LaTeX: its words are in the document's font, with J, B and T in
            italics.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        columns: How many panels of a figure stand side by side (default as many as it has, or as a page of size has
            room for).
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("protocol", locals(), {
        "toy": ("--toy", "words"),
        "data": ("--data", "file"),
        "data_as": ("--data-as", "words"),
        "prior": ("--prior", "file"),
        "model": ("--model", "words"),
        "hyperparameters": ("--hyperparameters", "words"),
        "kernel": ("--kernel", "words"),
        "exec": ("--exec", "words"),
        "timeout": ("--timeout", "time"),
        "axes": ("--axes", "words"),
        "schedule": ("--schedule", "spec"),
        "T": ("--levels", "words"),
        "sweeps": ("--sweeps", "words"),
        "sets": ("--sets", "words"),
        "seed": ("--seed", "words"),
        "out": ("--out", "file"),
        "title": ("--title", "words"),
        "size": ("--size", "words"),
        "font_size": ("--font-size", "words"),
        "font": ("--font", "words"),
        "theme": ("--theme", "words"),
        "pgf": ("--pgf", "switch"),
        "force": ("--force", "switch"),
        "columns": ("--columns", "words"),
        "yes": ("--yes", "switch"),
    })


def draws(
    file: Optional[File] = None,
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    cells: Optional[bool] = None,
    places: Optional[bool] = None,
    columns: Optional[Words] = None,
    from_: Optional[Words] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    data: Optional[File] = None,
    seed: Optional[Words] = None,
    page: Optional[File] = None,
    force: Optional[bool] = None,
    yes: Optional[bool] = None,
    binary: Optional[str] = None,
) -> Result:
    """Whether draws of any sampler, independent or along chains, are draws of a target.

    The draws are cells, one a row, independent or along chains: a number from 0 in the column cell or state, or a
    place from 0 along each axis in x_1, x_2 and so on. Columns chain and draw tell chains and their order. What
    chains repeat is counted by their ESS. Columns may be parted by semicolons, tabs or blanks, and then numbers
    have decimal commas. CODAindex.txt stands for the chains of JAGS beside it. The exit code is 1 if the draws are
    not of the target, and 2 for bad input.

    >>> import breadboard
    >>> breadboard.draws([0, 1] * 200, [0, 0]).verdict
    'no difference seen'

    Arguments:
        file: The draws, one a row: CSV, Parquet, .npy or .npz. Columns cell, or x_1, x_2 and so on (or row, col),
            from 0; and chain and draw, if there are.
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        cells: an array has the numbers of cells, a chain a row. It is asked for where a row may also be the places of a draw.
        places: an array has places along the axes, a row for each draw.
        columns: What the columns are called, if not as above: NAME,NAME in that order, or WORD=NAME, as chain=run
            or x_1=x[1,2].
        from_: The number of the first cell, and of the first place along an axis: 1 if they were counted as R and
            Julia count.
        toy: A target by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What files of targets and initial densities hold: log f (log, the default) or p up to a factor, 0
            for a wall (p).
        axes: How a walker moves along the axes: line, ring, any; one word for each, or one for all (default the
            target's own: spins and labels any, lattices line).
        data: A model's data from a file, instead of simulated ones: CSV, one observation a row.
        seed: The seed of the target, a random toy or simulated data (default: the toy's own).
        page: Also write the verdict as one page, with a figure: HTML that fetches nothing.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("draws", locals(), {
        "file": (None, "file"),
        "columns": ("--columns", "words"),
        "from_": ("--from", "words"),
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "data": ("--data", "file"),
        "seed": ("--seed", "words"),
        "page": ("--page", "file"),
        "force": ("--force", "switch"),
        "yes": ("--yes", "switch"),
    })


def score(
    logf: Optional[LogF] = None,
    *,
    shape: Optional[Union[int, Sequence[int]]] = None,
    step: Optional[Step] = None,
    zoo: Optional[Words] = None,
    toy: Optional[Words] = None,
    grid: Optional[Words] = None,
    density: Optional[Words] = None,
    axes: Optional[Words] = None,
    seed: Optional[Words] = None,
    kernel: Optional[Words] = None,
    matrix: Optional[File] = None,
    tolerance: Optional[Words] = None,
    exec: Optional[Words] = None,
    admit: Optional[Words] = None,
    chains: Optional[Words] = None,
    timeout: Optional[Time] = None,
    N: Optional[Words] = None,
    equal: Optional[Words] = None,
    start: Optional[Words] = None,
    function: Optional[Words] = None,
    mc_seed: Optional[Words] = None,
    out: Optional[File] = None,
    shard: Optional[Words] = None,
    workers: Optional[Words] = None,
    title: Optional[Words] = None,
    size: Optional[Words] = None,
    font_size: Optional[Words] = None,
    font: Optional[Words] = None,
    theme: Optional[Words] = None,
    pgf: Optional[bool] = None,
    force: Optional[bool] = None,
    label: Optional[Words] = None,
    columns: Optional[Words] = None,
    yes: Optional[bool] = None,
    binary: Optional[str] = None,
) -> Result:
    """How well kernels really work: exact effective sample sizes, and a leaderboard.

    RESS, the real effective sample size, is the number of independent draws whose average has the same mean squared
    error as the time average of a chain. It is computed exactly, and split into the bias of the start and the
    variance of the walk. On one density the table has the RESS of each kernel and function; on several it is a
    leaderboard of averages and of how often RESS is at least 12.

    format json and csv print every row; breadboard columns score says what is in it.

    The function ks:AXIS is the distance of Kolmogorov and Smirnov between the law of a coordinate along the chain
    and the exact one. It is sampled, from chains that are the same on any machine, and only up to 100,000 steps.

    Every result is written to a journal in DIR at once. However a run was stopped, the same command goes on where
    it was, and ends in the same tables. A table in DIR with rows that the new one lacks is replaced with force
    alone.

    Arguments:
        logf: log f of the target: an array of any shape; a function of a cell's places, with shape; or the name of a file.
        shape: the lengths of the axes, for a function.
        step: a step of the kernel. step(cell) and step(cell, beta) take a cell and return the next one;
            step(states, beta, rng) takes many at once, as an array of cell numbers, or with a row of places for
            each, and returns the next ones. With a parameter called logf it is told the density of the level too.
        zoo: Densities of the zoo, separated by commas: all, small, a group (toys, posteriors, surrogates, spins) or
            a name; small, if nothing is named.
        toy: One density by name: easy, hard, random:SIGMA, barrier, staircase, two-basins:DEPTH, funnel,
            ising:ROWSxCOLS:COUPLING[:field=H], potts:ROWSxCOLS:STATES:COUPLING, clustering:N:K, attributes:N:K,
            lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS, logistic:N:K:POINTS, ar1:N:POINTS.
        grid: Takes logf for a formula of log f on so many cells, as '-(r-5)^2' on 15x15: of x_1, x_2, ... from 0, r
            and theta from the middle, inf, pi, abs, cos, exp, log, max, min, sin, sqrt, ^ and a < b ? c : d; -inf
            is a wall.
        density: What the file holds: log f (log, the default) or p up to a factor, 0 for a wall (p).
        axes: How walkers move along the axes: line, ring, any; one word for all densities, or one for each axis
            (default each density's own).
        seed: The seed of the target, a random toy or simulated data (default: the toy's own).
        kernel: Kernels, separated by commas; without it all: metropolis, barker, heat-bath, cycle, slice, king,
            lazy:A, mixture, cauchy:SCALE, laplace:SCALE, langevin:SIZE, hamiltonian:STEPS, stretch, perfect,
            identity, from-prior, informed, gaussian:SCALE, gaussian-hamiltonian:SCALE.
        matrix: A kernel from outside, beside the others: its transition matrix on one density, CSV or NPY.
        tolerance: How far the laws of matrix may be off besides rounding: 1e-5, say, if it was written with six
            digits.
        exec: A kernel from outside, sampled: a program that makes moves when asked over its pipes.
        admit: Rows that somebody made by exec and format json, and the program that made them, which runs again on
            three densities: they join the leaderboard by the name of the file.
        chains: How many chains to run where numbers are sampled: for ks and Figure 3 (default 8), and of exec
            (default 100).
        timeout: How long a program may take over a line.
        N: Numbers of steps, or what equal counts: a list, or logarithmic steps as 10..1000x5 (1000; for the zoo 10
            to 10000).
        equal: What kernels have alike: steps, evaluations, time; the time, in microseconds, is measured (default
            steps).
        start: Where chains start, separated by commas: exact, fit (a Gaussian fitted on the lattice), lightest (the
            cell of least mass), worst (the cell that is worst for the function and N), cell:I from cell 0 (default
            exact).
        function: What they average, separated by commas: mean:AXIS, var:AXIS, ks:AXIS, logf, mode:I, file:PATH,
            from axis and mode 1 (default all but files, and ks only on several densities).
        mc_seed: The seed of random numbers, of chains and draws: the same seed, the same numbers (default 1).
        out: The directory of the journal and of the tables.
        shard: Only the Ith of N parts, which take equally long: for array jobs, and then merge.
        workers: How many results are computed at once; 0 is one a core. The rows do not depend on it.
        title: A title above each figure.
        size: The size of each figure on the printed page, in cm, mm, in or pt (default the figure's own). Letters
            keep theirs, and panels shrink; a figure that has no room there is not drawn.
        font_size: The size of the smallest letters, in points (default 8 with size, and else the figure's own).
        font: The letters: sans, or serif as in books (default sans).
        theme: The page of each figure: paper, or slide, which is dark, bold and 16 to 9 wide (default paper).
        pgf: Write each figure as PGF too, for LaTeX: its words are in the document's font, with J, B and T in
            italics.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        label: What figures call a target, kernel or another name that they show, as g.csv=Galaxies; in PGF a part
            as $J$ is a formula.
        columns: How many panels of a figure stand side by side (default as many as it has, or as a page of size has
            room for).
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("score", locals(), {
        "zoo": ("--zoo", "words"),
        "toy": ("--toy", "words"),
        "grid": ("--grid", "words"),
        "density": ("--density", "words"),
        "axes": ("--axes", "words"),
        "seed": ("--seed", "words"),
        "kernel": ("--kernel", "words"),
        "matrix": ("--matrix", "file"),
        "tolerance": ("--tolerance", "words"),
        "exec": ("--exec", "words"),
        "admit": ("--admit", "words"),
        "chains": ("--chains", "words"),
        "timeout": ("--timeout", "time"),
        "N": ("--budgets", "words"),
        "equal": ("--equal", "words"),
        "start": ("--start", "words"),
        "function": ("--function", "words"),
        "mc_seed": ("--mc-seed", "words"),
        "out": ("--out", "file"),
        "shard": ("--shard", "words"),
        "workers": ("--workers", "words"),
        "title": ("--title", "words"),
        "size": ("--size", "words"),
        "font_size": ("--font-size", "words"),
        "font": ("--font", "words"),
        "theme": ("--theme", "words"),
        "pgf": ("--pgf", "switch"),
        "force": ("--force", "switch"),
        "label": ("--label", "words"),
        "columns": ("--columns", "words"),
        "yes": ("--yes", "switch"),
    })


def geweke(
    *,
    simulate: Optional[Callable[..., Any]] = None,
    loglik: Optional[Callable[[Any], Any]] = None,
    step: Optional[Step] = None,
    toy: Optional[Words] = None,
    kernel: Optional[Words] = None,
    axes: Optional[Words] = None,
    prior: Optional[File] = None,
    model: Optional[Words] = None,
    exec: Optional[Words] = None,
    reversible: Optional[bool] = None,
    timeout: Optional[Time] = None,
    test: Optional[Words] = None,
    steps: Optional[Words] = None,
    others: Optional[Words] = None,
    draws: Optional[Words] = None,
    mc_seed: Optional[Words] = None,
    pictures: Optional[File] = None,
    title: Optional[Words] = None,
    size: Optional[Words] = None,
    font_size: Optional[Words] = None,
    font: Optional[Words] = None,
    theme: Optional[Words] = None,
    pgf: Optional[bool] = None,
    force: Optional[bool] = None,
    columns: Optional[Words] = None,
    yes: Optional[bool] = None,
    binary: Optional[str] = None,
) -> Result:
    """Whether a kernel and a model fit together: Geweke's test, calibration, exact ranks.

    Pairs of latents and data are drawn from the model, and at the ends of chains that begin at such a pair and take
    turns between a step of the kernel and new data. If the kernel leaves the posterior of any data invariant, both
    ways have one law. The exit code is 1 if a statistic says that they have not.

    test sbc and test invariance rank the latents of a pair among other states given its data. Under a right kernel
    all ranks are equally likely: in invariance always, and in sbc if the kernel forgets its start in so many steps.
    exec asks a program of yours for the steps. The data change, and so it is sent {"beta":1,"logf":[...]}, log p(x,
    y) of every cell x, before every step of joint, and before the first step of each draw of the others; then
    {"states":[3]} for a step from cell 3.

    A model of your own is the log density of its latents in a file, prior, and a program, model. It is asked
    {"simulate":4} for data from p(y | x) of cell 4, and {"loglik":[0.5,1.2]} for log p(y | x) of every cell.

    Arguments:
        simulate: data of a model: simulate(cell) draws y from p(y | cell), an array of any shape; simulate(cell,
            rng) has a generator of NumPy.
        loglik: the likelihood of the model: loglik(y) returns log p(y | x) of all cells x, in the shape of prior.
            It may leave out what is the same for all cells.
        step: a step of the kernel. step(cell) and step(cell, beta) take a cell and return the next one;
            step(states, beta, rng) takes many at once, as an array of cell numbers, or with a row of places for
            each, and returns the next ones. With a parameter called logf it is told the density of the level too.
        toy: A model by name: clustering:N:K, attributes:N:K, lowrank:N:D:K, regression:N:POINTS, linear:N:K:POINTS,
            logistic:N:K:POINTS, ar1:N:POINTS.
        kernel: The Markov kernel: metropolis, barker, heat-bath, cycle, slice, king, lazy:A, mixture, cauchy:SCALE,
            laplace:SCALE, langevin:SIZE, hamiltonian:STEPS, stretch, perfect, identity, from-prior, informed,
            gaussian:SCALE, gaussian-hamiltonian:SCALE (default metropolis).
        axes: How a walker moves along the axes: line, ring, any; one word for each, or one for all (default the
            model's own).
        prior: A model of your own: log p(x) of its latents, up to a constant, from a file as logf takes one. model
            has its data.
        model: A program that simulates data of the model, and tells their log likelihood: see
            cmd/breadboard/clients.
        exec: A program that makes the steps, in any language: see cmd/breadboard/clients. It is told log p(x, y) of
            every cell anew whenever the data y change.
        reversible: The kernel of exec keeps detailed balance, so that test invariance can step backwards by its own
            moves.
        timeout: How long a program may take over a line.
        test: How: joint, sbc, invariance. joint is Geweke's test of latents and data together; sbc
            (simulation-based calibration) ranks the true latents among later states of a chain; invariance ranks an
            exact draw among the states before and after it (default joint).
        steps: Steps of each chain, with new data between them; of sbc and invariance, from one ranked state to the
            next (default 10).
        others: Among how many other states sbc and invariance rank (7).
        draws: How many pairs to draw each way, or how many ranks (default 1000).
        mc_seed: The seed of random numbers, of chains and draws: the same seed, the same numbers (default 1).
        pictures: Also draw a P-P plot of each statistic into this directory.
        title: A title above each figure.
        size: The size of each figure on the printed page, in cm, mm, in or pt (default the figure's own). Letters
            keep theirs, and panels shrink; a figure that has no room there is not drawn.
        font_size: The size of the smallest letters, in points (default 8 with size, and else the figure's own).
        font: The letters: sans, or serif as in books (default sans).
        theme: The page of each figure: paper, or slide, which is dark, bold and 16 to 9 wide (default paper).
        pgf: Write each figure as PGF too, for LaTeX: its words are in the document's font, with J, B and T in
            italics.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        columns: How many panels of a figure stand side by side (default as many as it has, or as a page of size has
            room for).
        yes: Go on even if it takes more than 262,144 cells or 1 GiB, or a minute by the count of its work.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("geweke", locals(), {
        "toy": ("--toy", "words"),
        "kernel": ("--kernel", "words"),
        "axes": ("--axes", "words"),
        "prior": ("--prior", "file"),
        "model": ("--model", "words"),
        "exec": ("--exec", "words"),
        "reversible": ("--reversible", "switch"),
        "timeout": ("--timeout", "time"),
        "test": ("--test", "words"),
        "steps": ("--steps", "words"),
        "others": ("--others", "words"),
        "draws": ("--draws", "words"),
        "mc_seed": ("--mc-seed", "words"),
        "pictures": ("--pictures", "file"),
        "title": ("--title", "words"),
        "size": ("--size", "words"),
        "font_size": ("--font-size", "words"),
        "font": ("--font", "words"),
        "theme": ("--theme", "words"),
        "pgf": ("--pgf", "switch"),
        "force": ("--force", "switch"),
        "columns": ("--columns", "words"),
        "yes": ("--yes", "switch"),
    })


def list(
    what: Optional[Words] = None,
    *,
    pictures: Optional[File] = None,
    zoo: Optional[Words] = None,
    targets: Optional[File] = None,
    title: Optional[Words] = None,
    size: Optional[Words] = None,
    font_size: Optional[Words] = None,
    font: Optional[Words] = None,
    theme: Optional[Words] = None,
    pgf: Optional[bool] = None,
    force: Optional[bool] = None,
    binary: Optional[str] = None,
) -> Result:
    """Toys, kernels, bridges and schedules, a line for each.

    For example:

        breadboard list
        breadboard list zoo posteriors,spins

    Arguments:
        what: One catalogue alone, such as kernels; all if it is left out.
        pictures: Put a picture of each toy into this directory, as PNG and SVG.
        zoo: List these densities of the zoo instead: all, small, a group (toys, posteriors, surrogates, spins) or
            names, separated by commas.
        targets: Put each density of zoo into this directory, as a file that logf takes.
        title: A title above each figure.
        size: The size of each figure on the printed page, in cm, mm, in or pt (default the figure's own). Letters
            keep theirs, and panels shrink; a figure that has no room there is not drawn.
        font_size: The size of the smallest letters, in points (default 8 with size, and else the figure's own).
        font: The letters: sans, or serif as in books (default sans).
        theme: The page of each figure: paper, or slide, which is dark, bold and 16 to 9 wide (default paper).
        pgf: Write each figure as PGF too, for LaTeX: its words are in the document's font, with J, B and T in
            italics.
        force: Replace what is in the way: files that this program did not write, or that were changed since.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("list", locals(), {
        "what": (None, "words"),
        "pictures": ("--pictures", "file"),
        "zoo": ("--zoo", "words"),
        "targets": ("--targets", "file"),
        "title": ("--title", "words"),
        "size": ("--size", "words"),
        "font_size": ("--font-size", "words"),
        "font": ("--font", "words"),
        "theme": ("--theme", "words"),
        "pgf": ("--pgf", "switch"),
        "force": ("--force", "switch"),
    })


def columns(
    of: Optional[Words] = None,
    *,
    binary: Optional[str] = None,
) -> Result:
    """What the columns of every table mean.

    The tables are those of format csv and json. Type: a number is a float64, an integer is signed, a natural is
    from 0 to 2^64 - 1. Unit: a nat is a unit of log e; 1 is a share, a quotient or a probability.

    Arguments:
        of: A command, such as exact, or the name of a column, such as B; all tables if it is left out.
        binary: the program; the variable BREADBOARD, that of the package, or breadboard in the PATH if it is left out.
    """
    return call("columns", locals(), {
        "of": (None, "words"),
    })
