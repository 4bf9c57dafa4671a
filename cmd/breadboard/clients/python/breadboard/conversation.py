"""What breadboard asks of the user's functions: moves, rows, runs, and all ways of runs."""
import collections
import contextlib
import inspect
import json
import math
import random

from . import arrays
from .arrays import numpy
from .following import Follower
from .spaces import Space
from .ways import AN_ERROR, NotFollowed, proposals

MOVES = 300  # that are compared with the first row, and runs with the first ways
GENERATOR = ("rng", "generator", "random_state", "prng")  # names of a parameter that draws
WITHOUT_BETA = "your step takes no beta: it is the same at every level, and keeps the target alone; for an "\
    "annealing write step(cell, beta), which accepts a move by beta * (log f(y) - log f(x)), or step(cell, logf), "\
    "whose logf has beta in it"
ELSEWHERE = "which are not those of its ways: it remembers earlier calls, looks at the time, or draws from generators "\
    "that are not seen"


class Functions:
    """Functions that answer breadboard. They run here, so that closures, debuggers and coverage work."""

    def __init__(self, step=None, rows=None, forward=None, reverse=None, states=None):
        self.step, self.rows, self.forward, self.reverse, self.states = step, rows, forward, reverse, states
        self.takes_density = step is not None and "logf" in inspect.signature(step).parameters
        self.given = [] if step is None else [name for name in needed(step, "beta") if name != "logf"][1:]
        if len(self.given) == 1:
            self.given = ["rng" if self.given[0] in GENERATOR else "beta"]
        elif len(self.given) == 2:
            self.given = ["rng", "beta"] if self.given[0] in GENERATOR else ["beta", "rng"]
        self.together = len(self.given) == 2  # many cells at once
        self.sees_beta = "beta" in self.given or self.takes_density
        self.generators = [needed(of, "rng")[places:][:1] if of else [] for places, of in enumerate((forward, reverse))]
        self.space = self.rng = None
        self.beta, self.logf, self.matrix = 1.0, None, None
        self.follower, self.compared = None, set()

    def flags(self, command, given):
        """Return the keywords that make a command ask. Those that were given go before."""
        flags = {"exec": "-", "timeout": "24h"}
        if self.step and not self.sees_beta and command == "validate" and "T" not in given:
            flags["beta"] = 1
        if command == "reproduce" and self.step and not self.takes_density:
            raise TypeError("reproduce runs step on three toys, each with its own density: step(cell, beta, logf)")
        if self.step and not self.sees_beta and command in ("sample", "protocol"):
            raise TypeError(WITHOUT_BETA)
        return {**flags, **given}

    def notes(self, command):
        """Return what is to be said of these functions before any result of a command."""
        of_levels = self.step and not self.sees_beta and command in ("exact", "sweep")
        return [f"{WITHOUT_BETA[0].upper()}{WITHOUT_BETA[1:]}."] if of_levels else []

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
                                      ("reverse", "reverse", self.reverse_runs),
                                      ("ways", "forward", self.ways_of)):
            if question in message:
                if getattr(self, name) is None and (question != "rows" or self.step is None):
                    raise TypeError(f"breadboard asks for {question}, and the function {name} is missing")
                return json.dumps(reply(message[question]))
        return ""

    def end(self):
        """End the copy of this process in which functions are followed."""
        if self.follower:
            self.follower.end()

    def begin(self, seed, grid):
        """Take the first line: the seed of all that is random, and the grid."""
        random.seed(seed)
        if numpy is not None:
            numpy.random.seed(seed)
        self.follower, self.compared = None, set()
        self.space = Space(grid, self.states)
        if "rng" in self.given or any(self.generators):
            if numpy is None:
                raise TypeError("rng is a generator of NumPy, which is not installed; draw from the module random")
            self.rng = numpy.random.default_rng(seed)

    def density(self):
        """Return log f of the level, in the shape of the target if NumPy is here."""
        return arrays.array(self.logf, self.space.shape)

    def moves(self, states):
        """Return one step from each state."""
        density = {"logf": self.density()} if self.takes_density else {}
        given = [self.beta if name == "beta" else self.rng for name in self.given]
        if self.together:
            more = f" and {len(states) - 1} more" if len(states) > 1 else ""
            with noting("in step(states, beta, rng), whose states are an array, from cell "
                        f"{self.space.cells[states[0]]!r}{more}, beta = {self.beta}"):
                moved = self.step(self.space.places(states), *given, **density)
            return self.space.numbers(moved, len(states), "the states that step returned have").tolist()
        return [self.move(self.space.cells[state], *given, **density) for state in states]

    def move(self, cell, *more, **density):
        """Return the step from a cell."""
        with noting(f"in step from cell {cell!r}, beta = {self.beta}"):
            return self.space.number(self.step(cell, *more, **density))

    def rows_of(self, cells):
        """Return the probabilities of one step from each cell: all of a row, or lists of a cell, its probability, and
        that of proposing it; in their place a sentence, if the step cannot be followed."""
        if self.rows is not None:
            return self.rows_by_function(cells)
        return self.follow((self.beta, self.logf, cells), "rows", lambda rows: as_drawn(
            dict(entry[:2] for entry in rows[0]), [self.moves([cells[0]])[0] for _ in range(MOVES)]))

    def follow(self, message, kind, agrees):
        """Return what the follower answers; in its place a sentence, if the function cannot be followed.

        The first answer of a kind must agree with the function itself, which runs here with its own generators.
        """
        self.follower = self.follower or (Follower(self.rows_followed) if kind == "rows" else
                                          Follower(self.ways_followed, "program"))
        why = None
        try:
            answer = self.follower.ask(message)
        except NotFollowed as refusal:
            why = str(refusal)
        if why and kind == "rows" and why.startswith(AN_ERROR):
            for x in message[2]:
                self.moves([x])  # mostly it is raised here too, for the caller
        if why:
            return why
        if kind not in self.compared and not agrees(answer):
            self.follower.why = f"its {'moves' if kind == 'rows' else 'runs'}, {ELSEWHERE}"
        self.compared.add(kind)
        return self.follower.why or answer

    def rows_followed(self, message):
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
        return [[cell, finite(logw)] for cell, logw in (self.run() for _ in range(count))]

    def reverse_runs(self, cells):
        """Return the log weights of reverse runs from these cells."""
        return [finite(self.run(x)[1]) for x in cells]

    def run(self, x=None):
        """Make a forward run, or a reverse run from a cell. Return the cell that it has, and its log weight."""
        more = dict.fromkeys(self.generators[x is not None], self.rng)
        if x is None:
            cell, logw = self.forward(**more)
            return self.space.number(cell), weight(logw, "forward", -math.inf)
        return x, weight(self.reverse(self.space.cells[x], **more), "reverse", math.inf)

    def ways_of(self, question):
        """Return lists of a cell, log w and a probability for all ways of forward runs; for those of reverse runs from
        some cells lists of log w and a probability, in a list for each cell; or a sentence, as rows_of does."""
        forward = question == "forward"
        starts = [None] if forward else question
        found = self.follow(starts, "forward" if forward else "reverse", lambda found: agree(
            found[0], [self.run(starts[0]) for _ in range(MOVES)]))
        if isinstance(found, str):
            return found
        told = [[[cell, finite(logw), p][not forward:] for cell, logw, p in ways.values()] for ways in found]
        return told[0] if forward else told

    def ways_followed(self, starts):
        """Return the ways of forward or reverse runs, in the process of the follower."""
        found = []
        for x in starts:
            ways, left = self.follower.ends(lambda: self.run(x))
            found.append({})
            for way in ways:
                found[-1].setdefault(rounded(way.end), [*way.end, 0.0])[2] += way.p / (1 - left)
        return found


