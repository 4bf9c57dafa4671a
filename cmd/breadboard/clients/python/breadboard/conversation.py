"""What breadboard asks of the user's functions: moves, rows, and runs, also such as have told outcomes."""
import collections
import contextlib
import inspect
import json
import math
import random

from . import anyone, arrays, tapes
from .arrays import numpy
from .following import PATIENCE, Follower
from .generators import alike
from .named import modules
from .process import BadInput
from .source import NotFollowed
from .spaces import Space

OF_ANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)  # parameters that take what is left
GENERATOR = ("rng", "generator", "random_state", "prng")  # names of a parameter that draws
WITHOUT_BETA = "your step takes no beta: it is the same at every level, and keeps the target alone; for an annealing "\
    "write step(cell, beta), which accepts a move by beta * (log f(y) - log f(x)), or step(cell, logf), whose logf "\
    "has beta in it"
DRAWS_ITSELF = {
    "numba": tapes.Numba.CURE,
    "torch": tapes.Torch.CURE,
    "jax": "its keys are not seen; draw by NumPy, or validate moves=",
    "tensorflow": "its generator is not seen; draw by NumPy, or validate moves=",
    "ctypes": "code in C is learnt by breadboard.h, or by LD_PRELOAD, as the page of kernels has it"}
ASKED = {"runs": ("step", "rows", "forward"), "rows": ("step", "rows"), "states": ("step", "rows"),
         "forward": ("forward",), "reverse": ("reverse",)}  # of which functions


# What a step takes besides a cell: beta, rng and logf, the density of a level, each by the name of its parameter, or by
# None if it is given by its place; and whether it takes many cells at once.
Takes = collections.namedtuple("Takes", "given many")


class Functions:
    """Functions that answer breadboard. They run here, so that closures, debuggers and coverage work. A step is a list
    of updates in turn, mostly of one."""

    def __init__(self, step=None, rows=None, forward=None, reverse=None, states=None, patience=PATIENCE):
        self.step = None if step is None else [*step] if isinstance(step, (list, tuple)) else [step]
        if self.step == []:
            raise TypeError("step is a list of no functions; use one at least")
        self.rows, self.forward, self.reverse, self.states = rows, forward, reverse, states
        self.takes = [*map(taken, self.step or [])]
        kinds = [{kind for _, kind in takes.given} for takes in self.takes]
        self.takes_density = all("logf" in of for of in kinds)
        constant = [at for at, of in enumerate(kinds) if not of & {"beta", "logf"}]
        if constant and len(constant) < len(self.takes):
            raise TypeError(f"step[{constant[0]}] takes no beta, and others do; give beta to all of them, or to none")
        self.sees_beta = not constant
        self.draws = any("rng" in of for of in kinds)
        self.generators = [needed(of, "rng")[places:][:1] if of else [] for places, of in enumerate((forward, reverse))]
        self.space = self.rng = None
        self.beta, self.logf, self.matrix = 1.0, None, None
        self.update = None  # that is looked at alone; None for all in turn
        self.alike = alike({"step": step, "forward": forward, "reverse": reverse})  # before any of them is seeded
        self.patience, self.follower = patience, None

    def __getstate__(self):
        return {**vars(self), "rows": None, "follower": None}

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

    def elsewhere(self, report):
        """Return where random numbers may be that are not seen, if a report says that some are."""
        if "random numbers that are not" not in report:
            return []
        named = modules([*(self.step or []), self.forward, self.reverse])
        return [f"{name} is named by your code, and may draw them: {cure}." for name, cure in DRAWS_ITSELF.items()
                if name in named]

    def answer(self, line):
        """Return the answer to a line, as JSON; "" if it asks for nothing, and None if it is of the report."""
        if not line.startswith('{"'):
            return None
        message = json.loads(line)
        if "seed" in message:
            self.begin(message["seed"], message["grid"])
        if "beta" in message:
            logf = [-math.inf if value is None else value for value in message["logf"]]
            self.aim(float(message["beta"]), logf, message.get("update"))
        asks = next((name for name in ASKED if name in message), None)
        if asks is None:
            return ""
        if not any(getattr(self, name) for name in ASKED[asks]):
            raise TypeError(f"breadboard asks for {asks}, and the function {ASKED[asks][0]} is missing")
        if asks == "runs":
            return self.runs(message["runs"], message["again"], "marks" in message, "numbers" in message,
                             message.get("held"))
        reply = {"rows": self.rows_of, "states": self.moves, "forward": self.forward_runs, "reverse": self.reverse_runs}
        return json.dumps(reply[asks](message[asks]))

    def end(self):
        """End the process in which functions are followed."""
        if self.follower:
            self.follower.end()

    def begin(self, seed, grid):
        """Take the first line: the seed of all that is random, and the grid."""
        random.seed(f"breadboard {seed}")  # not as people seed their generators
        if numpy is not None:
            numpy.random.seed([seed, 1])
            anyone.rng.seed([seed, 2])
        self.end()
        self.space = Space(grid, self.states)
        if self.draws or any(self.generators):
            if numpy is None:
                raise TypeError("rng is a generator of NumPy, which is not installed; draw from the module random")
            self.rng = numpy.random.default_rng([seed, 1])
        self.follower = Follower(self, self.patience)

    def aim(self, beta, logf, update):
        """Take the density of a level, and the update that is looked at."""
        self.beta, self.logf, self.matrix, self.update = beta, logf, None, update

    def density(self):
        """Return log f of the level, in the shape of the target if NumPy is here."""
        return arrays.array(self.logf, self.space.shape)

    def runs(self, asked, again, marks, numbers, held):
        """Return as JSON runs of the step or of the program, each from a cell or None and the outcomes of its first
        choices; in their place why they cannot be followed, or null where there is nothing to follow."""
        if not (self.step or self.forward) or self.rows:
            return "null"
        if self.alike:
            raise BadInput(self.alike)
        if self.step is None and self.reverse is None and any(x is not None for x, *_ in asked):
            raise TypeError("breadboard asks for reverse runs, and the function reverse is missing")
        try:
            made = self.follower.ask((self.beta, self.logf, self.update), asked, again, marks, numbers, held)
        except NotFollowed as refusal:
            return json.dumps(str(refusal))
        for x in (x for (x, *_), (_, failed) in zip(asked, made) if failed):
            self.run_from(x)  # mostly its error is raised here too, for the caller
        return "[" + ",".join(run for run, _ in made) + "]"

    def run_from(self, x):
        """Return where a step from a cell ends, or a forward run from None, or a reverse run from a cell."""
        if self.step:
            return self.moves([x])[0]
        cell, logw = self.run(x)
        return [cell, finite(logw)]

    def moves(self, states):
        """Return one step from each state, or one update of it; None without a step."""
        if self.step is None:
            return None
        for at in range(len(self.step)) if self.update is None else [self.update]:
            states = self.updated(at, states)
        return states

    def updated(self, at, states):
        """Return the update from each state."""
        update, takes = self.step[at], self.takes[at]
        name = f"step[{at}], {name_of(update)}" if len(self.step) > 1 else "step"
        values = {"beta": self.beta, "rng": self.rng}
        if any(kind == "logf" for _, kind in takes.given):
            values["logf"] = self.density()
        given = [values[kind] for called, kind in takes.given if called is None]
        named = {called: values[kind] for called, kind in takes.given if called is not None}
        if takes.many:
            more = f" and {len(states) - 1} more" if len(states) > 1 else ""
            with noting(f"in {name}(states, beta, rng), whose states are an array, from cell "
                        f"{self.space.cells[states[0]]!r}{more}, beta = {self.beta}"):
                moved = update(self.space.places(states), *given, **named)
            return self.space.numbers(moved, len(states), f"the states that {name} returned have").tolist()
        return [self.move(update, name, self.space.cells[state], *given, **named) for state in states]

    def move(self, update, name, cell, *more, **named):
        """Return the update from a cell."""
        with noting(f"in {name} from cell {cell!r}, beta = {self.beta}"):
            return self.space.number(update(cell, *more, **named))

    def rows_of(self, cells):
        """Return the rows that the function rows gives; without it the names of the updates of a scan, or None."""
        if self.rows is None:
            names = [f"step[{at}] ({name_of(update)})" for at, update in enumerate(self.step or [])]
            return {"updates": names} if len(names) > 1 else None
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


