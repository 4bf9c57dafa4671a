"""What the program asks of functions of the caller's: moves, rows, and runs."""
import inspect
import json
import math
import random

from . import arrays
from .spaces import Space


class Asked:
    """Functions that answer the program's questions. They run here, so that closures, debuggers and coverage work."""

    def __init__(self, space=None, step=None, rows=None, forward=None, reverse=None):
        if (forward is None) != (reverse is None):
            raise TypeError("forward and reverse belong together: a program makes runs both ways")
        self.space = space
        self.step, self.rows, self.forward, self.reverse = step, rows, forward, reverse
        self.takes = parameters(step) if step is not None else 0
        self.told = step is not None and takes_density(step)
        self.beta, self.logf, self.rng, self.matrix = 1.0, None, None, None

    def flags(self, command, given):
        """The flags that make a command ask."""
        flags = ["--exec=-"]
        if "timeout" not in given:
            flags.append("--timeout=24h")
        if self.rows is not None and command == "validate":
            flags.append("--rows")
        if self.takes == 1 and command == "validate" and not {"beta", "T"} & set(given):
            flags.append("--beta=1")
        if self.takes == 1 and command in ("sample", "protocol"):
            raise TypeError("step takes a cell alone, and an annealing needs one for each beta: step(cell, beta)")
        return flags

    def reply(self, told):
        """The answer to a line, as JSON; None if it asks for nothing."""
        __tracebackhide__ = True
        if "seed" in told:
            self.begin(told)
        if "beta" in told:
            self.beta, self.logf, self.matrix = told["beta"], told["logf"], None
        for question, answer in (("states", self.moves), ("rows", self.given_rows),
                                 ("forward", self.forward_runs), ("reverse", self.reverse_runs)):
            if question in told:
                return json.dumps(answer(told[question]))
        return None

    def begin(self, told):
        """The first line: the seed of all that is random, and the grid."""
        random.seed(told["seed"])
        if self.space is None:
            grid = told["grid"]
            self.space = Space(grid if len(grid) > 1 else grid[0])
        if self.takes == 3:
            import numpy

            self.rng = numpy.random.default_rng(told["seed"])

    def moves(self, states):
        """One step from each state."""
        __tracebackhide__ = True
        if self.step is None:
            raise TypeError("the program asks for moves, and step is missing")
        density = {"logf": self.density()} if self.told else {}
        if self.takes == 3:
            moved = self.space.numbers(self.step(self.space.places(states), self.beta, self.rng, **density))
            if moved.shape != (len(states),):
                raise ValueError(f"the step returned {len(moved)} states for {len(states)}")
            return moved.tolist()
        more = () if self.takes == 1 else (self.beta,)
        return [self.space.number(self.step(self.space.place(x), *more, **density)) for x in states]

    def given_rows(self, cells):
        """The probabilities of one step from each cell: all of a row, or pairs of a cell and a probability."""
        __tracebackhide__ = True
        if self.rows is None:
            raise TypeError("the program asks for rows, and rows is missing: rows(beta) returns the matrix of the kernel")
        if self.matrix is None:
            self.matrix = self.rows(self.beta, *([self.density()] if needed(positional(self.rows) or []) > 1 else []))
            if hasattr(self.matrix, "tocsr"):
                self.matrix = self.matrix.tocsr()
            shape = arrays.shape_of(self.matrix)
            if shape != (self.space.size, self.space.size):
                raise ValueError(f"rows({self.beta}) has the shape {shape}; the target has {self.space.size} cells, "
                                 f"and ({self.space.size}, {self.space.size}) would do")
        if hasattr(self.matrix, "indptr"):
            return [self.sparse(x) for x in cells]
        return [self.matrix[x].tolist() if hasattr(self.matrix[x], "tolist") else [*map(float, self.matrix[x])] for x in cells]

    def sparse(self, x):
        """A row of a sparse matrix."""
        inside = slice(self.matrix.indptr[x], self.matrix.indptr[x + 1])
        return [[y, p] for y, p in zip(self.matrix.indices[inside].tolist(), self.matrix.data[inside].tolist())]

    def density(self):
        """log f of the level, in the shape of the target if NumPy is here."""
        values = [-math.inf if v is None else v for v in self.logf]
        try:
            import numpy
        except ImportError:
            return values
        return numpy.array(values).reshape(self.space.shape)

    def forward_runs(self, count):
        """Forward runs: pairs of a cell and a log weight."""
        __tracebackhide__ = True
        runs = (self.forward() for _ in range(count))
        return [[self.space.number(x), weight(logw, "forward", -math.inf)] for x, logw in runs]

    def reverse_runs(self, cells):
        """The log weights of reverse runs from these cells."""
        __tracebackhide__ = True
        return [weight(self.reverse(self.space.place(x)), "reverse", math.inf) for x in cells]


def weight(logw, way, none):
    """A log weight as JSON has it: null is that of a run which the other way never makes."""
    if logw == none:
        return None
    if not math.isfinite(logw):
        raise ValueError(f"{way} returned the log weight {logw}; a finite number, or {none}, would do")
    return float(logw)


def positional(function):
    """The parameters of a function that are given by their place; None if it has no signature."""
    try:
        of = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return [p for p in of if p.kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)]


def takes_density(step):
    """Whether a step is told the density of its level: as a parameter called logf, which goes by its name."""
    return any(p.name == "logf" for p in positional(step) or [])


def parameters(function):
    """How many values a function takes, a density aside: those that it must be given, and a second that is called beta."""
    of = positional(function)
    if of is None:
        return 1
    of = [p for p in of if p.name != "logf"]
    return 2 if needed(of) < 2 <= len(of) and of[1].name == "beta" else needed(of)


def needed(parameters_of):
    """How many of some parameters have no default."""
    return sum(p.default is p.empty for p in parameters_of)
