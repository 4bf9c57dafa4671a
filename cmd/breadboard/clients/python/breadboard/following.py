"""Following functions of the user: runs of them whose first choices are told, and what breadboard asks of each.

They are made in a process of its own, a copy of this one: what a function changes there is not changed here, and one
that does not end is ended. Windows has no copies, and there it is sent to another process.
"""
import functools
import os
import time

from . import generators, tapes
from .held import Held
from .providers import Chance, Learn, follow, in_words, learn
from .source import NotFollowed

PATIENCE = 10  # seconds of a run
SLACK = 1  # seconds that a word may come later, as it is looked for by ticks


class Follower:
    """Makes runs of functions, which have aim(beta, logf, update), and run_from(x), a call from a cell or from None."""

    def __init__(self, functions, patience):
        self.functions, self.patience = functions, patience
        self.process, self.why = None, {}  # why runs of an update cannot be made, whose numbers are told or not

    def end(self):
        """End the process in which runs are made."""
        if self.process is not None:
            self.process.end()

    def ask(self, aimed, asked, again=False, marks=False, numbers=False, held=None):
        """Return runs, each as JSON and whether it failed, of functions that are aimed by these three. A refusal is
        kept for all later questions."""
        kind = (aimed[-1], numbers)
        if kind not in self.why:
            try:
                self.process = self.process or begin(serve, self.functions, self.patience)
                made = self.process.ask((aimed, asked, again, marks, numbers, held), SLACK + self.patience * 5 / 4)
                if not isinstance(made, str):
                    return made
                self.why[kind] = made
            except TimeoutError:
                self.why[kind] = f"a run takes more than {self.patience:g} seconds; patience= lets it take longer"
            except EOFError as error:
                self.why[kind] = str(error)
            self.end()
            self.process = None
        raise NotFollowed(self.why[kind])


def begin(server, functions, patience):
    """Return a process in which server(pipe, functions, patience) answers: a copy, or where there are none another."""
    if hasattr(os, "fork"):
        from . import fork
        return fork.Copy(lambda pipe: server(pipe, functions, patience), refuse)
    from . import another
    return another.Another(server, refuse, functions, patience)


def serve(pipe, functions, patience):
    """Make the runs that messages ask for, and say often enough that it goes on."""
    try:
        chance = Chance()
        for tape in tapes.tapes():
            tape.put([], chance.dice)  # numba would seed it anew in a copy
        generators.replace(vars(functions))
        pipe.send(None)  # it has begun
        begun, holds, moves = set(), None, 0  # begun has updates
        while True:
            aimed, asked, again, marks, numbers, held = pipe.recv()
            functions.aim(*aimed)
            if aimed[-1] not in begun:
                begun.add(aimed[-1])
                # What is done the first time alone, as to compile or to fill a cache, is no choice of a run.
                Learn([], chance).run(functools.partial(functions.run_from, asked[0][0]))
            made, said = [], time.monotonic()
            if held is not None:
                anywhere = functools.partial(run_anywhere, functions, [x for x, *_ in asked], chance)
                holds = holds or Held(vars(functions), anywhere)
                for _ in range(moves, held):
                    anywhere()
                if moves < held:
                    holds.take()
                moves = held
            for x, *outcomes in asked:
                run = functools.partial(run_from, functions, x, holds if held is not None else None)
                made.append(learn(run, outcomes, chance) if numbers else follow(run, outcomes, chance, again, marks))
                if time.monotonic() - said > patience / 4:
                    pipe.send(None)
                    said = time.monotonic()
            pipe.send(made)
    except BaseException as error:  # pylint: disable=broad-except
        refuse(pipe, in_words(error))


def run_anywhere(functions, places, chance):
    """Make a call from one of some places, with random numbers that nobody tells."""
    Learn([], chance).run(functools.partial(functions.run_from, chance.outcome(places)))


def run_from(functions, x, holds):
    """Make a call with what functions held when it was kept, if it was."""
    if holds:
        holds.put_back()
    return functions.run_from(x)


def refuse(pipe, what):
    """End the process, with what cannot be followed."""
    pipe.send(what)
    os._exit(0)
