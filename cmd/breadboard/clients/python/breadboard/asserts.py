"""Assertions for pytest and unittest: of kernels, of inference programs, and of draws."""
import re

from .commands import aide, validate
from .process import BadInput


class Rejected(AssertionError):
    """A verdict that is no pass, on a function. Tracebacks call it what it is to a test: an AssertionError."""
    __module__, __qualname__ = "builtins", "AssertionError"

    def __init__(self, verdict, function):
        super().__init__(verdict)
        self.breadboard_function = function


Rejected.__name__ = "AssertionError"


def assert_kernel(step, logf, shape=None, *, levels=None, seed=1, **options):
    """Fail unless step leaves exp(logf) invariant: exactly, or by moves if it cannot be followed. Return the verdict.

    shape has the lengths of the axes. A cell is a tuple of as many whole numbers, from 0; on one axis, as with shape=5,
    it is a number. logf is a function of these coordinates, or nested lists, an array, or {state: log f}. It need not
    be normalised, and -inf is a wall. step takes a cell and returns the next one, or is a list of such updates, which
    are called in turn. If it takes a cell and a beta, it leaves exp(beta logf) invariant, and is tested at 10 betas
    from 0.1 to 1, or at one less than levels; step(states, beta, rng) takes arrays. seed is for breadboard, and for the
    module random. Other options are those of validate, such as time=30, kernel="metropolis", and require="exact", by
    which a step that would be judged by moves fails. A verdict that is doubtful, as of moves that are too few to tell,
    is no pass.
    """
    __tracebackhide__ = True  # pytest then shows the line of the test
    options = {"T": levels, "mc_seed": seed, **options}
    return judged(validate, step, logf, shape=shape, step=step, **options)


def accused(step, verdict):
    """Return the function that a verdict is about: of several updates the one that it names, if it names one."""
    if not isinstance(step, (list, tuple)):
        return step
    named = re.search(r"step\[(\d+)\]", verdict)
    return step[int(named[1])] if named else None


def assert_program(forward, reverse, logf, shape=None, *, seed=1, **options):
    """Fail unless forward and reverse runs of an inference program fit together, as their weights say: exactly, or by
    runs that are drawn if it cannot be followed. Return the verdict.

    forward() returns a cell and the log weight of its run; reverse(cell) returns the log weight of a run that might
    have returned this cell. With one more parameter they get a generator of NumPy. A weight of 0 is log w = -inf, and a
    run that forward never makes has +inf. The protocol in doc/kernel.md says what a weight must mean. Other options are
    those of aide, such as runs=10000.
    """
    __tracebackhide__ = True
    options = {"gold": "posterior", "mc_seed": seed, **options}
    return judged(aide, forward, logf, shape=shape, forward=forward, reverse=reverse, **options)


def assert_draws(draws, logf, shape=None, **options):
    """Fail unless draws, along chains or with independent=True, are draws of exp(logf). Return the verdict.

    draws are cell numbers, or a row of places for each; chains are rows before that. Where an array may be both,
    cells=True or places=True says which. Options are those of validate.
    """
    __tracebackhide__ = True
    return judged(validate, None, logf, shape=shape, draws=draws, **options)


def judged(command, of, *given, **options):
    """Return the verdict of a command, which is about functions. Raise it if something is broken, or if it cannot tell.
    An error of the functions, or of what cannot be judged, is raised as it is, and has the function too."""
    __tracebackhide__ = True
    try:
        result = command(*given, **options)
    except Exception as error:
        error.breadboard_function = accused(of, " ".join([str(error), *getattr(error, "__notes__", [])]))
        if isinstance(error, BadInput) and "require exact" in str(error):
            raise Rejected(str(error), error.breadboard_function) from None
        raise
    verdict, function = result.words, accused(of, result.words)
    if not result.ok:
        raise Rejected(verdict, function)
    if result.doubts:
        raise Rejected(f"In doubt, which is no pass:\n{verdict}", function)
    return verdict