@contextlib.contextmanager
def undisturbed():
    """Leave the generators of the modules random and numpy.random as they were."""
    states = random.getstate(), None if numpy is None else numpy.random.get_state()
    try:
        yield
    finally:
        random.setstate(states[0])
        if numpy is not None:
            numpy.random.set_state(states[1])


@contextlib.contextmanager
def noting(where):
    """Note on an error where it was, since Python 3.11."""
    try:
        yield
    except Exception as error:
        if hasattr(error, "add_note"):
            error.add_note(where)
        raise


def rounded(end):
    """Return a cell and a log weight as one key for all that differ by rounding."""
    return end[0], f"{end[1]:.12g}"


def agree(ways, drawn):
    """Report whether runs were drawn with the probabilities of these ways: the cells, and with them the log weights."""
    cells = collections.Counter()
    for cell, _, p in ways.values():
        cells[cell] += p
    return as_drawn(cells, [cell for cell, _ in drawn]) and as_drawn(
        {key: p for key, (*_, p) in ways.items()}, [*map(rounded, drawn)])


def as_drawn(p, drawn):
    """Report whether outcomes were drawn with probabilities p, as far as some hundred tell. By chance 1 in 10^10 is so
    far off."""
    n, times = len(drawn), collections.Counter(drawn)
    return all(n * information(times[y] / n, min(1, p.get(y, 0))) < 25 for y in {*times, *p})


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
    """Return a log weight as a float."""
    if logw != none and not math.isfinite(logw):
        raise ValueError(f"{way} returned the log weight {logw}; use a finite number, or {none}")
    return float(logw)


def finite(logw):
    """Return a log weight as JSON has it: null is for a run that the other way never makes."""
    return logw if math.isfinite(logw) else None


def needed(function, *more):
    """Return the names of the parameters that a function must be given by their place, and those named in more."""
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [p.name for p in inspect.signature(function).parameters.values()
            if p.kind in places and (p.default is p.empty or p.name in more)]
