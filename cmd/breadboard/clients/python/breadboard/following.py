"""Following functions of the user: runs of them whose first choices are told, and what breadboard asks of each.

They are made in a process of its own, a copy of this one: what a function changes there is not changed here, and one
that does not end is ended. Windows has no copies, and there it is sent to another process.
"""
import multiprocessing
import os
import pickle
import time
import weakref

from . import generators, nowhere
from .providers import Chance, follow, in_words
from .source import NotFollowed

PATIENCE = 10  # seconds of a run
LATE = 60  # seconds after which a process that does not begin is given up
NAME = "runs for breadboard"  # of a process that is no copy
TO_ANOTHER = "Windows cannot copy a process, and to another it cannot be sent"
IN_MAIN = ", which runs the script again up to its first call of breadboard; put that below if __name__ == '__main__':"


class Follower:
    """Makes runs of functions, which have aim(beta, logf), and run_from(x), a call from a cell or from None."""

    def __init__(self, functions, patience):
        self.functions, self.patience, self.why = functions, patience, ""
        self.pipe, self.end = None, lambda: None

    def ask(self, beta, logf, asked, again, marks):
        """Return runs, each as JSON and whether it failed. A refusal is kept for all later questions."""
        made = []
        try:
            if not self.why and self.pipe is None:
                self.begin()
            if not self.why:
                self.pipe.send((beta, logf, asked, again, marks))
            while not self.why and len(made) < len(asked):
                made += self.receive(1 + 1.25 * self.patience)
        except (EOFError, OSError):
            self.why = "it ended the process"
        except NotFollowed as refusal:
            self.why = str(refusal)
        if self.why:
            self.end()
            raise NotFollowed(self.why)
        return made

    def receive(self, seconds):
        """Return what the process says next."""
        if not self.pipe.poll(seconds):
            raise NotFollowed(f"a run takes more than {self.patience} seconds; patience= lets it take longer")
        said = self.pipe.recv()
        if isinstance(said, str):
            raise NotFollowed(said)
        return said

    def begin(self):
        """Begin the process."""
        copies = hasattr(os, "fork")
        if copies:
            from . import fork
        make = fork.copy if copies else another
        self.pipe, end = make(serve, self.functions, self.patience)
        self.end = weakref.finalize(self, end)
        try:
            self.receive(LATE)
        except EOFError:
            raise NotFollowed("its process does not begin" + IN_MAIN * (not copies)) from None


def serve(pipe, functions, patience, *kept):
    """Make the runs that messages ask for, and answer them one after the other, often enough."""
    try:
        nowhere.lead_nowhere((pipe.fileno(), *kept))
        generators.replace(vars(functions))
        pipe.send([])
        chance = Chance()
        while True:
            beta, logf, asked, again, marks = pipe.recv()
            functions.aim(beta, logf)
            made, said = [], time.monotonic()
            for x, *outcomes in asked:
                made.append(follow(lambda x=x: functions.run_from(x), outcomes, chance, again, marks))
                if time.monotonic() - said > patience / 4:
                    pipe.send(made)
                    made, said = [], time.monotonic()
            pipe.send(made)
    except BaseException as error:  # pylint: disable=broad-except
        pipe.send(in_words(error))


def another(serve_it, functions, patience):
    """Return the pipe of another process that serves functions, and what ends it."""
    context = multiprocessing.get_context("spawn")
    pipe, its = context.Pipe()
    try:
        given = its, serve_it, pickle.dumps(functions), patience
        process = context.Process(target=serve_sent, args=given, name=NAME, daemon=True)
        process.start()
    except Exception as error:  # pylint: disable=broad-except
        raise NotFollowed(f"{TO_ANOTHER} ({error}); define it by def in a file, outside of other functions") from None
    its.close()

    def end():
        process.kill()
        process.join(LATE)
    return pipe, end


def serve_sent(pipe, serve_it, sent, patience):
    """Serve functions that were sent from another process."""
    try:
        functions = pickle.loads(sent)
    except Exception as error:  # pylint: disable=broad-except
        pipe.send(f"{TO_ANOTHER} ({error}); define it in a file, and import it")
    else:
        serve_it(pipe, functions, patience)


def leave_another():
    """End a process that serves, if it begins by running a script again that calls breadboard."""
    if multiprocessing.current_process().name == NAME:
        raise SystemExit
