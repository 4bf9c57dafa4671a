"""What breadboard asks of the user's functions: moves, rows, and runs."""
import inspect
import json
import math
import random

from . import arrays
from .spaces import Space


class Functions:
    """Functions that answer breadboard. They run here, so that closures, debuggers and coverage work."""

    def __init__(self, step=None, rows=None, forward=None, reverse=None):
        self.step, self.rows, self.forward, self.reverse = step, rows, forward, reverse
        self.takes_density = step is not None and "logf" in inspect.signature(step).parameters
        self.values = 0 if step is None else sum(name != "logf" for name in needed(step, "beta"))
        self.space = self.rng = None
        self.beta, self.logf, self.matrix = 1.0, None, None

    def flags(self, command, given):
        """Return the keywords that make a command ask. Those that were given go before."""
        flags = {"exec": "-", "timeout": "24h"}
        if self.rows is not None and command == "validate":
            if self.step is not None:
                raise TypeError("validate judges rows exactly, and a step by its moves; use one of them in each call")
            flags["rows"] = True
        if self.values == 1 and command == "validate" and "T" not in given:
            flags["beta"] = 1
        if self.values == 1 and command in ("sample", "protocol"):
            raise TypeError("step takes a cell alone, and an annealing needs one for each beta: step(cell, beta)")
        return {**flags, **given}

    def answer(self, line):
        """Return the answer to a line, as JSON; "" if it asks for nothing, and None if it is of the report."""
        if not line.startswith('{"'):
            return None
        message = json.loads(line)
        if "seed" in message:
            self.begin(message["seed"], message["grid"])
        if "beta" in message:
            self.beta, self.matrix = message["beta"], None
            self.logf = [-math.inf if value is None else value for value in message["logf"]]
        for question, name, reply in (("states", "step", self.moves), ("rows", "rows", self.rows_of),
                                      ("forward", "forward", self.forward_runs),
                                      ("reverse", "reverse", self.reverse_runs)):
            if question in message:
                if getattr(self, name) is None:
                    raise TypeError(f"breadboard asks for {question}, and the function {name} is missing")
                return json.dumps(reply(message[question]))
        return ""

    def begin(self, seed, grid):
        """Take the first line: the seed of all that is random, and the grid."""
        random.seed(seed)
        self.space = Space(grid)
        if self.values == 3:
            import numpy

            self.rng = numpy.random.default_rng(seed)

    def density(self):
        """Return log f of the level, in the shape of the target if NumPy is here."""
        return arrays.array(self.logf, self.space.shape)

    def moves(self, states):
        """Return one step from each state."""
        density = {"logf": self.density()} if self.takes_density else {}
        if self.values == 3:
            moved = self.step(self.space.places(states), self.beta, self.rng, **density)
            return self.space.numbers(moved, len(states), "the states that step returned have").tolist()
        more = () if self.values == 1 else (self.beta,)
        cells = self.space.cells
        return [self.space.number(self.step(cells[state], *more, **density)) for state in states]

    def rows_of(self, cells):
        """Return the probabilities of one step from each cell: all of a row, or pairs of a cell and a probability."""
        if self.matrix is None:
            matrix = self.rows(self.beta, *([self.density()] if len(needed(self.rows)) > 1 else []))
            size = len(self.logf)
            shape = arrays.shape_of(matrix)
            if shape != (size, size):
                raise ValueError(f"rows({self.beta}) has the shape {shape}; the target has {size} cells, so use "
                                 f"({size}, {size})")
            self.matrix = nested(matrix)
        return [self.matrix[x] for x in cells]

    def forward_runs(self, count):
        """Return forward runs: pairs of a cell and a log weight."""
        runs = (self.forward() for _ in range(count))
        return [[self.space.number(cell), weight(logw, "forward", -math.inf)] for cell, logw in runs]

    def reverse_runs(self, cells):
        """Return the log weights of reverse runs from these cells."""
        return [weight(self.reverse(self.space.cells[x]), "reverse", math.inf) for x in cells]


def nested(matrix):
    """Return the rows of a matrix as lists: of a sparse one pairs of a cell and a probability."""
    if not hasattr(matrix, "tocsr"):
        return matrix.tolist() if hasattr(matrix, "tolist") else matrix
    matrix = matrix.tocsr()
    cells, probabilities = matrix.indices.tolist(), matrix.data.tolist()
    return [[*zip(cells[a:b], probabilities[a:b])] for a, b in zip(matrix.indptr, matrix.indptr[1:])]


def weight(logw, way, none):
    """Return a log weight as JSON has it: null is for a run that the other way never makes."""
    if logw == none:
        return None
    if not math.isfinite(logw):
        raise ValueError(f"{way} returned the log weight {logw}; use a finite number, or {none}")
    return float(logw)


def needed(function, *more):
    """Return the names of the parameters that a function must be given by their place, and those named in more."""
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [p.name for p in inspect.signature(function).parameters.values()
            if p.kind in places and (p.default is p.empty or p.name in more)]