def taken(step):
    """Return what a step takes: beta, logf and a generator by their names, and one of another name as beta. Two of other
    names are beta and rng of a step of many cells. A logf with a function as its default is the step's own."""
    if not callable(step):
        raise TypeError(f"step is {step!r:.60}; use a function, or a list of functions that are called in turn")
    first, *rest = [p for p in inspect.signature(step).parameters.values() if p.kind not in OF_ANY] or [None]
    kinds = {p.name: "rng" if p.name in GENERATOR else p.name for p in rest if p.default is p.empty or
             p.name == "beta" or p.name == "logf" and not callable(p.default)}
    others = [name for name, kind in kinds.items() if kind not in ("beta", "logf", "rng")]
    unnamed = len(others) == len(kinds) == 2  # of states, beta and rng
    if unnamed:
        kinds, others = dict(zip(others, ("beta", "rng"))), []
    elif len(others) == 1 and "beta" not in kinds:
        kinds[others.pop()] = "beta"
    if others:
        raise TypeError(f"step takes {others[0]}, which is none of beta, logf and rng; write a function that gives it: "
                        f"lambda cell, beta: {name_of(step)}(cell, ..., {others[0]}=...)")
    return Takes([(None if p.kind is p.POSITIONAL_ONLY else p.name, kinds[p.name]) for p in rest if p.name in kinds],
                 unnamed or first is not None and first.name == "states")


def name_of(function):
    """Return what a function is called."""
    return getattr(function, "__name__", type(function).__name__)


def drawing(draw):
    """Return a sampler as a step, which draws wherever it begins."""
    return of_user((lambda _, rng: draw(rng)) if needed(draw, "rng") else lambda _: draw(), draw)


def of_user(function, own):
    """Return a function that calls the user's own, and is looked into as that is."""
    function.__module__ = getattr(own, "__module__", None)
    return function


def in_place(step, get, put):
    """Return a step of states, of one that changes an object: put(state) puts a state into it, and get() returns it."""
    if isinstance(step, (list, tuple)):
        return [in_place(update, get, put) for update in step]
    if not (callable(step) and callable(get) and callable(put)):
        raise TypeError("step, get and set are functions of an object that step changes; give all three")
    def moved(state, *given, **density):
        put(state)
        step(*given, **density)
        return get()
    own = inspect.signature(step)
    first = inspect.Parameter("state", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    moved.__signature__ = own.replace(parameters=[first, *own.parameters.values()])
    return of_user(moved, step)


@contextlib.contextmanager
def undisturbed():
    """Leave the generators of the modules random and numpy.random, and the one for anyone, as they were."""
    state = random.getstate()
    of_numpy = [] if numpy is None else [numpy.random.mtrand._rand, anyone.rng]
    states = [generator.get_state() for generator in of_numpy]
    try:
        yield
    finally:
        random.setstate(state)
        for generator, was in zip(of_numpy, states):
            generator.set_state(was)


@contextlib.contextmanager
def noting(where):
    """Note on an error where it was, since Python 3.11."""
    try:
        yield
    except Exception as error:
        if hasattr(error, "add_note"):
            error.add_note(where)
        raise


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
