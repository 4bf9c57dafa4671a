"""Following a function of the user: it is run once for each way in which its random numbers can fall.

It is followed in a process of its own, a copy of this one: what it changes there is not changed here, and one that does
not end is ended. Each way is run again with plain numbers, which are drawn where the way has them: code that looks at
types, casts, rounds, or remembers earlier calls then asks for other numbers, or ends elsewhere, and is not followed.
"""
import os

from . import fork
from .generators import Watch
from .ways import MEMORY, NotFollowed, Way, check, every, forecast, in_words, too_many

SECONDS = {"step": 5, "program": 300}  # of the processor, for all ways from one cell
ASLEEP = 10  # times as long by the clock ends what waits, or has changed its signals
FIRST, LATER = 200, 8  # plain runs of a cell at least


class Follower:
    """Follows a function by message, which asks ends() of what it runs: of a step, or of a program."""

    def __init__(self, function, kind="step"):
        self.function, self.kind, self.copy, self.why = function, kind, None, None
        self.pipe = None  # in the copy
        self.cells = self.questions = 0

    def end(self):
        """End the copy of this process."""
        if self.copy is not None:
            self.copy.end()

    def ask(self, message):
        """Return the answer of the function. A refusal is kept for all later questions."""
        if self.why is None and self.copy is None:
            self.begin()
        if self.why is None:
            seconds = SECONDS[self.kind]
            try:
                followed, answer = self.copy.ask(message, ASLEEP * seconds)
            except TimeoutError:
                followed, answer = False, f"all ways from a cell take more than {seconds} seconds"
            except EOFError as error:
                followed, answer = False, str(error)
            if followed:
                return answer
            self.why = answer
        raise NotFollowed(self.why)

    def begin(self):
        """Copy this process."""
        if not hasattr(os, "fork"):
            self.why = "Windows cannot copy a process; WSL can"
            return
        watch = Watch()
        self.copy = fork.Copy(lambda pipe: self.serve(pipe, watch), refuse)

    def serve(self, pipe, watch):
        """Answer all questions in the copy."""
        self.pipe = pipe

        def look(what):
            Way.refuse = staticmethod(lambda what: refuse(pipe, what))
            if what == MEMORY:
                watch.look(True)  # for a better reason
            refuse(pipe, what)

        Way.refuse = staticmethod(look)
        try:
            watch.begin()
            pipe.send(None)  # it has begun
            while True:
                answer = self.function(pipe.recv())
                fork.limit(0)
                self.questions += 1
                watch.look(self.questions & (self.questions - 1) == 0)
                pipe.send((True, answer))
        except BaseException as error:  # pylint: disable=broad-except
            refuse(pipe, in_words(error))

    def ends(self, run):
        """Return all ways of run(), a call of the function, each with its end, and the probability that is left out."""
        fork.limit(SECONDS[self.kind])
        vast, most = forecast(run) if self.kind == "program" else (False, 0)
        ways, left = (None, 0) if vast else every(run)
        if ways is None:
            Way.refuse(too_many(self.kind, most))
        self.cells += 1
        check(run, ways, FIRST if self.cells == 1 else LATER)
        self.pipe.send(None)  # it goes on
        return ways, left


def refuse(pipe, what):
    """End the copy, with what cannot be followed."""
    pipe.send((False, what))
    os._exit(0)
