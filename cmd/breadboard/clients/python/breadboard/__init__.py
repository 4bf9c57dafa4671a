"""Annealed samplers measured exactly on small discrete spaces, from Python.

    import breadboard

    run = breadboard.exact(toy="barrier", T=100)
    run.J, run.B, run.q

Each command of breadboard is a function here, and its flags are keywords, as help(breadboard.exact) says. A target is
an array of log densities, and what comes back are numbers, arrays and tables:

    breadboard.sweep(logf, kernel=["metropolis", "slice"], T=[10, 100]).table      # a DataFrame
    breadboard.validate(logf, step=step)                                           # a kernel of your own
    breadboard.exact(logf, rows=matrix, T=100).J                                   # and its J, exactly

In a test suite the assertions say what is wrong: assert_kernel, assert_program and assert_draws.
"""
from . import commands
from .anyone import rng
from .asserts import assert_draws, assert_kernel, assert_program
from .commands import *  # noqa: F401,F403  the commands, each a function
from .commands import list  # noqa: F401  pylint: disable=redefined-builtin
from .lifting import lift
from .process import BadInput, BreadboardError
from .reached import states
from .results import Figure, Result

__version__ = "0.10.0"

__all__ = [*commands.__all__, "assert_draws", "assert_kernel", "assert_program",
           "lift", "rng", "states", "BadInput", "BreadboardError", "Figure", "Result"]
