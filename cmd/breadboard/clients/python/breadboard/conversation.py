"""What breadboard asks of the user's functions: moves, rows, and runs."""
import inspect
import json
import math
import random

from . import arrays
from .following import Follower
from .spaces import Space
from .ways import NotFollowed, proposals


MOVES = 300  # that are compared with the first row
ELSEWHERE = ("its moves, which are not those of its ways: it remembers earlier calls, looks at the time, or draws "
             "from generators that are not seen")


class Functions:
    """Functions that answer breadboard. They run here, so that closures, debuggers and coverage work."""

    def __init__(self, step=None, rows=None, forward=None, reverse=None, states=None):
        self.step, self.rows, self.forward, self.reverse, self.states = step, rows, forward, reverse, states
        self.takes_density = step is not None and "logf" in inspect.signature(step).parameters
        self.values = 0 if step is None else sum(name != "logf" for name in needed(step, "beta"))
        self.space = self.rng = None
        self.beta, self.logf, self.matrix = 1.0, None, None
        self.follower = None

    def flags(self, command, given):
        """Return the keywords that make a command ask. Those that were given go before."""
        flags = {"exec": "-", "timeout": "24h"}
        if self.values == 1 and command == "validate" and "T" not in given:
            flags["beta"] = 1
        if self.values == 1 and command in ("exact", "sweep", "sample", "protocol"):
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
        if "states" in message and self.step is None and self.rows is not None:
            return "null"  # rows alone make no moves
        for question, name, reply in (("states", "step", self.moves), ("rows", "rows", self.rows_of),
                                      ("forward", "forward", self.forward_runs),
                                      ("reverse", "reverse", self.reverse_runs)):
            if question in message:
                if getattr(self, name) is None and (question != "rows" or self.step is None):
                    raise TypeError(f"breadboard asks for {question}, and the function {name} is missing")
                return json.dumps(reply(message[question]))
        return ""

    def begin(self, seed, grid):
        """Take the first line: the seed of all that is random, and the grid."""
        random.seed(seed)
        self.follower = None
        self.space = Space(grid, self.states)
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
        """Return the probabilities of one step from each cell: all of a row, or lists of a cell, its probability, and
        that of proposing it; in their place a sentence, if the step cannot be followed."""
        if self.rows is not None:
            return self.rows_by_function(cells)
        first = self.follower is None
        self.follower = self.follower or Follower(self.followed)
        try:
            rows = self.follower.ask((self.beta, self.logf, cells))
        except NotFollowed as why:
            return str(why)
        if first and not self.moves_by(dict(entry[:2] for entry in rows[0]), cells[0]):
            self.follower.why = ELSEWHERE
        return self.follower.why or rows

    def moves_by(self, row, x):
        """Report whether the step moves from a cell as a row says, so far as some hundred moves can tell.

        What runs here is the step itself, with its own generators. By chance one entry in 10^10 is so far off.
        """
        moved = [self.moves([x])[0] for _ in range(MOVES)]
        return all(MOVES * information(moved.count(y) / MOVES, min(1, row.get(y, 0))) < 25 for y in {*moved, *row})

    def followed(self, message):
        """Return the rows of some cells, in the process of the follower."""
        self.beta, self.logf, cells = message
        return [self.row(x) for x in cells]

    def row(self, x):
        """Return the row of a cell by all ways of the step from it."""
        ways, left = self.follower.ends(lambda: self.moves([x])[0])
        p, q = {}, {}
        for way, proposed in zip(ways, proposals(ways, x)):
            p.setdefault(way.end, []).append(way.p / (1 - left))
            q.setdefault(way.end, []).append(proposed)
        return [[y, math.fsum(p[y]), *([] if y == x or None in q[y] else [math.fsum(q[y])])] for y in p]

    def rows_by_function(self, cells):
        """Return the rows that the function rows gives."""
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


def information(share, p):
    """Return how far a share is from a probability: the exponent of the odds against it, for each move."""
    return sum(math.inf if b <= 0 else a * math.log(a / b) for a, b in ((share, p), (1 - share, 1 - p)) if a > 0)


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
