"""Following a function of the user: it is run once for each way in which its random numbers can fall.

It is followed in a process of its own, a copy of this one: what it changes there is not changed here, and one that does
not end is ended. Each way is run again with plain numbers, which are drawn where the way has them: code that looks at
types, casts, rounds, or remembers earlier calls then asks for other numbers, or ends elsewhere, and is not followed.
"""
import os
import signal
import sys
import warnings
import weakref
from multiprocessing.connection import Pipe

from .generators import Watch
from .ways import MEMORY, NotFollowed, Way, check, every, forecast, in_words, too_many

SECONDS = {"step": 5, "program": 300}  # of the processor, for all ways from one cell
ASLEEP = 10  # times as long by the clock ends what waits
FIRST, LATER = 200, 8  # plain runs of a cell at least


class Follower:
    """Follows a function by message, which asks ends() of what it runs: of a step, or of a program."""

    def __init__(self, function, kind="step"):
        self.function, self.kind, self.pipe, self.why = function, kind, None, None
        self.end = lambda: None
        self.cells = self.questions = 0

    def ask(self, message):
        """Return the answer of the function. A refusal is kept for all later questions."""
        if self.why is None and self.pipe is None:
            self.begin()
        if self.why is None:
            try:
                self.pipe.send(message)
                followed, answer = self.pipe.recv()
            except (EOFError, OSError):
                followed = False
                answer = f"it ended the process, or all ways from a cell take more than {SECONDS[self.kind]} seconds"
            if followed:
                return answer
            self.why = answer
        raise NotFollowed(self.why)

    def begin(self):
        """Copy this process."""
        if not hasattr(os, "fork"):
            self.why = "Windows cannot copy a process; WSL can"
            return
        self.pipe, its = Pipe()
        watch = Watch()
        with warnings.catch_warnings():  # a thread reads what breadboard says, and is not needed there
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                self.pipe.close()
                self.serve(its, watch)
            finally:
                os._exit(1)
        its.close()
        self.end = weakref.finalize(self, end, self.pipe, child)

    def serve(self, pipe, watch):
        """Answer all questions in the copy."""
        def refuse(what):
            pipe.send((False, what))
            os._exit(0)

        def look(what):
            Way.refuse = staticmethod(refuse)
            if what == MEMORY:
                watch.look(True)  # for a better reason
            refuse(what)

        Way.refuse = staticmethod(look)
        sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # what it says is said by its moves
        for ends in (signal.SIGALRM, signal.SIGPROF):
            signal.signal(ends, signal.SIG_DFL)
        try:
            watch.begin()
            while True:
                answer = self.function(pipe.recv())
                self.limit(0)
                self.questions += 1
                watch.look(self.questions & (self.questions - 1) == 0)
                pipe.send((True, answer))
        except BaseException as error:  # pylint: disable=broad-except
            refuse(in_words(error))

    def limit(self, seconds):
        """Let this process end after some seconds of work; 0 sets no end."""
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.alarm(ASLEEP * seconds)

    def ends(self, run):
        """Return all ways of run(), a call of the function, each with its end, and the probability that is left out."""
        self.limit(SECONDS[self.kind])
        vast, most = forecast(run) if self.kind == "program" else (False, 0)
        ways, left = (None, 0) if vast else every(run)
        if ways is None:
            Way.refuse(too_many(self.kind, most))
        self.cells += 1
        check(run, ways, FIRST if self.cells == 1 else LATER)
        return ways, left


def end(pipe, child):
    """End the copy of this process."""
    pipe.close()
    try:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except OSError:
        pass
